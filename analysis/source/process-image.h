/* A dumped process as its container tells it: memory, threads, mapped files. Independent of the container (ELF core,
 * minidump) and of what ran in it; container, operating system, architecture and runtime are kept apart. */
#pragma once

#include "analysis/base/progress.h"
#include "analysis/source/address-space.h"
#include "analysis/types.h"

G_BEGIN_DECLS

typedef enum
{
  MG_ARCH_UNKNOWN,
  MG_ARCH_X64,
  MG_ARCH_ARM64,
  MG_ARCH_X86,
  MG_ARCH_ARM,
} MgArchitecture;

typedef enum
{
  MG_OS_UNKNOWN,
  MG_OS_LINUX,
  MG_OS_WINDOWS,
} MgOperatingSystem;

/* Registers by the architecture's own numbering; x64: rax rcx rdx rbx rsp rbp rsi rdi r8 … r15 (as unwind codes do);
 * arm64: x0 … x30, sp. */
#define MG_N_REGISTERS 32
enum
{
  MG_X64_RAX, MG_X64_RCX, MG_X64_RDX, MG_X64_RBX, MG_X64_RSP, MG_X64_RBP, MG_X64_RSI, MG_X64_RDI,
  MG_X64_R8, MG_X64_R9, MG_X64_R10, MG_X64_R11, MG_X64_R12, MG_X64_R13, MG_X64_R14, MG_X64_R15
};
enum
{
  MG_ARM64_X19 = 19,
  MG_ARM64_FP = 29,
  MG_ARM64_LR = 30,
  MG_ARM64_SP = 31
};

typedef struct
{
  guint32 os_id;
  guint64 ip, sp;
  guint64 registers[MG_N_REGISTERS];
} MgNativeThread;

typedef struct
{
  guint64 start, end;   /* addresses */
  guint64 file_offset;  /* bytes */
  const char *path;
} MgMappedFile;

typedef struct
{
  guint64 start, end;
} MgAddressRange;

typedef struct
{
  MgArchitecture architecture;
  MgOperatingSystem os;
  guint pointer_size;
  const char *container;    /* "ELF core", static */
  const char *process_name; /* NULL when not recorded */
  gint64 pid;               /* -1 */
  MgAddressSpace *space;
  GArray *threads;          /* MgNativeThread, in the container's order */
  GArray *files;            /* MgMappedFile, by address */
  guint64 program_headers;  /* address of the executable's program headers (AT_PHDR); 0 */
  guint64 runtime_base;     /* as createdump recorded it; 0 */
  gboolean by_createdump;   /* has createdump's special block */
  guint64 lost_bytes;       /* of memory that the container announces and the file no longer has: truncated */
  guint32 n_lost_spans;
  GArray *lost;             /* MgAddressRange: where those bytes lay */
  GPtrArray *disk_files;    /* MgDiskFile *: files that stand in for what the container leaves out (disk-files.h) */
  GStringChunk *texts;
} MgProcessImage;

MgProcessImage *mg_process_image_new (void) G_GNUC_WARN_UNUSED_RESULT;
void mg_process_image_free (MgProcessImage *image);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgProcessImage, mg_process_image_free)

/* "x64", "arm64", … Static. */
const char *mg_architecture_name (MgArchitecture architecture);

/* Lowest address at which a file with this base name ("libcoreclr.so") is mapped from its offset 0, with its path in
 * *PATH when not NULL. 0: not mapped. O(files). */
guint64 mg_process_image_find_module (const MgProcessImage *image, const char *name, const char **path);

G_END_DECLS
