/* Each entry point implements OpenCL's function of that name. */
#ifndef XL_CHECK_ENTRIES_H
#define XL_CHECK_ENTRIES_H

#include "icd/objects.h"

cl_int icd_build_program(cl_program p, cl_uint devices, const cl_device_id *device, const char *options,
                         void(CL_CALLBACK *notify)(cl_program, void *), void *data);
cl_kernel icd_clone_kernel(cl_kernel from, cl_int *error);
cl_mem icd_create_buffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *error);
cl_mem icd_create_buffer_with_properties(cl_context context, const cl_mem_properties *properties,
                                         cl_mem_flags flags, size_t bytes, void *host, cl_int *error);
cl_context icd_create_context(const cl_context_properties *properties, cl_uint devices,
                              const cl_device_id *device,
                              void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                              void *data, cl_int *error);
cl_context icd_create_context_from_type(const cl_context_properties *properties, cl_device_type type,
                                        void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                                        void *data, cl_int *error);
cl_kernel icd_create_kernel(cl_program p, const char *name, cl_int *error);
cl_int icd_create_kernels(cl_program p, cl_uint room, cl_kernel *kernels, cl_uint *count);
cl_program icd_create_program(cl_context context, cl_uint count, const char **strings, const size_t *lengths,
                              cl_int *error);
cl_program icd_create_program_with_binary(cl_context context, cl_uint devices, const cl_device_id *device,
                                          const size_t *lengths, const unsigned char **binaries,
                                          cl_int *statuses, cl_int *error);
cl_command_queue icd_create_queue(cl_context context, cl_device_id device, cl_command_queue_properties bits,
                                  cl_int *error);
cl_command_queue icd_create_queue_with_properties(cl_context context, cl_device_id device,
                                                  const cl_queue_properties *properties, cl_int *error);
cl_mem icd_create_sub_buffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
                             cl_int *error);
cl_event icd_create_user_event(cl_context context, cl_int *error);
cl_int icd_enqueue_barrier(cl_command_queue queue);
cl_int icd_enqueue_barrier_with(cl_command_queue queue, cl_uint waits, const cl_event *wait, cl_event *event);
cl_int icd_enqueue_copy(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                        size_t bytes, cl_uint waits, const cl_event *wait, cl_event *event);
cl_int icd_enqueue_copy_rect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                             const size_t *to_origin, const size_t *region, size_t from_row,
                             size_t from_slice, size_t to_row, size_t to_slice, cl_uint waits,
                             const cl_event *wait, cl_event *event);
cl_int icd_enqueue_fill(cl_command_queue queue, cl_mem m, const void *pattern, size_t pattern_bytes,
                        size_t offset, size_t bytes, cl_uint waits, const cl_event *wait, cl_event *event);
cl_int icd_enqueue_kernel(cl_command_queue queue, cl_kernel k, cl_uint dimensions, const size_t *offset,
                          const size_t *global, const size_t *local, cl_uint waits, const cl_event *wait,
                          cl_event *event);
void *icd_enqueue_map(cl_command_queue queue, cl_mem m, cl_bool blocking, cl_map_flags flags, size_t offset,
                      size_t bytes, cl_uint waits, const cl_event *wait, cl_event *event, cl_int *status);
cl_int icd_enqueue_marker(cl_command_queue queue, cl_event *event);
cl_int icd_enqueue_marker_with(cl_command_queue queue, cl_uint waits, const cl_event *wait, cl_event *event);
cl_int icd_enqueue_migrate(cl_command_queue queue, cl_uint count, const cl_mem *memory,
                           cl_mem_migration_flags flags, cl_uint waits, const cl_event *wait,
                           cl_event *event);
cl_int icd_enqueue_read(cl_command_queue queue, cl_mem m, cl_bool blocking, size_t offset, size_t bytes,
                        void *to, cl_uint waits, const cl_event *wait, cl_event *event);
cl_int icd_enqueue_read_rect(cl_command_queue queue, cl_mem m, cl_bool blocking, const size_t *origin,
                             const size_t *host_origin, const size_t *region, size_t row, size_t slice,
                             size_t host_row, size_t host_slice, void *to, cl_uint waits,
                             const cl_event *wait, cl_event *event);
