/* Names that are replaced: what stays, what goes, and that nothing of it is left however odd the name. */
#include "analysis/redact/redactor.h"

#include <string.h>

#include "tests/support/test.h"

#define CORE "/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.15/System.Private.CoreLib.dll"

static MgRedactor *
make (void)
{
  static const struct
  {
    const char *name, *module;
  } types[] = {
    { "Acme.Pay.Salary", "/home/ann/acme.dll" },
    { "Acme.Pay.Salary+Line", "/home/ann/acme.dll" },
    { "Acme.Pay.Program+<Secret>d__36", "/home/ann/acme.dll" },
    { "System.Polyfill", "/home/ann/acme.dll" },
    { "System.String", CORE },
    { "Interop+Sys", CORE },
    { "Strange", CORE },
    { "System.Collections.Generic.Dictionary<System.String, Acme.Pay.Salary>+Entry[]", CORE },
  };
  MgTypeTableBuilder *builder = mg_type_table_builder_new ();
  g_autofree MgTypeId *map = NULL;
  MgTypeTable *table;
  MgRedactor *redactor;

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    mg_type_table_builder_add (builder, types[i].name, types[i].module, 0, 0);
  table = mg_type_table_builder_finish (builder, &map);
  redactor = mg_redactor_new (table);
  mg_type_table_unref (table);
  return redactor;
}

static void
check_hidden (const char *text, const char *what)
{
  static const char *const secrets[]
      = { "Acme", "acme", "Pay", "Salary", "Line", "Secret", "ann", "Polyfill", "Unknown", "Helper", "amount",
          "Amount" };

  for (gsize i = 0; i < G_N_ELEMENTS (secrets); i++)
    if (strstr (text, secrets[i]))
      mg_test_fail (__FILE__, __LINE__, "“%s” became “%s”", what, text);
}

static void
test_framework_stays (void)
{
  static const char *const names[]
      = { "System.String", "System.Byte[]", "System.Int32[,]", "System.Func<System.Int32, System.String>", "Strange",
          "Interop+Sys", "Free", "UNDEFINED", "System.Threading.Tasks.Task+<>c",
          "System.Collections.Generic.Dictionary<System.String, System.Object[]>+Entry[]" };
  g_autoptr (MgRedactor) redactor = make ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      MgKeep keep;
      g_autofree char *shown = mg_redactor_type (redactor, names[i], &keep);

      MG_CHECK_STRING (shown, names[i]);
      MG_CHECK_UINT (keep, MG_KEEP_ALL);
    }
}

static void
test_own_names_go (void)
{
  static const char *const names[] = {
    "Acme.Pay.Salary", "Acme.Pay.Salary+Line[]", "Acme.Pay.Salary[,]", "System.Polyfill", "System.Polyfill[]",
    "Acme.Pay.Program+<Secret>d__36", "Acme.Pay.Program+<>c__DisplayClass12_0", "Acme.Unknown<System.String>",
    "System.Collections.Generic.List<Acme.Pay.Salary>",
    "System.Func<<>f__AnonymousType0<Acme.Pay.Salary>, Acme.Unknown>",
    "Acme.Pay.<Secret>g__Helper|0_0", "<Secret", "Acme.Pay.Salary>", "Salary, Acme", "Acme Pay (Salary)", "Salary<",
    ">",
    "Acme..Pay", "Acme.Pay.Salary+", "[Salary]", "(Type  Salary)", "Salary\303\274\344\270\255",
  };
  g_autoptr (MgRedactor) redactor = make ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *shown = mg_redactor_type (redactor, names[i], NULL);
      g_autofree char *again = mg_redactor_type (redactor, names[i], NULL);

      check_hidden (shown, names[i]);
      MG_CHECK (*shown != '\0');
      MG_CHECK_STRING (again, shown);
    }
}

/* What the compiler made stays to be seen, since it is how answers know closures and state machines. */
static void
test_shape_stays (void)
{
  g_autoptr (MgRedactor) redactor = make ();
  g_autofree char *closure = mg_redactor_type (redactor, "Acme.Pay.Salary+<>c__DisplayClass12_0", NULL);
  g_autofree char *machine = mg_redactor_type (redactor, "Acme.Pay.Program+<Secret>d__36", NULL);
  g_autofree char *entry = mg_redactor_type (
    redactor, "System.Collections.Generic.Dictionary<System.String, Acme.Pay.Salary>+Entry[]", NULL);

  MG_CHECK (g_str_has_prefix (closure, "App") && g_str_has_suffix (closure, "+<>c__DisplayClass12_0"));
  MG_CHECK_CONTAINS (machine, "+<Method_");
  MG_CHECK_CONTAINS (machine, ">d__36");
  MG_CHECK (g_str_has_prefix (entry, "System.Collections.Generic.Dictionary<System.String, App"));
  MG_CHECK (g_str_has_suffix (entry, ">+Entry[]"));
}

