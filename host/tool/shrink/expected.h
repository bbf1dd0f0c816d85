/* expected.h - expected results of a changed program. */
#pragma once

#include "shrink/shrunk_program.h"

/* Stores results, one output after the other, as the expected ones, unless within the allowed error of the
   old ones. Floats may then differ by a share of the largest result (at least of 0.001), because
   implementations round differently. False: the size does not fit. */
bool shrunk_expect(shrunk_program *program, const char *got, size_t size);

/* Fits the expected results to an output's new size; their values do not count. */
void shrunk_expect_room(shrunk_program *program, int output);

/* Removes a folder with its files and folders; links are not followed. */
void shrunk_remove_tree(const char *path);
