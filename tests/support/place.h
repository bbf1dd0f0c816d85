/*
 * place.h - the place in which all tests of a file run: AROUND(open_place, close_place).
 */
#pragma once

#include "support/sample.h"

extern sample_place place;
void open_place(void);
void close_place(void);
