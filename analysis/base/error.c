#include "analysis/base/error.h"

G_DEFINE_QUARK (mg-error-quark, mg_error)

int
mg_error_exit_status (const GError *error)
{
  if (error == NULL || error->domain != MG_ERROR)
    return 1;
  switch ((MgError) error->code)
    {
    case MG_ERROR_USAGE:
      return 2;
    case MG_ERROR_NOT_RECOGNIZED:
    case MG_ERROR_UNSUPPORTED:
    case MG_ERROR_TRUNCATED:
    case MG_ERROR_CORRUPT:
    case MG_ERROR_LIMIT:
      return 3;
    case MG_ERROR_CANCELLED:
      return 5;
    case MG_ERROR_NOT_FOUND:
      return 6;
    case MG_ERROR_IO:
    case MG_ERROR_MEMORY:
    default:
      return 1;
    }
}
