/* The device and objects that all tests of a file share: AROUND(open_place, close_place). */
#pragma once

#include "support/sample.h"

extern sample_place place;
void open_place(void);
void close_place(void);
