/* branch: values of a program of other origin, and which sub-groups take the cheap way. */
#include "expected/expected.h"

EXPECTED("branch")
