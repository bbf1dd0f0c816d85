/* branch: values of an independent program, and which sub-groups take the cheap branch. */
#include "expected/expected.h"

EXPECTED("branch")
