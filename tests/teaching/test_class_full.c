/* Grades a class with the exercises' own answers (right, wrong, unchanged, none) and hostile
 * answers. ctest label: full
 */
#include "learn/exercise.h"
#include "teaching/attack.h"
#include "support/one_command.h"
#include "support/exercises.h"
#include "support/suite.h"

enum { WRONG_FOLDERS = 6, STUDENTS = 21 };

static tool_exercise_name names[TOOL_MOST_EXERCISES];
static int count;

/* ---- the folders ----------------------------------------------------------------------------------- */

static void add_student(const char *student) {
    char path[128];
    mkdir(scratch_path("class"), 0755);
    snprintf(path, sizeof path, "class/%s", student);
    mkdir(scratch_path(path), 0755);
}

static void write_answer(const char *student, const char *exercise, const char *text) {
    char path[240];
    snprintf(path, sizeof path, "class/%.64s/%.64s.cl", student, exercise);
    scratch_write(path, text, strlen(text));
}

static void add_shipped(const char *student, const char *exercise, const char *file) {
    char *text = NULL;
    xl_error error = {0};
    ck_assert_msg(tool_exercise_file(NULL, exercise, file, &text, &error) == XL_SUCCESS, "%s", error.text);
    write_answer(student, exercise, text);
    free(text);
}

static void add_all(const char *student, const char *file) {
    add_student(student);
    for (int i = 0; i < count; i++) add_shipped(student, names[i], file);
}

/* Folder k has wrong answer k of every exercise with so many. */
static void add_wrong(void) {
    for (int i = 0; i < count; i++) {
        tool_exercise *exercise = NULL;
        xl_error error = {0};
        ck_assert_int_eq(tool_exercise_open(NULL, names[i], &exercise, &error), XL_SUCCESS);
        ck_assert_int_le(exercise->mistake_count, WRONG_FOLDERS);
        for (int m = 0; m < exercise->mistake_count; m++) {
            char student[24];
            snprintf(student, sizeof student, "wrong-%d", m + 1);
            add_student(student);
            write_answer(student, names[i], exercise->mistake[m].text);
        }
        tool_exercise_free(exercise);
    }
}

/* ---- hostile answers ------------------------------------------------------------------------------- */

/* Each is right except for its attack. An attack that must fail adds 1 to every result if it succeeds. */
typedef struct attack {
    const char *student, *body, *result, *why;
} attack;

/* x86-64 call numbers: 2 open, 1 write, 9 mmap, 39 getpid, 41 socket, 57 fork, 62 kill, 101 ptrace, 165
   mount, 231 exit_group, 248 add_key, 250 keyctl, 272 unshare. VICTIM and PLACE are replaced. */
static const attack attacks[] = {
    {"ends-others",
     "if (call(62, VICTIM, 0, 0, 0, 0) == 0) done = 1;\n    call(62, -1, 9, 0, 0, 0);\n    "
     "call(62, 1, 9, 0, 0, 0);",
     "right", NULL},
    {"ends-itself", "call(62, call(39, 0, 0, 0, 0, 0), 9, 0, 0, 0);", "wrong", "crashed"},
    {"leaves", "call(231, 0, 0, 0, 0, 0);", "wrong", "crashed"},
    {"calls-home", "if (call(41, 2, 1, 0, 0, 0) >= 0 || call(41, 1, 1, 0, 0, 0) >= 0) done = 1;", "right",
     NULL},
    {"writes",
     "char a[] = \"PLACE/written\", b[] = \"PLACE/class/right/01-lane.cl\", d[] = \"/proc/1/mem\";\n"
     "    if (call(2, (long)a, 0x41, 0600, 0, 0) >= 0 || call(2, (long)b, 1, 0, 0, 0) >= 0 ||\n"
     "        call(2, (long)b, 0, 0, 0, 0) >= 0 || call(2, (long)d, 2, 0, 0, 0) >= 0) done = 1;",
     "right", NULL},
    {"new-rights",
     "char a[] = \"/\", user[] = \"user\";\n"
     "    if (call(101, 16, 1, 0, 0, 0) >= 0 || call(272, 0x10000000, 0, 0, 0, 0) >= 0 ||\n"
     "        call(165, 0, (long)a, 0, 0x20 | 0x1000, 0) >= 0 || call(250, 0, -3, 0, 0, 0) >= 0 ||\n"
     "        call(248, (long)user, (long)a, (long)a, 1, -3) >= 0) done = 1;",
     "right", NULL},
    {"fills-disk",
     "char a[] = \"f\";\n    const long f = call(2, (long)a, 0x41, 0600, 0, 0);\n"
     "    while (call(1, f, 0x400000, 1 << 20, 0, 0) > 0) {}",
     "right", NULL},
    {"takes-memory",
     "for (;;) {\n        volatile char *p = (volatile char *)call(9, 0, 1 << 24, 3, 0x22, -1);\n"
     "        for (long i = 0; i < 1 << 24; i += 4096) p[i] = 1;\n    }",
     "wrong", "too much memory"},
    {"forks", /* Intel's compiler refuses a loop without a condition */
     "if (get_global_id(0) == 0 && call(57, 0, 0, 0, 0, 0) == 0)\n        while (call(34, 0, 0, 0, 0, 0) < "
     "0) {}",
     "right", NULL},
    {"endless", "volatile uint v = 1;\n    while (v != 0) v |= 1;", "wrong", "does not end"},
};
enum { ATTACKS = sizeof attacks / sizeof *attacks };

