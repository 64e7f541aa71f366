// Prints what PerfView's own classes read from a .gcdump file:
//
//   graph NODES TYPES TOTAL-SIZE ROOT
//   type INDEX MODULE NAME          separated by tabs
//   node INDEX TYPE ADDRESS SIZE CHILD,CHILD,…
using Graphs;

var dump = new GCHeapDump(args[0]);
MemoryGraph graph = dump.MemoryGraph;
using var output = new StreamWriter(Console.OpenStandardOutput(), bufferSize: 1 << 20);
Node node = graph.AllocNodeStorage();
NodeType type = graph.AllocTypeNodeStorage();

output.WriteLine($"graph {graph.NodeCount} {graph.NodeTypeCount} {graph.TotalSize} {(int)graph.RootIndex}");
for (var t = (NodeTypeIndex)0; t < graph.NodeTypeIndexLimit; t++)
{
    graph.GetType(t, type);
    output.WriteLine($"type {(int)t}\t{type.ModuleName}\t{type.Name}");
}
for (var n = (NodeIndex)0; n < graph.NodeIndexLimit; n++)
{
    graph.GetNode(n, node);
    output.Write($"node {(int)n} {(int)node.TypeIndex} {graph.GetAddress(n)} {node.Size} ");
    string comma = "";
    for (NodeIndex child = node.GetFirstChildIndex(); child != NodeIndex.Invalid; child = node.GetNextChildIndex())
    {
        output.Write($"{comma}{(int)child}");
        comma = ",";
    }
    output.WriteLine();
}
