#include "analysis/clr/layout.h"

/* Measured on 6.0.36, 7.0.20, 8.0.0, 8.0.33, 9.0.1, 9.0.22, 10.0.9, 10.0.15 and 11.0.0 on Linux x64. */
static const MgLayout layouts[] = {
  {
    .major = 8, .os = MG_OS_LINUX, .architecture = MG_ARCH_X64,
    .store_first_thread = 160, .store_thread_count = 184,
    .thread_link = 232, .thread_os_id = 424, .thread_managed_id = 32, .thread_state = 8, .thread_preemptive_disabled = 12,
    .thread_frame = 16, .thread_exposed_weak = 432, .thread_exposed_strong = 440, .thread_locals = -1, .alloc_context = 88,
    .thread_local_data = 1080, .collectible_bit = 0x10000000, .packed_counts = TRUE, .class_instance_fields = -1,
    .class_static_fields = -1, .class_thread_static_fields = -1, .class_attributes = 40, .module_base = -1,
    .module_peassembly = 272, .peassembly_image = 8, .image_layout_loaded = 120, .image_layout_flat = 112,
    .image_layout_base = 8, .module_dynamic_metadata = -1, .module_typedef_map = 752, .module_typeref_map = 8,
    .module_type_params = 968, .module_loader_allocator = 248, .module_ready_to_run = 1152,
    .ready_to_run_entry_points = 432, .module_index = 1232, .module_local = 1224, .module_local_statics = 32,
    .domain_assemblies = 2544, .loader_allocator_handle = 976, .handle_table_first_segment = 48, .handle_types = 12,
  },
  {
    .major = 9, .os = MG_OS_LINUX, .architecture = MG_ARCH_X64,
    .store_first_thread = 160, .store_thread_count = 184,
    .thread_link = 112, .thread_os_id = 296, .thread_managed_id = 16, .thread_state = 0, .thread_preemptive_disabled = 4,
    .thread_frame = 8, .thread_exposed_weak = 304, .thread_exposed_strong = 312, .thread_locals = 32, .alloc_context = 0,
    .thread_local_data = 928, .module_at_24 = TRUE, .wide_rid = TRUE, .collectible_bit = 0x00200000,
    .class_instance_fields = 50, .class_static_fields = 54, .class_thread_static_fields = 58, .class_attributes = 40,
    .module_base = 288, .module_peassembly = 280, .peassembly_image = 8, .image_layout_loaded = 120,
    .image_layout_flat = 112, .image_layout_base = 8, .module_dynamic_metadata = 1120, .module_typedef_map = 624,
    .module_typeref_map = 8, .module_type_params = 808, .module_loader_allocator = 248, .module_ready_to_run = 984,
    .ready_to_run_entry_points = 432, .module_index = -1, .module_local = -1, .module_local_statics = -1,
    .domain_assemblies = 1824, .loader_allocator_handle = 1128, .handle_table_first_segment = 48, .handle_types = 12,
  },
  {
    .major = 10, .os = MG_OS_LINUX, .architecture = MG_ARCH_X64,
    .store_first_thread = 88, .store_thread_count = 112,
    .thread_link = 112, .thread_os_id = 296, .thread_managed_id = 16, .thread_state = 0, .thread_preemptive_disabled = 4,
    .thread_frame = 8, .thread_exposed_weak = 304, .thread_exposed_strong = 312, .thread_locals = 32, .alloc_context = 8,
    .thread_local_data = 568, .module_at_24 = TRUE, .wide_rid = TRUE, .collectible_bit = 0x00200000,
    .class_instance_fields = 50, .class_static_fields = 54, .class_thread_static_fields = 58, .class_attributes = 40,
    .module_base = 224, .module_peassembly = 216, .peassembly_image = 8, .image_layout_loaded = 128,
    .image_layout_flat = 120, .image_layout_base = 8, .module_dynamic_metadata = 840, .module_typedef_map = 416,
    .module_typeref_map = 8, .module_type_params = 600, .module_loader_allocator = 176, .module_ready_to_run = 704,
    .ready_to_run_entry_points = 360, .module_index = -1, .module_local = -1, .module_local_statics = -1,
    .domain_assemblies = 576, .loader_allocator_handle = 752, .handle_table_first_segment = 56, .handle_types = 13,
  },
  {
    .major = 11, .os = MG_OS_LINUX, .architecture = MG_ARCH_X64,
    .store_first_thread = 88, .store_thread_count = 96,
    .thread_link = 112, .thread_os_id = 224, .thread_managed_id = 16, .thread_state = 0, .thread_preemptive_disabled = 4,
    .thread_frame = 8, .thread_exposed_weak = 232, .thread_exposed_strong = 240, .thread_locals = 32, .alloc_context = 8,
    .thread_local_data = 496, .thread_list_of_threads = TRUE, .module_at_24 = TRUE, .wide_rid = TRUE,
    .collectible_bit = 0x00200000, .class_instance_fields = 50, .class_static_fields = 54,
    .class_thread_static_fields = 58, .class_attributes = 40, .module_base = 224, .module_peassembly = 216,
    .peassembly_image = 8, .image_layout_loaded = 128, .image_layout_flat = 120, .image_layout_base = 16,
    .module_dynamic_metadata = 840, .module_typedef_map = 416, .module_typeref_map = 8, .module_type_params = 600,
    .module_loader_allocator = 176, .module_ready_to_run = 704, .ready_to_run_entry_points = 376, .module_index = -1,
    .module_local = -1, .module_local_statics = -1, .domain_assemblies = 576, .loader_allocator_handle = 664,
    .handle_table_first_segment = 56, .handle_types = 13,
  },
};

const MgLayout *
mg_layout_find (int major, MgOperatingSystem os, MgArchitecture architecture)
{
  for (gsize i = 0; i < G_N_ELEMENTS (layouts); i++)
    if (layouts[i].major == major && layouts[i].os == os && layouts[i].architecture == architecture)
      return &layouts[i];
  return NULL;
}
