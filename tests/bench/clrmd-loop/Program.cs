// The least that a program built on ClrMD does for a table of types: one pass over all objects.
// Usage: clrmd-loop DUMP [references]      (with "references", what each object refers to is enumerated, too)
using Microsoft.Diagnostics.Runtime;

bool references = args.Length > 1 && args[1] == "references";
using var target = DataTarget.LoadDump(args[0]);
var version = target.ClrVersions[0];
// The debugging library lies beside the runtime that the dump was taken of, where that is still on this machine.
string beside = Path.Combine(Path.GetDirectoryName(version.ModuleInfo.FileName) ?? "", "libmscordaccore.so");
using var runtime = File.Exists(beside) ? version.CreateRuntime(beside, ignoreMismatch: true) : version.CreateRuntime();
var types = new Dictionary<ulong, (long Count, ulong Size)>();
long edges = 0;

foreach (var item in runtime.Heap.EnumerateObjects())
{
    if (item.Type is null)
        continue;
    types.TryGetValue(item.Type.MethodTable, out var sum);
    types[item.Type.MethodTable] = (sum.Count + 1, sum.Size + item.Size);
    if (references)
        foreach (ulong _ in item.EnumerateReferenceAddresses())
            edges++;
}
Console.WriteLine($"{types.Values.Sum(t => t.Count)} objects, {types.Count} types, {edges} references");
