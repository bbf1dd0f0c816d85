#include "base/text.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(xl__text *text, size_t more) {
    if (text->failed) return false;
    if (more < text->capacity && text->size < text->capacity - more) return true;
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity - 1 < more || capacity - 1 - more < text->size) {
        if (capacity > SIZE_MAX / 2) {
            text->failed = true;
            return false;
        }
        capacity *= 2;
    }
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void xl__text_add(xl__text *text, const char *data, size_t size) {
    if (!reserve(text, size)) return;
    memcpy(text->data + text->size, data, size);
    text->size += size;
    text->data[text->size] = '\0';
}

void xl__text_format(xl__text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const size_t room = text->failed ? 0 : text->capacity - text->size;
    const int length = vsnprintf(room > 0 ? text->data + text->size : NULL, room, format, arguments);
    va_end(arguments);
    if (length < 0) {
        text->failed = true;
    } else if (reserve(text, (size_t)length)) {
        if ((size_t)length >= room) vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
        text->size += (size_t)length;
    }
    va_end(again);
}

void xl__text_free(xl__text *text) {
    free(text->data);
    *text = (xl__text){0};
}

xl__hash xl__hash_start(void) {
    return (xl__hash){UINT64_C(0xcbf29ce484222325), UINT64_C(0x9e3779b97f4a7c15)};
}

/* Two different byte-wise hashes: FNV-1a, and a multiply-rotate whose low bits depend on the high ones. */
void xl__hash_add(xl__hash *hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash->a = (hash->a ^ bytes[i]) * UINT64_C(0x100000001b3);
        hash->b = (hash->b + bytes[i] + 1) * UINT64_C(0xff51afd7ed558ccd);
        hash->b = (hash->b << 29) | (hash->b >> 35);
    }
}

void xl__hash_add_text(xl__hash *hash, const char *text) {
    xl__hash_add(hash, text, strlen(text) + 1);
}

void xl__hash_text(const xl__hash *hash, char text[XL__HASH_TEXT]) {
    snprintf(text, XL__HASH_TEXT, "%016" PRIx64 "%016" PRIx64, hash->a, hash->b);
}

char *xl__copy_text(const char *text) {
    if (!text) return NULL;
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy) memcpy(copy, text, size);
    return copy;
}

bool xl__copy_capped(char *to, size_t size, const char *from) {
    const size_t length = strlen(from);
    const size_t kept = length < size ? length : size - 1;
    memcpy(to, from, kept);
    to[kept] = '\0';
    return kept == length;
}

bool xl__is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

const char *xl__find_name(const char *text, const char *name, size_t size) {
    for (const char *at = text; (at = strchr(at, name[0])) != NULL && *at; at++)
        if ((at == text || !xl__is_name_part(at[-1])) && strncmp(at, name, size) == 0 &&
            !xl__is_name_part(at[size]))
            return at;
    return NULL;
}

int xl__find_choice(const char *choices, const char *word, size_t size) {
    int index = 0;
    for (const char *at = choices; *at; index++) {
        const size_t length = strcspn(at, "|");
        if (length == size && memcmp(at, word, size) == 0) return index;
        at += length + (at[length] == '|');
    }
    return -1;
}
