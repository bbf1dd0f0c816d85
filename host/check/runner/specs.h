/* Parses a user's argument for a kernel: "3.5", "zeros:u32[512]", "random:f32[4096]", "iota:i32[64]",
   "local:512". */
#ifndef XL_CHECK_SPECS_H
#define XL_CHECK_SPECS_H

#include "client/worker_client.h"

struct check_data {
    char *bytes; /* of an array or a value; NULL: local memory */
    uint64_t size;
    char element; /* of an array: i, u or f */
    uint32_t element_bytes;
};

/* Reads text for a parameter. False: `why` has one line. */
bool specs_read(const struct check_parameter *parameter, const char *text, struct check_data *data, char *why,
                size_t room);

/* Suggests an argument for a parameter, for `items` work-items. */
void specs_suggest(const struct check_parameter *parameter, uint64_t items, char *text, size_t room);

#endif
