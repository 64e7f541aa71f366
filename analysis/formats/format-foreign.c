/* Files that people open by mistake, or that cannot be read yet: what each looks like and what would work instead. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/formats/fast-serialization.h"
#include "analysis/formats/format.h"

typedef struct
{
  const char *magic;
  gsize length;
  gsize offset;
  MgError code;
  const char *message; /* Translators' text; %s is the name of the file */
} Foreign;

#define MAGIC(text) text, sizeof text - 1

static const Foreign kinds[] = {
  { MAGIC ("MDMP"), 0, MG_ERROR_UNSUPPORTED,
    N_ ("%s is a Windows minidump. Such dumps cannot be read yet: take a .gcdump of the process with “dotnet-gcdump "
        "collect” and open that.") },
  { MAGIC ("PAGEDU"), 0, MG_ERROR_UNSUPPORTED,
    N_ ("%s is a dump of the whole Windows system. Take a .gcdump of the process with “dotnet-gcdump collect” and open "
        "that.") },
  { MAGIC ("Nettrace"), 0, MG_ERROR_UNSUPPORTED,
    N_ ("%s is an event trace (.nettrace). Such traces cannot be read yet: if it holds a heap snapshot, turn it into a "
        ".gcdump with “dotnet-gcdump convert” and open that.") },
  { MAGIC ("\x1f\x8b"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is compressed with gzip. Unpack it with “gunzip” and open the file that comes out.") },
  { MAGIC ("\x28\xb5\x2f\xfd"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is compressed with zstd. Unpack it with “zstd -d” and open the file that comes out.") },
  { MAGIC ("\xfd" "7zXZ"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is compressed with xz. Unpack it with “unxz” and open the file that comes out.") },
  { MAGIC ("BZh"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is compressed with bzip2. Unpack it with “bunzip2” and open the file that comes out.") },
  { MAGIC ("PK\x03\x04"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is a zip package (a .diagsession of Visual Studio is one, too). Unpack it and open the .gcdump inside.") },
  { MAGIC ("7z\xbc\xaf\x27\x1c"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is a 7-Zip package. Unpack it and open the .gcdump inside.") },
  { MAGIC ("ustar"), 257, MG_ERROR_NOT_RECOGNIZED, N_ ("%s is a tar archive. Unpack it and open the .gcdump inside.") },
  { MAGIC ("\x89PNG"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is a picture (PNG), not a snapshot. Choose a .gcdump file or a core dump.") },
  { MAGIC ("\xff\xd8\xff"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is a picture (JPEG), not a snapshot. Choose a .gcdump file or a core dump.") },
  { MAGIC ("%PDF"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is a PDF document, not a snapshot. Choose a .gcdump file or a core dump.") },
  { MAGIC ("MZ"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is a program or library for Windows, not a snapshot. Choose a .gcdump file or a core dump.") },
  { MAGIC ("\xcf\xfa\xed\xfe\x07\x00\x00\x01\x03\x00\x00\x00\x04"), 0, MG_ERROR_UNSUPPORTED,
    N_ ("%s is a core dump of macOS. Such dumps cannot be read: take a .gcdump of the process with “dotnet-gcdump "
        "collect” and open that.") },
  { MAGIC ("\xcf\xfa\xed\xfe\x0c\x00\x00\x01\x00\x00\x00\x00\x04"), 0, MG_ERROR_UNSUPPORTED,
    N_ ("%s is a core dump of macOS. Such dumps cannot be read: take a .gcdump of the process with “dotnet-gcdump "
        "collect” and open that.") },
  { MAGIC ("\xcf\xfa\xed\xfe"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is a program or library for macOS, not a snapshot. Choose a .gcdump file or a core dump.") },
  { MAGIC ("\xca\xfe\xba\xbe"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is a program for macOS or a class of Java, not a snapshot. Choose a .gcdump file or a core dump.") },
  { MAGIC ("JAVA PROFILE"), 0, MG_ERROR_NOT_RECOGNIZED,
    N_ ("%s is a heap dump of Java (.hprof). Eclipse Memory Analyzer opens such files; this program reads .NET "
        "snapshots.") },
};

static gboolean
has_magic (const guint8 *head, gsize length, const Foreign *kind)
{
  return length >= kind->offset + kind->length && memcmp (head + kind->offset, kind->magic, kind->length) == 0;
}

/* ELF: offset 4 class, 5 byte order, 16 u16 type (4: core). */
static const char *
elf_message (const guint8 *head, gsize length)
{
  if (length < 18 || memcmp (head, "\177ELF", 4) != 0)
    return NULL;
  if (head[head[5] == 2 ? 17 : 16] == 4)
    return _ ("%s is a core dump. Such dumps cannot be read yet: take a .gcdump of the process with “dotnet-gcdump "
              "collect” and open that.");
  return _ ("%s is a program or library, not a snapshot. Choose a .gcdump file or a core dump.");
}

static gboolean
is_text (const guint8 *head, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (head[i] == 0 || (head[i] < 0x20 && !strchr ("\t\n\r\f\033", head[i])))
      return FALSE;
  return length > 0;
}

/* Words that SOS alone puts together. */
static const char *const sos_marks[] = { "TotalSize Class Name", "unique roots", "HandleTable:", "MethodTable: ",
                                         "Child SP               IP Call Site", "dumpheap -", "gcroot ", NULL };

static gboolean
has_any (const guint8 *head, gsize length, const char *const *marks)
{
  for (; *marks; marks++)
    if (g_strstr_len ((const char *) head, (gssize) length, *marks))
      return TRUE;
  return FALSE;
}

static gsize
n_hexadecimal (const guint8 *text, gsize length)
{
  gsize n = 0;

  while (n < length && g_ascii_isxdigit (text[n]))
    n++;
  return n;
}

/* "55d0c8a00000-55d0c8a01000 r--p ": the first line of /proc/PID/maps and smaps. */
static gboolean
is_maps_line (const guint8 *head, gsize length)
{
  gsize first = n_hexadecimal (head, length), second;

  if (first < 4 || first + 1 >= length || head[first] != '-')
    return FALSE;
  second = n_hexadecimal (head + first + 1, length - first - 1);
  head += first + 1 + second;
  length -= first + 1 + second;
  return second >= 4 && length > 6 && head[0] == ' ' && (head[1] == 'r' || head[1] == '-')
         && (head[2] == 'w' || head[2] == '-') && (head[3] == 'x' || head[3] == '-')
         && (head[4] == 'p' || head[4] == 's') && head[5] == ' ';
}

static const char *
text_message (const guint8 *head, gsize length)
{
  gsize start = length >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  if (!is_text (head, length))
    return NULL;
  if (g_strstr_len ((const char *) head, (gssize) length, "<GCHeapDump"))
    return _ ("%s is the XML form of a snapshot (.gcdump.xml). Open it in PerfView and save it as .gcdump.");
  if (length > start && head[start] == '<')
    return _ ("%s is an XML or HTML page, not a snapshot: perhaps the message of a server in place of a download. Look "
              "at it in a text editor.");
  if (length > start && (head[start] == '{' || head[start] == '['))
    return _ ("%s is JSON text, not a snapshot: perhaps the message of a server in place of a download. Look at it in "
              "a text editor.");
  if (has_any (head, length, sos_marks))
    return _ ("%s looks like the output of SOS commands. Such text cannot be read yet: open the dump that was asked, "
              "or take a .gcdump of the process with “dotnet-gcdump collect”.");
  if (is_maps_line (head, length))
    return _ ("%s looks like the list of a process's memory (maps, smaps). Such text cannot be read yet: open a core "
              "dump of the process, or a .gcdump.");
  return _ ("%s is a text file, not a snapshot. Choose a .gcdump file or a core dump.");
}

static gboolean
is_all_zero (const guint8 *head, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (head[i] != 0)
      return FALSE;
  return TRUE;
}

/* The first bytes of a .gcdump, and then nothing. */
static gboolean
is_beginning_of_gcdump (const guint8 *head, gsize length)
{
  static const guint8 start[MG_FS_HEADER_SIZE] = "\x14\0\0\0" MG_FS_SIGNATURE;

  return length < MG_FS_HEADER_SIZE && memcmp (head, start, length) == 0;
}

static const char *
describe (const guint8 *head, gsize length, MgError *code)
{
  const char *message;

  *code = MG_ERROR_UNSUPPORTED;
  if ((message = elf_message (head, length)) != NULL)
    return message;
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (has_magic (head, length, &kinds[i]))
      {
        *code = kinds[i].code;
        return _ (kinds[i].message);
      }
  if (is_beginning_of_gcdump (head, length))
    {
      *code = MG_ERROR_TRUNCATED;
      return _ ("%s is cut off right at its beginning. Fetch the file again.");
    }
  *code = MG_ERROR_NOT_RECOGNIZED;
  if ((message = text_message (head, length)) != NULL)
    return message;
  if (is_all_zero (head, length))
    return _ ("%s holds nothing but zeros: a download or copy that never finished. Fetch the file again.");
  return _ ("%s is not a snapshot that this program knows. It reads .gcdump files, as dotnet-gcdump, dotnet-monitor "
            "and PerfView write them, and core dumps of Linux.");
}

void
mg_format_refuse (const guint8 *head, gsize length, const char *name, GError **error)
{
  MgError code;
  const char *message = describe (head, length, &code);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, MG_ERROR, (int) code, message, name);
#pragma GCC diagnostic pop
}
