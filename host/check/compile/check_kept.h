/* Compiled programs that are kept on disk (program/cache.h). */
#ifndef XL_CHECK_KEPT_H
#define XL_CHECK_KEPT_H

#include "base/text.h"
#include "compile/check_program.h"

/* The key of compiler, words and texts. False: the source includes files or depends on the time, so its
 * program is not kept.
 */
bool kept_key(char *const words[], const char *const text[], size_t texts, char key[XL__HASH_TEXT]);

/* Writes the object to program->object, sets the log, and returns what the first pass found, for the caller
 * to free. NULL: none.
 */
char *kept_read(const char key[XL__HASH_TEXT], struct check_program *program);

/* A failure only costs time. */
void kept_write(const char key[XL__HASH_TEXT], const char *code, const struct check_program *program);

#endif
