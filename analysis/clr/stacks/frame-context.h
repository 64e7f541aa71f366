/* The registers of one frame of a stack, on any architecture. */
#pragma once

#include "analysis/source/process-image.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 ip, sp;
  guint64 registers[MG_N_REGISTERS]; /* by their numbers; the stack pointer is kept in `sp` */
  guint32 known;                     /* bit per register: its value is that of this frame */
} MgFrameContext;

/* What registers are for. */
typedef struct
{
  guint n;              /* general registers, the stack pointer among them */
  guint frame, stack;   /* numbers of the frame pointer and the stack pointer */
  guint32 callee_saved; /* bit per register that calls preserve */
} MgRegisterUse;

/* Registers that a call preserves on System V: rbx, rbp, r12 … r15. */
#define MG_X64_CALLEE_SAVED 0xf028u
/* Procedure call standard of arm64: x19 … x28, and x29, the frame pointer. */
#define MG_ARM64_CALLEE_SAVED 0x3ff80000u

/* Never NULL: of an architecture without unwinder x64's. */
static inline const MgRegisterUse *
mg_register_use (MgArchitecture architecture)
{
  static const MgRegisterUse x64 = { 16, MG_X64_RBP, MG_X64_RSP, MG_X64_CALLEE_SAVED },
                             arm64 = { 32, MG_ARM64_FP, MG_ARM64_SP, MG_ARM64_CALLEE_SAVED };

  return architecture == MG_ARCH_ARM64 ? &arm64 : &x64;
}

G_END_DECLS
