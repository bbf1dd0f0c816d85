/*
 * os_memory.h - memory that runs out.
 */
#pragma once

/* Memory that runs out inside the JSON library ends the process with one line: most of that library's calls
   could only lose a part of a result in silence. `act` (may be NULL) is called first, with `user`; it must
   get by without memory. */
void tool_memory_guard(void (*act)(void *user), void *user);

/* The same for memory of the command's own: gives back what is not NULL. */
void *tool_need(void *memory);

/* `act` is called then too, before the process ends, and must get by without memory as well. */
void tool_memory_at_end(void (*act)(void));

/* A worker's: the line is the parent's to say, who knows it by the exit status. */
void tool_memory_quiet(void);
