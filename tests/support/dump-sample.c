#include "tests/support/dump-writer.h"

#define HEAP G_GUINT64_CONSTANT (0x7f0000001000)

static guint32
add_group (MgDump *dump, const char *name, guint32 parent)
{
  guint32 node = mg_dump_add_node (dump, mg_dump_add_type (dump, name, 0, NULL), MG_DUMP_TYPE_SIZE, 0);

  if (node != parent)
    mg_dump_add_edge (dump, parent, node);
  return node;
}

/*   [.NET Roots]                                        my.Cache 0x…1000, 24 bytes
 *   ├ [static vars]                                     Object[] 0x…1100, 8,184 bytes: the store of statics
 *   │ └ [static var My.Cache.<All>k__BackingField] → Cache, and [static var []c.<>9] → two closures
 *   ├ [local vars] → Cache
 *   └ [other roots]
 *     ├ [strong Handles] → Object[]                      Object[] → Cache, closures
 *     ├ [Dependent Handles] → Ünïcode类型
 *     └ [finalizer Handles] → byte[] (Bytes > 10K)
 *   Cache → Cache (itself), byte[], byte[] (twice), undefined;   dead: byte[] */
MgDump *
mg_dump_new_sample (void)
{
  MgDump *dump = mg_dump_new ();
  guint32 cache_type = mg_dump_add_type (dump, "My.Cache", 24, "/app/my.dll");
  guint32 store_type = mg_dump_add_type (dump, "System.Object[] (Bytes > 1K)", 8184, "System.Private.CoreLib.dll");
  guint32 closure_type = mg_dump_add_type (dump, "[]c", 24, "/app/my.dll");
  guint32 bytes_type = mg_dump_add_type (dump, "System.Byte[]", 100, "System.Private.CoreLib.dll");
  guint32 big_type = mg_dump_add_type (dump, "System.Byte[] (Bytes > 10K)", 20000, "System.Private.CoreLib.dll");
  guint32 other_type = mg_dump_add_type (dump, MG_DUMP_SAMPLE_UNICODE, 32, NULL);
  guint32 roots = add_group (dump, "[.NET Roots]", 0);
  guint32 statics = add_group (dump, "[static vars]", roots), locals, others, strong, dependent, finalizer;
  guint32 all = add_group (dump, "[static var My.Cache.<All>k__BackingField]", statics);
  guint32 lambda = add_group (dump, "[static var []c.<>9]", statics);
  guint32 cache = mg_dump_add_node (dump, cache_type, MG_DUMP_TYPE_SIZE, HEAP);
  guint32 closures[2] = { mg_dump_add_node (dump, closure_type, 24, HEAP + 0x900), 0 }, small, big, other, store;

  closures[1] = mg_dump_add_node (dump, closure_type, 24, HEAP + 0x800);
  locals = add_group (dump, "[local vars]", roots);
  others = add_group (dump, "[other roots]", roots);
  strong = add_group (dump, "[strong Handles]", others);
  dependent = add_group (dump, "[Dependent Handles]", others);
  finalizer = add_group (dump, "[finalizer Handles]", others);
  store = mg_dump_add_node (dump, store_type, MG_DUMP_TYPE_SIZE, HEAP + 0x4000);
  small = mg_dump_add_node (dump, bytes_type, 60, HEAP + 0x100);
  big = mg_dump_add_node (dump, big_type, 12000, HEAP + 0x10000);
  other = mg_dump_add_node (dump, other_type, MG_DUMP_TYPE_SIZE, HEAP + 0x200);
  mg_dump_add_node (dump, bytes_type, MG_DUMP_TYPE_SIZE, HEAP + 0x300); /* dead */
  mg_dump_add_edge (dump, all, cache);
  mg_dump_add_edge (dump, lambda, closures[0]);
  mg_dump_add_edge (dump, lambda, closures[1]);
  mg_dump_add_edge (dump, locals, cache);
  mg_dump_add_edge (dump, locals, cache);
  mg_dump_add_edge (dump, strong, store);
  mg_dump_add_edge (dump, dependent, other);
  mg_dump_add_edge (dump, finalizer, big);
  mg_dump_add_edge (dump, store, cache);
  mg_dump_add_edge (dump, store, closures[0]);
  mg_dump_add_edge (dump, store, closures[1]);
  mg_dump_add_edge (dump, store, small);
  mg_dump_add_edge (dump, cache, cache);
  mg_dump_add_edge (dump, cache, small);
  mg_dump_add_edge (dump, cache, small);
  mg_dump_add_edge (dump, cache, mg_dump_add_undefined (dump, HEAP + 0x400));
  dump->root = roots;
  dump->process = "sample";
  dump->machine = "nowhere";
  dump->pid = 42;
  dump->log = "made for tests\n";
  dump->ticks = G_GINT64_CONSTANT (635560517200000000); /* 2015-01-05 10:48:40 */
  return dump;
}
