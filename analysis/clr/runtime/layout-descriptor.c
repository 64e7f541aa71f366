#include "analysis/clr/runtime/layout-descriptor.h"

#include <stddef.h>

/* Which member each published field is; several rows for one member are its names in different versions. */
static const struct
{
  const char *type, *field;
  gsize member;
} members[] = {
#define MEMBER(type, field, member) { type, field, offsetof (MgLayout, member) }
  MEMBER ("ThreadStore", "FirstThreadLink", store_first_thread),
  MEMBER ("ThreadStore", "ThreadCount", store_thread_count),
  MEMBER ("Thread", "LinkNext", thread_link),
  MEMBER ("Thread", "OSId", thread_os_id),
  MEMBER ("Thread", "Id", thread_managed_id),
  MEMBER ("Thread", "State", thread_state),
  MEMBER ("Thread", "PreemptiveGCDisabled", thread_preemptive_disabled),
  MEMBER ("Thread", "Frame", thread_frame),
  MEMBER ("Thread", "GCHandle", thread_exposed_weak),
  MEMBER ("Thread", "ExposedObject", thread_exposed_weak),
  MEMBER ("Thread", "RuntimeThreadLocals", thread_locals),
  MEMBER ("Thread", "ThreadLocalDataPtr", thread_local_data),
  MEMBER ("Thread", "GCFrame", thread_protected),
  MEMBER ("EEClass", "NumInstanceFields", class_instance_fields),
  MEMBER ("EEClass", "NumStaticFields", class_static_fields),
  MEMBER ("EEClass", "NumThreadStaticFields", class_thread_static_fields),
  MEMBER ("EEClass", "CorTypeAttr", class_attributes),
  MEMBER ("Module", "Base", module_base),
  MEMBER ("Module", "PEAssembly", module_peassembly),
  MEMBER ("PEAssembly", "PEImage", peassembly_image),
  MEMBER ("PEImage", "LoadedImageLayout", image_layout_loaded),
  MEMBER ("PEImage", "FlatImageLayout", image_layout_flat),
  MEMBER ("PEImageLayout", "Base", image_layout_base),
  MEMBER ("Module", "DynamicMetadata", module_dynamic_metadata),
  MEMBER ("Module", "TypeDefToMethodTableMap", module_typedef_map),
  MEMBER ("Module", "TypeRefToMethodTableMap", module_typeref_map),
  MEMBER ("Module", "MethodDefToDescMap", module_methoddef_map),
  MEMBER ("Module", "FieldDefToDescMap", module_fielddef_map),
  MEMBER ("Module", "AvailableTypeParams", module_type_params),
  MEMBER ("Module", "LoaderAllocator", module_loader_allocator),
  MEMBER ("Module", "ReadyToRunInfo", module_ready_to_run),
  MEMBER ("ReadyToRunInfo", "EntryPointToMethodDescMap", ready_to_run_entry_points),
  MEMBER ("AppDomain", "DomainAssemblyList", domain_assemblies),
  MEMBER ("AppDomain", "AssemblyList", domain_assemblies),
  MEMBER ("LoaderAllocator", "ObjectHandle", loader_allocator_handle),
  MEMBER ("HandleTable", "SegmentList", handle_table_first_segment),
#undef MEMBER
};

/* What was the same in every version, and stands in the code as a number. */
static const struct
{
  const char *type, *field;
  gint16 offset;
} fixed[] = {
  { "MethodTable", "MTFlags", 0 },         { "MethodTable", "BaseSize", 4 },
  { "MethodTable", "MTFlags2", 8 },        { "MethodTable", "NumVirtuals", 12 },
  { "MethodTable", "NumInterfaces", 14 },  { "MethodTable", "ParentMethodTable", 16 },
  { "MethodTable", "Module", 24 },         { "MethodTable", "AuxiliaryData", 32 },
  { "MethodTable", "EEClassOrCanonMT", 40 }, { "MethodTable", "PerInstInfo", 48 },
  { "EEClass", "MethodTable", 16 },        { "EEClass", "FieldDescList", 24 },
  { "EEClass", "MethodDescChunk", 32 },    { "ModuleLookupMap", "TableData", 8 },
  { "ModuleLookupMap", "Next", 0 },        { "ModuleLookupMap", "Count", 16 },
  { "ReadyToRunInfo", "RuntimeFunctions", 80 }, { "ReadyToRunInfo", "NumRuntimeFunctions", 88 },
  { "TableSegment", "RgTail", 1920 },      { "TableSegment", "RgValue", 4096 },
  { "TableSegment", "RgUserData", 1680 },
};

static void
put (MgLayoutComparison *comparison, gint16 *member, gint16 value)
{
  comparison->n_published++;
  if (*member != value)
    comparison->n_different++;
  *member = value;
}

/* An allocation context lies in a structure in a structure of the thread's locals. */
static void
put_alloc_context (MgLayout *layout, MgDescriptor *descriptor, MgLayoutComparison *comparison)
{
  gint16 outer, inner = 0, pointer = 0;

  if (!mg_descriptor_offset (descriptor, "RuntimeThreadLocals", "AllocContext", &outer))
    return;
  mg_descriptor_offset (descriptor, "EEAllocContext", "GCAllocationContext", &inner);
  mg_descriptor_offset (descriptor, "GCAllocContext", "Pointer", &pointer);
  if ((int) outer + inner + pointer <= G_MAXINT16)
    put (comparison, &layout->alloc_context, (gint16) (outer + inner + pointer));
}

MgLayoutComparison
mg_layout_from_descriptor (MgLayout *layout, MgDescriptor *descriptor)
{
  MgLayoutComparison comparison = { .readable = TRUE };
  guint64 types;
  gint16 offset;

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    if (mg_descriptor_offset (descriptor, members[i].type, members[i].field, &offset))
      put (&comparison, (gint16 *) (gpointer) ((char *) layout + members[i].member), offset);
  if (mg_descriptor_offset (descriptor, "Thread", "GCHandle", &offset)
      || mg_descriptor_offset (descriptor, "Thread", "ExposedObject", &offset))
    put (&comparison, &layout->thread_exposed_strong, (gint16) MIN (offset + 8, G_MAXINT16));
  put_alloc_context (layout, descriptor, &comparison);
  if (mg_descriptor_number (descriptor, "HandleMaxInternalTypes", &types) && types > 0 && types < 64)
    put (&comparison, &layout->handle_types, (gint16) types);
  for (gsize i = 0; i < G_N_ELEMENTS (fixed); i++)
    if (mg_descriptor_offset (descriptor, fixed[i].type, fixed[i].field, &offset) && offset != fixed[i].offset)
      comparison.readable = FALSE;
  return comparison;
}
