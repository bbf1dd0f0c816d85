#include "table/expression.h"
#include "table/algorithm.h"
#include "base/status.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 24, MOST_STACK = 32 };

typedef enum operation {
    LITERAL,
    VALUE,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER,
    LESS,
    NOT_ABOVE,
    EQUAL,
    AND,
    OR,
    NOT,
    SELECT,
    BLOCKS,
    MINIMUM,
    MAXIMUM,
    ROUND_UP,
    POWER_OF_2
} operation;

void xl__code_free(xl__code *code) {
    if (!code->lent) free(code->terms);
    *code = (xl__code){0};
}

/* ---- compiling ------------------------------------------------------------------------------------ */

typedef struct compiler {
    xl__code *code;
    const xl__scope *scope;
    const char *text, *at;
    const char *choices; /* words allowed here, of the compared choice or the result; NULL: none */
    int depth, stack;    /* of the parser; of the interpreter */
    int first;
    xl_error *error;
    int status;
} compiler;

static void fail(compiler *c, const char *what) {
    if (c->status != XL_SUCCESS) return;
    const int rest = (int)strcspn(c->at, " \t");
    c->status = xl__fail(c->error, XL_BAD_VALUE, "'%s': %s at '%.*s'", c->text, what, rest, c->at);
}

static void emit(compiler *c, operation op, uint64_t operand) {
    xl__code *code = c->code;
    if (c->status != XL_SUCCESS) return;
    c->stack += op <= VALUE ? 1 : op == NOT || op == POWER_OF_2 ? 0 : op == SELECT ? -2 : -1;
    if (c->stack > MOST_STACK) {
        fail(c, "too deep");
        return;
    }
    if (code->count - c->first == XL__MOST_TERMS || (code->lent && code->count == code->capacity)) {
        fail(c, "too long");
        return;
    }
    if (code->count == code->capacity) {
        const int capacity = code->capacity ? 2 * code->capacity : 64;
        xl__term *terms = realloc(code->terms, (size_t)capacity * sizeof *terms);
        if (!terms) {
            c->status = xl__fail_memory(c->error);
            return;
        }
        code->terms = terms;
        code->capacity = capacity;
    }
    code->terms[code->count++] = (xl__term){(int)op, operand};
}

static void skip_space(compiler *c) {
    while (*c->at == ' ' || *c->at == '\t') c->at++;
}

/* "<" does not match the start of "<=". */
static bool take(compiler *c, const char *word) {
    skip_space(c);
    if (*c->at != word[0]) return false;
    const size_t size = strlen(word);
    if (strncmp(c->at, word, size) != 0) return false;
    if (size == 1 && (word[0] == '<' || word[0] == '>') && c->at[1] == '=') return false;
    c->at += size;
    return true;
}

static void choice(compiler *c);

static void number(compiler *c) {
    uint64_t value = 0;
    for (; *c->at >= '0' && *c->at <= '9'; c->at++) {
        const uint64_t digit = (uint64_t)(*c->at - '0');
        if (value > (UINT64_MAX - digit) / 10) {
            fail(c, "the number passes 64 bits");
            return;
        }
        value = 10 * value + digit;
    }
    emit(c, LITERAL, value);
}

static bool is_word(const char *name, size_t size, const char *word) {
    return strlen(word) == size && memcmp(name, word, size) == 0;
}

static void call(compiler *c, const char *name, size_t size) {
    static const struct {
        const char *name;
        operation op;
    } functions[] = {{"blocks", BLOCKS},
                     {"min", MINIMUM},
                     {"max", MAXIMUM},
                     {"round_up", ROUND_UP},
                     {"power_of_2", POWER_OF_2}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!is_word(name, size, functions[i].name)) continue;
        choice(c);
        if (functions[i].op != POWER_OF_2) {
            if (!take(c, ",")) fail(c, "a comma is missing");
            choice(c);
        }
        if (!take(c, ")")) fail(c, "a bracket is missing");
        emit(c, functions[i].op, 0);
        return;
    }
    c->at = name;
    fail(c, "there is no such function");
}

/* Compiles the text in place, as if in parentheses. */
static void compile_named(compiler *c, const char *text) {
    compiler inner = *c;
    inner.text = inner.at = text;
    inner.choices = NULL;
    choice(&inner);
    skip_space(&inner);
    if (*inner.at) fail(&inner, "this does not belong here");
    c->status = inner.status;
    c->stack = inner.stack;
}

static void value(compiler *c, const char *name, size_t size) {
    const int place = c->scope->find(c->scope->of, name, size);
    const char *text = place < 0 && c->scope->text ? c->scope->text(c->scope->of, name, size) : NULL;
    if (place >= 0) {
        emit(c, VALUE, (uint64_t)place);
    } else if (text) {
        compile_named(c, text);
    } else {
        c->at = name;
        fail(c, c->choices ? "the choice has no such word" : "there is no such name");
    }
}