cl_int icd_enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint waits, const cl_event *wait,
                        cl_event *event);
cl_int icd_enqueue_unmap(cl_command_queue queue, cl_mem m, void *at, cl_uint waits, const cl_event *wait,
                         cl_event *event);
cl_int icd_enqueue_wait(cl_command_queue queue, cl_uint waits, const cl_event *wait);
cl_int icd_enqueue_write(cl_command_queue queue, cl_mem m, cl_bool blocking, size_t offset, size_t bytes,
                         const void *from, cl_uint waits, const cl_event *wait, cl_event *event);
cl_int icd_enqueue_write_rect(cl_command_queue queue, cl_mem m, cl_bool blocking, const size_t *origin,
                              const size_t *host_origin, const size_t *region, size_t row, size_t slice,
                              size_t host_row, size_t host_slice, const void *from, cl_uint waits,
                              const cl_event *wait, cl_event *event);
cl_int icd_finish(cl_command_queue queue);
cl_int icd_flush(cl_command_queue queue);
cl_int icd_get_argument_info(cl_kernel k, cl_uint i, cl_kernel_arg_info name, size_t room, void *value,
                             size_t *size);
cl_int icd_get_build_info(cl_program p, cl_device_id device, cl_program_build_info name, size_t room,
                          void *value, size_t *size);
cl_int icd_get_context_info(cl_context context, cl_context_info name, size_t room, void *value, size_t *size);
cl_int icd_get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint entries,
                          cl_device_id *devices, cl_uint *count);
cl_int icd_get_device_info(cl_device_id device, cl_device_info name, size_t room, void *value, size_t *size);
cl_int icd_get_event_info(cl_event event, cl_event_info name, size_t room, void *value, size_t *size);
cl_int icd_get_kernel_info(cl_kernel k, cl_kernel_info name, size_t room, void *value, size_t *size);
cl_int icd_get_memory_info(cl_mem m, cl_mem_info name, size_t room, void *value, size_t *size);
cl_int icd_get_platform_ids(cl_uint entries, cl_platform_id *platforms, cl_uint *count);
cl_int icd_get_platform_info(cl_platform_id platform, cl_platform_info name, size_t room, void *value,
                             size_t *size);
cl_int icd_get_profiling_info(cl_event event, cl_profiling_info name, size_t room, void *value, size_t *size);
cl_int icd_get_program_info(cl_program p, cl_program_info name, size_t room, void *value, size_t *size);
cl_int icd_get_queue_info(cl_command_queue queue, cl_command_queue_info name, size_t room, void *value,
                          size_t *size);
cl_int icd_get_sub_group_info(cl_kernel k, cl_device_id device, cl_kernel_sub_group_info name, size_t bytes,
                              const void *input, size_t room, void *value, size_t *size);
cl_int icd_get_work_group_info(cl_kernel k, cl_device_id device, cl_kernel_work_group_info name, size_t room,
                               void *value, size_t *size);
uint32_t icd_kernel_width(cl_kernel k);
cl_int icd_release_context(cl_context x);
cl_int icd_release_event(cl_event x);
cl_int icd_release_kernel(cl_kernel x);
cl_int icd_release_memory(cl_mem x);
cl_int icd_release_program(cl_program x);
cl_int icd_release_queue(cl_command_queue x);
cl_int icd_retain_context(cl_context x);
cl_int icd_retain_device(cl_device_id device);
cl_int icd_retain_event(cl_event x);
cl_int icd_retain_kernel(cl_kernel x);
cl_int icd_retain_memory(cl_mem x);
cl_int icd_retain_program(cl_program x);
cl_int icd_retain_queue(cl_command_queue x);
cl_int icd_set_argument(cl_kernel k, cl_uint i, size_t bytes, const void *value);
cl_int icd_set_callback(cl_event event, cl_int when, void(CL_CALLBACK *call)(cl_event, cl_int, void *),
                        void *data);
cl_int icd_set_destructor(cl_mem m, void(CL_CALLBACK *call)(cl_mem, void *), void *data);
cl_int icd_set_user_event_status(cl_event event, cl_int status);
cl_int icd_wait_for_events(cl_uint count, const cl_event *events);

#endif
