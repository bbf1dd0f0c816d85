#include "text/os_memory.h"
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { STATUS = 5 }; /* TOOL_OUTPUT (system/exit_status.h) */

static struct {
    void (*act)(void *user);
    void *user;
    void (*clean)(void);
    bool quiet;
} last;

void tool_memory_at_end(void (*act)(void)) {
    last.clean = act;
}

void tool_memory_quiet(void) {
    last.quiet = true;
}

_Noreturn static void end_without_memory(void) {
    static const char text[] = "crosslane: out of memory; what was recorded until here is kept\n";
    void (*const act)(void *) = last.act;
    last.act = NULL;
    if (act) act(last.user);
    if (last.clean) last.clean();
    if (!last.quiet) (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(STATUS);
}

void *tool_need(void *memory) {
    if (!memory) end_without_memory();
    return memory;
}

static void *json_memory(size_t size) {
    return tool_need(malloc(size > 0 ? size : 1));
}

void tool_memory_guard(void (*act)(void *user), void *user) {
    last.act = act;
    last.user = user;
    json_set_alloc_funcs(json_memory, free);
}
