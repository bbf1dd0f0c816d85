/*
 * known.h - which program a request meant: a file, the kernels wanted of it, and the options as they were
 * given.
 *
 * To put a file's includes in place, to look for names in it and to hash it takes longer than all the rest of
 * a plan whose program is there. Built-in files do not change, so what was found out for them holds.
 */
#ifndef XL_KNOWN_H
#define XL_KNOWN_H

#include "base/text.h"

enum { XL__MOST_KNOWN = 256 };

/* The latest ones, in a ring. Empty when zeroed. */
typedef struct xl__known {
    struct {
        xl__hash request;
        char key[XL__HASH_TEXT];
    } item[XL__MOST_KNOWN];
    size_t added; /* also those that others have replaced */
} xl__known;

/* Of a file's name, the text that stands in its place (NULL: none), kernels (NULL: all) and options. */
xl__hash xl__known_request(const char *name, const char *own, const char *const *kernels,
                           const char *options);
/* The key of the program; NULL: it is not known. */
const char *xl__known_find(const xl__known *known, xl__hash request);
void xl__known_add(xl__known *known, xl__hash request, const char key[XL__HASH_TEXT]);

#endif
