#include "expected/expected.h"

EXPECTED("branch")
