#include "campaign/lost_kernel.h"
#include "hints/source_hints.h"
#include "system/os_process.h"
#include "hints/user_kernels.h"
#include <stdio.h>
#include <string.h>

void tool_describe_lost_kernel(const tool_worker_end *end, double seconds, const char *kernel_dir,
                               const json_t *record, char *text, size_t size) {
    const char *const algorithm = json_string_value(json_object_get(record, "algorithm")),
                      *const name = json_string_value(json_object_get(record, "strategy"));
    const xl__strategy *const strategy =
        algorithm && name ? tool_strategy_named(kernel_dir, algorithm, name) : NULL;
    const bool died = end->kind == TOOL_END_DIED && end->code < 0;
    if (!strategy || !tool_is_own_source(kernel_dir, strategy) || (!died && end->kind != TOOL_END_HUNG))
        return;
    int used = 0;
    tool_diagnosis said = {.count = 0};
    if (end->kind == TOOL_END_HUNG)
        used = snprintf(text, size, "the kernel did not end within %.0f s of its launch", seconds);
    else
        used =
            snprintf(text, size, "the process ended while the kernel ran or was being compiled for it: %s%s",
                     tool_signal_text(-end->code),
                     tool_signal_is_memory(-end->code) ? "; look for an index outside of an array" : "");
    if (tool_add_source_hints(kernel_dir, strategy, &said) == 0 && end->kind == TOOL_END_HUNG)
        tool_diagnosis_add(&said,
                           "look for a loop whose end is never reached, and for a barrier or collective that "
                           "not every lane comes to");
    for (int i = 0; i < said.count && used > 0 && (size_t)used < size; i++)
        used += snprintf(text + used, size - (size_t)used, "\n%s", said.line[i]);
}