static void name_or_call(compiler *c) {
    const char *name = c->at;
    while (xl__is_name_part(*c->at)) c->at++;
    const size_t size = (size_t)(c->at - name);
    const int word = c->choices ? xl__find_choice(c->choices, name, size) : -1;
    if (word >= 0) {
        emit(c, LITERAL, (uint64_t)word);
    } else if (take(c, "(")) {
        call(c, name, size);
    } else {
        value(c, name, size);
    }
}

static void primary(compiler *c) {
    skip_space(c);
    if (c->status != XL_SUCCESS) return;
    if (++c->depth > MOST_DEPTH) {
        fail(c, "too deep");
    } else if (take(c, "(")) {
        choice(c);
        if (!take(c, ")")) fail(c, "a bracket is missing");
    } else if (*c->at >= '0' && *c->at <= '9') {
        number(c);
    } else if (xl__is_name_part(*c->at)) {
        name_or_call(c);
    } else {
        fail(c, "a value is missing");
    }
    c->depth--;
}

static void product(compiler *c) {
    primary(c);
    while (c->status == XL_SUCCESS) {
        skip_space(c);
        const operation op = *c->at == '*'   ? MULTIPLY
                             : *c->at == '/' ? DIVIDE
                             : *c->at == '%' ? REMAINDER
                                             : LITERAL;
        if (op == LITERAL) return;
        c->at++;
        primary(c);
        emit(c, op, 0);
    }
}

static void sum(compiler *c) {
    product(c);
    while (c->status == XL_SUCCESS) {
        const operation op = *c->at == '+' ? ADD : *c->at == '-' ? SUBTRACT : LITERAL;
        if (op == LITERAL) return;
        c->at++;
        product(c);
        emit(c, op, 0);
    }
}

static const char *words_of_last(const compiler *c, int first) {
    const xl__code *code = c->code;
    if (code->count != first + 1 || code->terms[first].op != VALUE) return NULL;
    return c->scope->choices(c->scope->of, (int)code->terms[first].operand);
}

static void comparison(compiler *c) {
    const int first = c->code->count;
    sum(c);
    if (c->status != XL_SUCCESS || !*c->at || !strchr("=!<>", *c->at)) return;
    /* a > b is not (a <= b), a >= b not (a < b). */
    static const struct {
        const char *word;
        operation op;
        bool negated;
    } ways[] = {{"==", EQUAL, false}, {"!=", EQUAL, true}, {"<=", NOT_ABOVE, false},
                {">=", LESS, true},   {"<", LESS, false},  {">", NOT_ABOVE, true}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (!take(c, ways[i].word)) continue;
        c->choices = words_of_last(c, first);
        sum(c);
        c->choices = c->scope->words;
        emit(c, ways[i].op, 0);
        if (ways[i].negated) emit(c, NOT, 0);
        return;
    }
}

static void conjunction(compiler *c) {
    comparison(c);
    while (c->status == XL_SUCCESS && take(c, "&&")) {
        comparison(c);
        emit(c, AND, 0);
    }
}

static void disjunction(compiler *c) {
    conjunction(c);
    while (c->status == XL_SUCCESS && take(c, "||")) {
        conjunction(c);
        emit(c, OR, 0);
    }
}

static void choice(compiler *c) {
    disjunction(c);
    if (c->status != XL_SUCCESS || !take(c, "?")) return;
    choice(c);
    if (!take(c, ":")) fail(c, "a colon is missing");
    choice(c);
    emit(c, SELECT, 0);
}

int xl__compile(xl__code *code, const xl__scope *scope, const char *text, xl__expression *out,
                xl_error *error) {
    const int first = code->count;
    compiler c = {.code = code,
                  .scope = scope,
                  .text = text,
                  .at = text,
                  .choices = scope->words,
                  .first = first,
                  .error = error};
    choice(&c);
    skip_space(&c);
    if (*c.at) fail(&c, "this does not belong here");
    if (c.status != XL_SUCCESS) code->count = first;
    *out = (xl__expression){first, code->count - first};
    return c.status;
}

bool xl__names(const xl__code *code, xl__expression e, int place) {
    for (int i = e.first; i < e.first + e.count; i++)
        if (code->terms[i].op == VALUE && code->terms[i].operand == (uint64_t)place) return true;
    return false;
}

static int operands(int op) {
    return op == LITERAL || op == VALUE ? 0 : op == NOT || op == POWER_OF_2 ? 1 : op == SELECT ? 3 : 2;
}

