#include "base/calls.h"

_Thread_local xl__calls *xl__noted;
