/* turns.c - whose turn it is. */
#include "job/turns.h"
#include <stdbool.h>

long tool_turn_of(long problem, int step) {
    return problem * TOOL_STEPS + step;
}

int tool_turn_next(const long *turn, int count) {
    int next = -1;
    for (int i = 0; i < count; i++) {
        if (turn[i] == TOOL_NO_TURN) continue;
        const bool backwards = turn[i] >= 0 && turn[i] % TOOL_STEPS == TOOL_SECOND_HALF;
        if (next < 0 || turn[i] < turn[next] || (turn[i] == turn[next] && backwards)) next = i;
    }
    return next;
}
