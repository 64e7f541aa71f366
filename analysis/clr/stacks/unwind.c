#include "analysis/clr/stacks/unwind.h"

#include "analysis/clr/stacks/unwind-arm64.h"
#include "analysis/clr/stacks/unwind-x64.h"

gboolean
mg_unwind_knows (MgArchitecture architecture)
{
  return architecture == MG_ARCH_X64 || architecture == MG_ARCH_ARM64;
}

gboolean
mg_unwind (const MgRuntime *runtime, const MgCode *code, gboolean newest, MgFrameContext *context)
{
  switch (runtime->image->architecture)
    {
    case MG_ARCH_X64:
      return code->unwind != 0 && mg_unwind_x64 (runtime->space, code, newest, context);
    case MG_ARCH_ARM64:
      return code->unwind != 0 && mg_unwind_arm64 (runtime->space, code, newest, context);
    default:
      return FALSE;
    }
}

guint64
mg_unwind_personality (const MgRuntime *runtime, guint64 unwind)
{
  switch (runtime->image->architecture)
    {
    case MG_ARCH_X64:
      return mg_unwind_x64_personality (runtime->space, unwind);
    case MG_ARCH_ARM64:
      return mg_unwind_arm64_personality (runtime->space, unwind);
    default:
      return 0;
    }
}

gboolean
mg_unwind_follows_call (const MgRuntime *runtime, guint64 ip)
{
  switch (runtime->image->architecture)
    {
    case MG_ARCH_X64:
      return mg_unwind_x64_follows_call (runtime->space, ip);
    case MG_ARCH_ARM64:
      return mg_unwind_arm64_follows_call (runtime->space, ip);
    default:
      return FALSE;
    }
}