static void add_attacks(void) {
    char victim[24], whole[8192];
    snprintf(victim, sizeof victim, "%ld", (long)getpid());
    for (int i = 0; i < ATTACKS; i++) {
        char *const with = attack_replace(attacks[i].body, "VICTIM", victim), *const text = attack_replace(
                                                                                  with, "PLACE",
                                                                                  scratch_folder);
        snprintf(whole, sizeof whole, "%s%s%s", ANSWER_BEGIN, text, ANSWER_END);
        add_student(attacks[i].student);
        write_answer(attacks[i].student, "01-lane", whole);
        free(with);
        free(text);
    }
}

static void add_includes(void) {
    char text[1024];
    add_student("includes");
    write_answer("includes", "01-lane", "#include \"../right/01-lane.cl\"\n");
    snprintf(text, sizeof text, "#define OTHER \"%s/class/right/02-sub-group.cl\"\n#include OTHER\n",
             scratch_folder);
    write_answer("includes", "02-sub-group", text);
    snprintf(text, sizeof text, "#include <%s/class/right/03-broadcast.cl>\n", scratch_folder);
    write_answer("includes", "03-broadcast", text);
    write_answer("includes", "04-ring", "#define OTHER \"../right/04-ring.cl\"\n#include OTHER\n");
}

/* Answers that are right on the present device, but contain another text for an absent device's compiler.
   Each is a separate student's. */
static const struct {
    const char *student, *text;
} hidden[] = {
    {"includes", "#include <PLACE/class/right/27-compiled.cl>\n"},
    {"endless", "#if __INCLUDE_LEVEL__ < 99\n#include __FILE__\n#include __FILE__\n#endif\n"},
    {"takes-memory",
     "#define TEN(x) x x x x x x x x x x\n#define MANY(x) TEN(TEN(TEN(TEN(TEN(x)))))\nMANY(MANY(;))\n"},
    {"fills-disk", "__constant uint large[1 << 24] = {[0 ... (1 << 24) - 1] = 7};\n"},
};
enum { HIDDEN = sizeof hidden / sizeof *hidden };

static void add_hidden(void) {
    static const char exercise[] = "27-compiled";
    for (int i = 0; i < HIDDEN; i++) {
        char whole[4096], *solution = NULL;
        xl_error error = {0};
        ck_assert_int_eq(tool_exercise_file(NULL, exercise, "solution.cl", &solution, &error), XL_SUCCESS);
        char *const text = attack_replace(hidden[i].text, "PLACE", scratch_folder);
        snprintf(whole, sizeof whole, "#ifdef __AMDGCN__\n%s#endif\n%s", text, solution);
        write_answer(hidden[i].student, exercise, whole);
        free(text);
        free(solution);
    }
}

/* ---- expectations ---------------------------------------------------------------------------------- */

static const char *field(const json_t *answer, const char *name) {
    const char *const text = json_string_value(json_object_get(answer, name));
    return text ? text : "";
}

static void expect(const json_t *document, const char *student, const char *exercise, const char *result,
                   const char *why) {
    const json_t *const answer = exercises_graded(document, student, exercise);
    ck_assert_msg(strcmp(field(answer, "result"), result) == 0 && strcmp(field(answer, "why"), why) == 0,
                  "%s, %s: expected %s (%s), got %s (%s): %s", student, exercise, result, why,
                  field(answer, "result"), field(answer, "why"), field(answer, "answer"));
}

static bool is_unseen(const json_t *answer) {
    return strcmp(field(answer, "compiled"), "not looked at") == 0 &&
           strstr(field(answer, "why"), "its compiled code was not checked: ");
}

static void expect_right(const json_t *document, const char *student, const char *exercise) {
    const json_t *const answer = exercises_graded(document, student, exercise);
    expect(document, student, exercise, "right", is_unseen(answer) ? field(answer, "why") : "");
}

