#include "job/turns.h"
#include <stdbool.h>

int tool_rounds_for(int samples, int usual) {
    const int wanted = samples / 2;
    return wanted < usual ? usual : wanted > TOOL_MOST_ROUNDS ? TOOL_MOST_ROUNDS : wanted;
}

long tool_turn_of(long problem, int step) {
    return problem * TOOL_STEPS + step;
}

static bool is_backwards(long turn) {
    const long round = turn < 0 ? -1 : turn % TOOL_STEPS - TOOL_FIRST_ROUND;
    return round >= 0 && round < TOOL_MOST_ROUNDS && round % 2 == 1;
}

int tool_turn_next(const long *turn, int count) {
    int next = -1;
    for (int i = 0; i < count; i++) {
        if (turn[i] == TOOL_NO_TURN) continue;
        if (next < 0 || turn[i] < turn[next] || (turn[i] == turn[next] && is_backwards(turn[i]))) next = i;
    }
    return next;
}
