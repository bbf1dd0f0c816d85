/* os_memory.h - lack of memory ends the process with one line. */
#pragma once

/* Also inside the JSON library, which could lose parts of a result. First calls `act` (may be NULL), which
   must work without memory. */
void tool_memory_guard(void (*act)(void *user), void *user);

/* Returns `memory` unless it is NULL. */
void *tool_need(void *memory);

/* `act` must work without memory. */
void tool_memory_at_end(void (*act)(void));

/* In a worker: its parent prints the line. */
void tool_memory_quiet(void);
