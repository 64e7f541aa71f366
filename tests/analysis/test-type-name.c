#include "analysis/names/type-name.h"

#include "tests/support/test.h"

typedef struct
{
  const char *from, *to;
} Pair;

static void
check_pairs (const Pair *pairs, gsize n, char *(*func) (const char *) )
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *result = func (pairs[i].from);

      MG_CHECK_STRING (result, pairs[i].to);
    }
}

static void
test_clean (void)
{
  static const Pair pairs[] = {
    { "System.Byte[]", "System.Byte[]" },
    { "System.Byte[] (Bytes > 10K)", "System.Byte[]" },
    { "System.String (Bytes > 1M)", "System.String" },
    { "System.Byte[] (Bytes > 10K,NoPtrs,ElemSize=1)", "System.Byte[]" },
    { "System.Object[] (Ptrs,ElemSize=4)", "System.Object[]" },
    { "System.Object[] (Bytes > 100M,Ptrs,ElemSize=8)", "System.Object[]" },
    /* Not size classes. */
    { "() (Type  JSArray)", "() (Type  JSArray)" },
    { "x (Bytes > )", "x (Bytes > )" },
    { "x (Bytes > 10Q)", "x (Bytes > 10Q)" },
    { "x (Bytes > 10K,)", "x (Bytes > 10K,)" },
    { " (Bytes > 10K)", " (Bytes > 10K)" },
    { "x(Bytes > 10K)", "x(Bytes > 10K)" },
    { "", "" },
    { ")", ")" },
    /* Closures and other names that the compiler makes. */
    { "[]c", "<>c" },
    { "[]c<System.Char>", "<>c<System.Char>" },
    { "[]c__DisplayClass37_1 (Bytes > 1K)", "<>c__DisplayClass37_1" },
    { "Zoo.Program+[]c__DisplayClass1_0", "Zoo.Program+<>c__DisplayClass1_0" },
    { "System.Threading.Tasks.Task.[]c", "System.Threading.Tasks.Task.<>c" },
    { "System.Func<[]f__AnonymousType0<A,B>,[]c[]>", "System.Func<<>f__AnonymousType0<A,B>,<>c[]>" },
    { "[]c[][]", "<>c[][]" },
    { "A<B[]>+C[]", "A<B[]>+C[]" },
    { "[]", "[]" },
    { "[] (Type JSArray)", "[] (Type JSArray)" },
    /* Arrays of several dimensions. */
    { "System.Int32<,>", "System.Int32[,]" },
    { "Zoo.MatrixPayload<,> (Bytes > 1K)", "Zoo.MatrixPayload[,]" },
    { "A<B<,,>,C>[]", "A<B[,,],C>[]" },
    { "A<,", "A<," },
  };

  check_pairs (pairs, G_N_ELEMENTS (pairs), mg_type_name_clean);
}

static void
test_short (void)
{
  static const Pair pairs[] = {
    { "My.Row", "Row" },
    { "Row", "Row" },
    { "System.Collections.Generic.Dictionary<System.String,My.Row>+Entry[]", "Dictionary<\342\200\246>+Entry[]" },
    { "A.B<C.D>+E<F.G>", "B<\342\200\246>+E<\342\200\246>" },
    { "System.Threading.Tasks.Task.<>c", "Task.<>c" },
    { "<>c__DisplayClass1_0", "<>c__DisplayClass1_0" },
    { "Zoo.Program+<>c<System.Char>", "Program+<>c<\342\200\246>" },
    { "Zoo.Program+<Load>d__12", "Program+<Load>d__12" },
    { "System.Int32[,]", "Int32[,]" },
    { "A.B<C", "B<C" },
    { "(Type  HTMLImageElement <|src://a.b/c|>)", "(Type  HTMLImageElement <|src://a.b/c|>)" },
    { "[CCW for A.B RefCnt: 1]", "[CCW for A.B RefCnt: 1]" },
    { "", "" },
    { "A.", "A." },
  };

  check_pairs (pairs, G_N_ELEMENTS (pairs), mg_type_name_short);
}

static void
test_namespace (void)
{
  static const Pair pairs[] = {
    { "System.Collections.Generic.List<My.Row>[]", "System.Collections.Generic" },
    { "My.Row+Inner.Deep", "My" },
    { "Row", "" },
    { "<>c", "" },
    { "System.Threading.Tasks.Task.<>c", "System.Threading.Tasks" },
    { "(Type  A.B)", "" },
    { "", "" },
  };

  check_pairs (pairs, G_N_ELEMENTS (pairs), mg_type_name_namespace);
}

static void
test_elide (void)
{
  static const struct
  {
    const char *name;
    gsize max;
    const char *result;
  } cases[] = {
    { "NotificationContextFactory", 11, "Notif\342\200\246ctory" },
    { "NotificationContextFactory", 26, "NotificationContextFactory" },
    { "NotificationContextFactory", 12, "Notif\342\200\246actory" },
    { "abcdef", 0, "a\342\200\246f" },
    { "\303\234\303\234\303\234\303\234\303\234\303\234", 5, "\303\234\303\234\342\200\246\303\234\303\234" },
    { "", 5, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *result = mg_type_name_elide (cases[i].name, cases[i].max);

      MG_CHECK_STRING (result, cases[i].result);
    }
}

static void
test_members (void)
{
  MG_CHECK_UINT (mg_type_name_member_split ("Lazy<A.B>.value"), 9);
  MG_CHECK_UINT (mg_type_name_member_split ("My.Row.<Id>k__BackingField"), 6);
  MG_CHECK_UINT (mg_type_name_member_split ("My.Row.<A.B.Id>k__BackingField"), 6);
  MG_CHECK_UINT (mg_type_name_member_split ("[]c.<>9"), 3);
  MG_CHECK_UINT (mg_type_name_member_split ("plain"), 0);
  MG_CHECK_UINT (mg_type_name_member_split (".plain"), 0);
  MG_CHECK_UINT (mg_type_name_member_split ("plain."), 0);
}

static void
test_fields (void)
{
  static const Pair pairs[] = {
    { "<Name>k__BackingField", "Name" },
    { "<>9", "<>9" },
    { "s_instance", "s_instance" },
    { "<>k__BackingField", "" },
  };

  check_pairs (pairs, G_N_ELEMENTS (pairs), mg_field_name_clean);
}

static const MgTest tests[] = {
  { "clean", test_clean },   { "short", test_short },     { "namespace", test_namespace },
  { "elide", test_elide },   { "members", test_members }, { "fields", test_fields },
};

MG_TEST_MAIN ("type-name", tests)
