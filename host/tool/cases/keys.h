/* keys.h - keys to sort or select: their order as numbers, and the inputs of sort and topk. */
#pragma once

#include "cases/case.h"

/* How many keys of the type come before this one; floats in total order. */
uint64_t tool_key_number(const void *keys, xl_type type, size_t i);
int tool_key_bits(xl_type type);

#define TOOL_KEY_DISTRIBUTIONS TOOL_TEXTS("uniform", "few", "zipf", "entropy0201")
#define TOOL_KEY_EDGES TOOL_TEXTS("sorted", "reversed", "single", "low", "high", "special")
/* uniform: any bits, including NaN. few: 8 keys. zipf: number k of 65536 in proportion to 1 / (k + 1).
   entropy0201: five random words AND-ed, a fifth of a bit of information per bit (Thearling and Smith, 1992).
   low, high: only the lowest or highest 8 bits differ. special: zeros, NaNs, infinities, ends. `name`: the
   algorithm's, for messages. */
int tool_keys_fill(const char *name, const char *distribution, uint64_t seed, xl_type type, void *keys,
                   size_t many, xl_error *error);
