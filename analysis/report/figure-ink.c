#include "analysis/report/figure.h"

/* Light and dark value of each colour. Text keeps a contrast of at least 4.5 on what lies behind it. */
static const guint32 inks[MG_N_INKS][2] = {
  [MG_INK_PAPER] = { 0xf6f5f4, 0x242424 },          [MG_INK_TEXT] = { 0x1e1e1e, 0xffffff },
  [MG_INK_SOFT] = { 0x444444, 0xd0cfcc },           [MG_INK_DIM] = { 0x626066, 0xb0aeaa },
  [MG_INK_CARD] = { 0xffffff, 0x3a3a3a },           [MG_INK_CARD_LINE] = { 0x9a9996, 0x8b898f },
  [MG_INK_FRAMEWORK] = { 0xf0efee, 0x2e2e2e },      [MG_INK_STUB] = { 0xebeae8, 0x2f2f2f },
  [MG_INK_STUB_LINE] = { 0xa5a3a0, 0x7d7b80 },      [MG_INK_SUBJECT] = { 0xfff5f5, 0x43282b },
  [MG_INK_SUBJECT_LINE] = { 0xc01c28, 0xff7b73 },   [MG_INK_EDGE] = { 0x86848a, 0x8f8d92 },
  [MG_INK_EDGE_STRONG] = { 0x4a4852, 0xdeddda },    [MG_INK_STATIC] = { 0xdcebff, 0x1c3557 },
  [MG_INK_STATIC_LINE] = { 0x1a5fb4, 0x99c1f1 },    [MG_INK_HANDLE] = { 0xfff0d9, 0x4a3316 },
  [MG_INK_HANDLE_LINE] = { 0x8f4700, 0xffbe6f },    [MG_INK_STACK] = { 0xecdff1, 0x3f2b4a },
  [MG_INK_STACK_LINE] = { 0x6a3979, 0xdcb4f5 },     [MG_INK_FINALIZER] = { 0xede1d7, 0x43372c },
  [MG_INK_FINALIZER_LINE] = { 0x6b4d34, 0xe3c3a4 }, [MG_INK_COM] = { 0xdbf7e7, 0x1c4030 },
  [MG_INK_COM_LINE] = { 0x1b6e45, 0x8ff0a4 },       [MG_INK_OTHER] = { 0xe8e8ea, 0x3b3a3f },
  [MG_INK_OTHER_LINE] = { 0x55545a, 0xc9c8cd },
};

guint32
mg_ink_rgb (MgInk ink, gboolean dark)
{
  return inks[ink][dark ? 1 : 0];
}