static void
test_members (void)
{
  g_autoptr (MgRedactor) redactor = make ();
  static const struct
  {
    const char *type, *label, *shown; /* NULL: hidden, whatever it is */
  } fields[] = {
    { "System.String", "_firstChar", "_firstChar" },
    { "System.Object[]", "[12]", "[12]" },
    { "System.Collections.Generic.Dictionary<System.String, Acme.Pay.Salary>", "_entries", "_entries" },
    { "Acme.Pay.Salary", "amount", NULL },
    { "Acme.Pay.Salary[]", "[3].amount, [4].Amount.Line", NULL },
    { "Acme.Pay.Salary", "[\"ann, Salary]\"].amount", NULL },
    { "System.Collections.Generic.List<Acme.Pay.Salary>", "value.amount", NULL },
    /* Statics of a collectible load context lie in arrays. */
    { "System.Object[]", "Acme.Pay.Salary.Ledger, Acme.Unknown<System.String, Acme.Pay.Salary>.amount", NULL },
    { "System.Object[]", "System.String.Empty, System.Collections.Generic.List<System.Object>.s_emptyArray",
      "System.String.Empty, System.Collections.Generic.List<System.Object>.s_emptyArray" },
    { "Acme.Pay.Salary", "its load context", "its load context" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *shown = mg_redactor_field (redactor, fields[i].type, fields[i].label);

      if (fields[i].shown)
        MG_CHECK_STRING (shown, fields[i].shown);
      check_hidden (shown, fields[i].label);
    }
}

static void
test_methods_and_roots (void)
{
  g_autoptr (MgRedactor) redactor = make ();
  g_autofree char *kept = mg_redactor_method (redactor, "System.Threading.Thread.Sleep");
  g_autofree char *main = mg_redactor_method (redactor, "Acme.Pay.Program.Main");
  g_autofree char *constructor = mg_redactor_method (redactor, "Acme.Pay.Salary..ctor");
  g_autofree char *label = mg_root_stack_label (7, "Acme.Pay.Program.Secret");
  MgRoot local = { .kind = MG_ROOT_STACK, .label = label }, other = { .kind = MG_ROOT_OTHER, .label = "Salary of ann" };
  MgRoot field = { .kind = MG_ROOT_STATIC, .label = "Acme.Pay.Program.Amount", .note = "of Acme.Pay.Salary" };
  g_autofree char *a = mg_redactor_root_label (redactor, &local, NULL);
  g_autofree char *b = mg_redactor_root_label (redactor, &other, NULL);
  g_autofree char *c = mg_redactor_root_label (redactor, &field, NULL);
  g_autofree char *d = mg_redactor_root_note (redactor, &field, NULL);
  g_autofree char *e = mg_redactor_root_note (redactor, &field, "Acme.Pay.Salary");

  MG_CHECK_STRING (kept, "System.Threading.Thread.Sleep");
  MG_CHECK (g_str_has_suffix (main, ".Main") && g_str_has_suffix (constructor, "..ctor"));
  MG_CHECK_CONTAINS (a, "thread 7 in App");
  MG_CHECK_STRING (d, NULL);
  check_hidden (main, "main");
  check_hidden (constructor, "constructor");
  check_hidden (a, label);
  check_hidden (b, other.label);
  check_hidden (c, field.label);
  check_hidden (e, field.note);
}

static void
test_modules (void)
{
  g_autoptr (MgRedactor) redactor = make ();
  g_autofree char *own = mg_redactor_module (redactor, "/home/ann/acme.dll");
  g_autofree char *framework = mg_redactor_module (redactor, CORE);

  MG_CHECK_STRING (own, "Module1.dll");
  MG_CHECK_STRING (framework, "System.Private.CoreLib.dll");
}

/* The same in another run, whatever was asked for first. */
static void
test_order_does_not_matter (void)
{
  g_autoptr (MgRedactor) first = make (), second = make ();
  g_autofree char *unused = mg_redactor_word (second, "field", "another");
  g_autofree char *a = mg_redactor_static (first, "Acme.Unknown.Amount");
  g_autofree char *b = mg_redactor_static (second, "Acme.Unknown.Amount");

  MG_CHECK_STRING (a, b);
  MG_CHECK_STRING (mg_redactor_real_name (first, a), "Acme.Unknown.Amount");
}

static const MgTest tests[] = {
  { "framework stays", test_framework_stays },
  { "own names go", test_own_names_go },
  { "shape stays", test_shape_stays },
  { "members", test_members },
  { "methods and roots", test_methods_and_roots },
  { "modules", test_modules },
  { "order does not matter", test_order_does_not_matter },
};

MG_TEST_MAIN ("redactor", tests)
