/* Growing text, and the hash that names cache entries. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed: empty. After a failed allocation `failed` stays set; additions do nothing. */
typedef struct xl__text {
    char *data; /* NUL at data[size]; NULL: nothing added yet */
    size_t size, capacity;
    bool failed;
} xl__text;

void xl__text_add(xl__text *text, const char *data, size_t size);
void xl__text_format(xl__text *text, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void xl__text_free(xl__text *text);

/* 128 bits, not cryptographic. */
typedef struct xl__hash {
    uint64_t a, b;
} xl__hash;

enum { XL__HASH_TEXT = 33 };
xl__hash xl__hash_start(void);
void xl__hash_add(xl__hash *hash, const void *data, size_t size);
void xl__hash_add_text(xl__hash *hash, const char *text); /* with its NUL, so that "a","bc" is not "ab","c" */
void xl__hash_text(const xl__hash *hash, char text[XL__HASH_TEXT]); /* 32 hexadecimal digits */

/* For free(); NULL: no memory, or `text` is NULL. */
char *xl__copy_text(const char *text);
/* Copies at most size - 1 characters and a NUL; true: all fitted. */
bool xl__copy_capped(char *to, size_t size, const char *from);

bool xl__is_name_part(char c);
/* The first `name` in the text that is a whole identifier; NULL: none. */
const char *xl__find_name(const char *text, const char *name, size_t size);

/* Index of a word in "linear|quadratic"; -1: absent. */
int xl__find_choice(const char *choices, const char *word, size_t size);