static void expect_hidden(const json_t *document) {
    for (int i = 0; i < HIDDEN; i++) {
        const json_t *const answer = exercises_graded(document, hidden[i].student, "27-compiled");
        if (is_unseen(answer)) continue;
        expect(document, hidden[i].student, "27-compiled", "wrong", "compiled code");
        command_has(&c, field(answer, "answer"), "for gfx1030 it does not compile: ");
        ck_assert_ptr_null(strstr(field(answer, "answer"), "sg_ballot")); /* a solution's text */
    }
}

/* A known mistake is named, or its words are in the message. */
static void expect_mistakes(const json_t *document, const char *exercise_name) {
    tool_exercise *exercise = NULL;
    xl_error error = {0};
    ck_assert_int_eq(tool_exercise_open(NULL, exercise_name, &exercise, &error), XL_SUCCESS);
    for (int m = 0; m < exercise->mistake_count; m++) {
        const tool_known_mistake *const known = &exercise->mistake[m];
        char student[24];
        snprintf(student, sizeof student, "wrong-%d", m + 1);
        const json_t *const answer = exercises_graded(document, student, exercise_name);
        if (tool_exercise_is_start(NULL, exercise_name,
                                   known->text)) { /* the shipped kernel has that mistake */
            expect(document, student, exercise_name, "untouched", "");
            continue;
        }
        const bool told = known->says[0] ? strstr(field(answer, "answer"), known->says) != NULL
                                         : strcmp(field(answer, "mistake"), known->sentence) == 0;
        ck_assert_msg((strcmp(field(answer, "result"), "wrong") == 0 && told) || is_unseen(answer),
                      "%s: %s (%s), %s: %s", known->source, field(answer, "result"), field(answer, "why"),
                      field(answer, "mistake"), field(answer, "answer"));
    }
    tool_exercise_free(exercise);
}

/* "ends-others" also ends the processes of its own checking device, which then has no verdict. Without clang
   nothing is checked. */
static bool ended_check(const json_t *document, const attack *a) {
    const json_t *const answer = exercises_graded(document, a->student, "01-lane");
    return strcmp(a->student, "ends-others") == 0 && strcmp(field(answer, "result"), "not run") == 0 &&
           strstr(field(answer, "why"), "its results are right, but the checking device, which finds races, "
                                        "gave no verdict (crashed)");
}

static void expect_attacks(const json_t *document) {
    for (int i = 0; i < ATTACKS; i++) {
#ifdef __x86_64__
        if (ended_check(document, &attacks[i])) continue;
        expect(document, attacks[i].student, "01-lane", attacks[i].result,
               attacks[i].why ? attacks[i].why : "");
#else
        expect(document, attacks[i].student, "01-lane", "wrong", "does not compile");
#endif
    }
    expect(document, "includes", "01-lane", "wrong", "does not compile");
    expect(document, "includes", "02-sub-group", "wrong", "does not compile");
    expect(document, "includes", "03-broadcast", "wrong", "does not compile");
    expect(document, "includes", "04-ring", "wrong", "does not compile");
    ck_assert_msg(access(scratch_path("written"), F_OK) != 0, "a kernel wrote where it must not");
}

static void expect_class(const json_t *document) {
    ck_assert_uint_eq(json_array_size(json_object_get(document, "answers")), (size_t)(STUDENTS * count));
    for (int i = 0; i < count; i++) {
        expect_right(document, "right", names[i]);
        expect(document, "untouched", names[i], "untouched", "");
        expect(document, "absent", names[i], "not begun", "");
        expect_mistakes(document, names[i]);
    }
    expect_attacks(document);
    expect_hidden(document);
}

AROUND(enter, leave);

/* Hostile answers run only if the system allows walls; otherwise the class has only the other answers. */
TEST(a_class) {
    xl_error error = {0};
    json_error_t at;
    ck_assert_int_eq(tool_exercise_list(NULL, names, &count, &error), XL_SUCCESS);
    add_all("right", "solution.cl");
    add_all("untouched", "start.cl");
    add_student("absent");
    add_wrong();
    add_attacks();
    add_includes();
    add_hidden();
    add_student("of-one"); /* in the same class as the others, with one right answer */
    add_shipped("of-one", "01-lane", "solution.cl");
    command_start(&c, "CROSSLANE_WORKER_MIB=900 learn grade %s --device cpu --json - --csv %s",
                  scratch_path("class"), scratch_path("class.csv"));
    while (command_is_running(&c)) command_pause(); /* as long as the test may take */
    command_wait(&c);
    if (c.status == 2 && strstr(c.err, "--trust")) {
        printf("skipped: this system allows no walls\n");
        return;
    }
    command_expect(&c, 0);
    json_t *const document = json_loads(c.out, 0, &at);
    ck_assert_msg(document != NULL, "no JSON: %s", at.text);
    expect_class(document);
    json_decref(document);
}
