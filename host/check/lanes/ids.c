/* Ids of the work-item, under the names that compiled kernels use. */
#include "fibers/machine.h"

#define ID(type, name, mangled, parameter)                                                                   \
    CHECK_HOOK type name(parameter) __asm__(mangled);                                                        \
    type name(parameter)

static uint32_t sizes_of(uint64_t group, uint32_t d) { /* the last work-groups may be smaller */
    const struct check_request *q = machine.request;
    uint64_t rest = q->global[d] - group * q->local[d];
    return (uint32_t)(rest < q->local[d] ? rest : q->local[d]);
}

ID(uint32_t, work_dim, "_Z12get_work_dimv", void) {
    return machine.request->dimensions;
}
ID(uint64_t, global_size, "_Z15get_global_sizej", uint32_t d) {
    return d < 3 ? machine.request->global[d] : 1;
}
ID(uint64_t, global_offset, "_Z17get_global_offsetj", uint32_t d) {
    return d < 3 ? machine.request->offset[d] : 0;
}
ID(uint64_t, group_id, "_Z12get_group_idj", uint32_t d) {
    return d < 3 ? machine.item->group->id[d] : 0;
}
ID(uint64_t, num_groups, "_Z14get_num_groupsj", uint32_t d) {
    return d < 3 ? machine.groups[d] : 1;
}
ID(uint64_t, local_id, "_Z12get_local_idj", uint32_t d) {
    return d < 3 ? machine.item->local[d] : 0;
}
ID(uint64_t, local_size, "_Z14get_local_sizej", uint32_t d) {
    return d < 3 ? sizes_of(machine.item->group->id[d], d) : 1;
}
ID(uint64_t, enqueued_local_size, "_Z23get_enqueued_local_sizej", uint32_t d) {
    return d < 3 ? machine.request->local[d] : 1;
}
ID(uint64_t, global_id, "_Z13get_global_idj", uint32_t d) {
    if (d >= 3) return 0;
    const struct check_request *q = machine.request;
    return q->offset[d] + machine.item->group->id[d] * q->local[d] + machine.item->local[d];
}
ID(uint64_t, global_linear_id, "_Z20get_global_linear_idv", void) {
    const struct check_request *q = machine.request;
    uint64_t at[3];
    for (uint32_t d = 0; d < 3; ++d)
        at[d] = machine.item->group->id[d] * q->local[d] + machine.item->local[d];
    return (at[2] * q->global[1] + at[1]) * q->global[0] + at[0];
}
ID(uint64_t, local_linear_id, "_Z19get_local_linear_idv", void) {
    return machine.item->index;
}
ID(uint32_t, sub_group_size, "_Z18get_sub_group_sizev", void) {
    const struct item *me = machine.item;
    uint32_t width = machine.request->width, rest = me->group->items - me->sub_group * width;
    return rest < width ? rest : width;
}
ID(uint32_t, max_sub_group_size, "_Z22get_max_sub_group_sizev", void) {
    uint64_t items = machine.request->local[0] * machine.request->local[1] * machine.request->local[2];
    return items < machine.request->width ? (uint32_t)items : machine.request->width;
}
ID(uint32_t, num_sub_groups, "_Z18get_num_sub_groupsv", void) {
    return machine.item->group->sub_groups;
}
ID(uint32_t, enqueued_num_sub_groups, "_Z27get_enqueued_num_sub_groupsv", void) {
    uint64_t items = machine.request->local[0] * machine.request->local[1] * machine.request->local[2];
    return (uint32_t)((items + machine.request->width - 1) / machine.request->width);
}
ID(uint32_t, sub_group_id, "_Z16get_sub_group_idv", void) {
    return machine.item->sub_group;
}
ID(uint32_t, sub_group_local_id, "_Z22get_sub_group_local_idv", void) {
    return machine.item->lane;
}

/* For the built-in library. */
ID(uint32_t, own_lane, "xlc_lane", void) {
    return machine.item->lane;
}
ID(uint32_t, own_width, "xlc_width", void) {
    return sub_group_size();
}
ID(uint32_t, own_max_width, "xlc_max_width", void) {
    return max_sub_group_size();
}
ID(uint64_t, local_index, "xlc_local_index", void) {
    return machine.item->index;
}
ID(uint64_t, local_count, "xlc_local_count", void) {
    return machine.item->group->items;
}
