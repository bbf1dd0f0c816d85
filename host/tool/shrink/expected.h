/*
 * expected.h - expected results of a changed program, and folders of files.
 */
#pragma once

#include "shrink/shrunk_program.h"

/* Stores results, one output after the other, as the expected ones. Results within the allowed error of the
   old ones change nothing. Else floats may differ by a share of the largest result (at least of 0.001),
   because implementations may round in their own ways. False: the size does not fit. */
bool shrunk_expect(shrunk_program *program, const char *got, size_t size);

/* Makes the expected results of an output fit to its new size; their values do not count. */
void shrunk_expect_room(shrunk_program *program, int output);

/* Removes a folder with its files and folders; links are not followed. */
void shrunk_remove_tree(const char *path);