static int start_of(const xl__code *code, int last) {
    int missing = 1;
    for (;; last--) {
        missing += operands(code->terms[last].op) - 1;
        if (missing == 0) return last;
    }
}

bool xl__is_one_of(const xl__code *code, xl__expression e, uint64_t *numbers, int *place) {
    const int last = e.first + e.count - 1;
    const xl__term *const term = &code->terms[last];
    *place = term->op == VALUE ? (int)term->operand : -1;
    if (term->op == LITERAL && term->operand < 64) *numbers |= (uint64_t)1 << term->operand;
    if (term->op != SELECT) return term->op == LITERAL && term->operand < 64;
    const int otherwise = start_of(code, last - 1), then = start_of(code, otherwise - 1);
    return xl__is_one_of(code, (xl__expression){then, otherwise - then}, numbers, place) &&
           xl__is_one_of(code, (xl__expression){otherwise, last - otherwise}, numbers, place);
}

/* ---- computing ------------------------------------------------------------------------------------ */

static bool add(uint64_t a, uint64_t b, uint64_t *out) {
    *out = a + b;
    return *out >= a;
}

static bool multiply(uint64_t a, uint64_t b, uint64_t *out) {
    *out = a * b;
    return a == 0 || *out / a == b;
}

static bool blocks(uint64_t a, uint64_t b, uint64_t *out) {
    if (b == 0) return false;
    *out = a / b + (a % b != 0);
    return true;
}

static uint64_t power_of_2(uint64_t a) {
    uint64_t power = 1;
    while (power <= a / 2) power *= 2;
    return power;
}

/* False: undefined. */
static bool combine(int op, uint64_t a, uint64_t b, uint64_t *out) {
    switch (op) {
    case ADD: return add(a, b, out);
    case SUBTRACT: *out = a > b ? a - b : 0; return true;
    case MULTIPLY: return multiply(a, b, out);
    case DIVIDE:
    case REMAINDER:
        if (b == 0) return false;
        *out = op == DIVIDE ? a / b : a % b;
        return true;
    case LESS: *out = a < b; return true;
    case NOT_ABOVE: *out = a <= b; return true;
    case EQUAL: *out = a == b; return true;
    case AND: *out = a && b; return true;
    case OR: *out = a || b; return true;
    case BLOCKS: return blocks(a, b, out);
    case MINIMUM: *out = a < b ? a : b; return true;
    case MAXIMUM: *out = a > b ? a : b; return true;
    case ROUND_UP: return blocks(a, b, out) && multiply(*out, b, out);
    default: return false;
    }
}

bool xl__compute(const xl__code *code, xl__expression expression, const uint64_t *values, uint64_t *out) {
    uint64_t stack[MOST_STACK] = {0};
    int top = 0;
    for (int i = 0; i < expression.count; i++) {
        const xl__term *term = &code->terms[expression.first + i];
        if (term->op == LITERAL) {
            stack[top++] = term->operand;
        } else if (term->op == VALUE) {
            stack[top++] = values[term->operand];
        } else if (term->op == NOT) {
            stack[top - 1] = !stack[top - 1];
        } else if (term->op == POWER_OF_2) {
            stack[top - 1] = power_of_2(stack[top - 1]);
        } else if (term->op == SELECT) {
            top -= 2;
            stack[top - 1] = stack[top - 1] ? stack[top] : stack[top + 1];
        } else {
            top--;
            if (!combine(term->op, stack[top - 1], stack[top], &stack[top - 1])) return false;
        }
    }
    *out = top > 0 ? stack[0] : 0;
    return top == 1;
}

/* ---- folding --------------------------------------------------------------------------------------- */

void xl__fold(xl__code *code, xl__expression *expression, const bool *known, const uint64_t *values) {
    struct {
        int start;
        bool literal;
    } stack[MOST_STACK] = {{0, false}};
    int top = 0, end = expression->first; /* of the folded terms, never past the terms being read */
    for (int i = expression->first; i < expression->first + expression->count; i++) {
        xl__term term = code->terms[i];
        if (term.op == VALUE && known[term.operand]) term = (xl__term){LITERAL, values[term.operand]};
        const int takes = operands(term.op);
        bool literal = term.op != VALUE;
        top -= takes;
        for (int k = 0; k < takes; k++) literal = literal && stack[top + k].literal;
        const int start = takes > 0 ? stack[top].start : end;
        uint64_t number = 0;
        code->terms[end++] = term;
        literal = literal && xl__compute(code, (xl__expression){start, end - start}, values, &number);
        if (literal) {
            code->terms[start] = (xl__term){LITERAL, number};
            end = start + 1;
        }
        stack[top].start = start;
        stack[top++].literal = literal;
    }
    expression->count = end - expression->first;
}
