/*
 * place.h - the device and its objects that all tests of a file use: AROUND(open_place, close_place).
 */
#pragma once

#include "support/sample.h"

extern sample_place place;
void open_place(void);
void close_place(void);
