/* Grades thirty folders with every kind of answer to exercises 1 to 10. The grades were written down by
 * reading the answers, not by running them. ctest label: full
 */
#include "support/exercises.h"
#include "support/one_command.h"
#include "support/suite.h"

#define EXERCISES 10
static const char *const names[EXERCISES] = {"01-lane",     "02-sub-group", "03-broadcast", "04-ring",
                                             "05-shift",    "06-butterfly", "07-reduce",    "08-tail",
                                             "09-identity", "10-scan"};

/* + right, s right but serial, x wrong, o untouched (also a known mistake that is start.cl), . not begun, ?
 * not run */
static const struct {
    const char *student, *marks;
    int hints, shown; /* -1: unknown */
} grades[] = {
    {"anna", "++++++++++", -1, -1},    /* every solution */
    {"bert", "oooooooooo", -1, -1},    /* every start.cl */
    {"carl", "..........", -1, -1},    /* an empty folder */
    {"dora", "+++.......", -1, -1},    /* names of platforms */
    {"emil", "?+........", -1, -1},    /* two files for one exercise */
    {"fred", "..ss..s...", -1, -1},    /* one lane computes, or memory is read */
    {"gina", "xxxx......", -1, -1},    /* no kernel of the name; endless; no kernel; empty */
    {"hugo", ".........+", -1, -1},    /* iris's kernel under other names */
    {"iris", ".........+", -1, -1},    /* its own scan */
    {"jack", "+.....x...", 3, 2},      /* in crosslane-learn, with hints and shown solutions */
    {"kate", ".+........", -1, -1},    /* a folder in a folder */
    {"mona", "+.+.......", -1, -1},    /* a byte order mark; line ends of Windows */
    {"nils", "+.........", -1, -1},    /* includes a header of its own */
    {"olga", "x.........", -1, -1},    /* includes anna's kernel */
    {"paul", "x.........", -1, -1},    /* right at 8 lanes only */
    {"quin", ".....+..+.", -1, -1},    /* other operations than the solution's */
    {"rosa", "......x...", -1, -1},    /* no barrier: a race */
    {"sven", "......?...", -1, -1},    /* a link */
    {"tina", ".......x..", -1, -1},    /* lanes return early */
    {"udo", "..........", -1, -1},     /* an archive */
    {"vera", "..........", -1, -1},    /* a file of another name */
    {"wilm", "++........", -1, -1},    /* a damaged progress.json */
    {"wrong-1", "xxxxxxxxxx", -1, -1}, /* the exercises' own wrong answers, */
    {"wrong-2", "xoxxoxxxxx", -1, -1}, /* of which some are start.cl */
    {"wrong-3", "xxxxxxoxxx", -1, -1},
    {"wrong-4", "xxoxxxxoox", -1, -1},
    {"xenia \xc3\x96", "+++.......", -1, -1}, /* a name beyond ASCII */
    {"yuri", "x.........", -1, -1},           /* writes past the end */
    {"zoe", "xx........", -1, -1},            /* known mistakes, written in another way */
    {"lars", "++........", -1, -1},           /* without a folder */
};
enum { STUDENTS = sizeof grades / sizeof *grades };
_Static_assert(STUDENTS == 30, "a class of thirty");

#define KERNEL(name, parameters, body)                                                                       \
    "#include \"sg/sg.h\"\nSG_KERNEL void " name "(" parameters ", uint n SG_PARAMS) {\n    SG_BEGIN(sg);\n" \
    "    const uint i = get_global_id(0);\n" body "\n}\n"
#define LANE(body) KERNEL("lane", "__global uint *y", body)
#define Y(name, body) KERNEL(name, "__global const uint *x, __global uint *y", body)
#define TOTALS(name, body) KERNEL(name, "__global const uint *x, __global uint *totals", body)
#define PLACE "totals[get_group_id(0) * sg_count(sg) + sg_id(sg)]"

/* Files of the class: text, or "=FILE" of docs/exercises. */
static const struct {
    const char *path, *text;
} files[] = {
    {"carl/notes.txt", "ill"},
    {"dora/01-LANE.CL", "=01-lane/solution.cl"},
    {"dora/02-sub-group (1).cl", "=02-sub-group/solution.cl"},
    {"dora/dora_12_345_03-broadcast.cl", "=03-broadcast/solution.cl"},
    {"emil/01-lane (1).cl", "=01-lane/solution.cl"},
    {"emil/01-lane (2).cl", "=01-lane/start.cl"},
    {"emil/02-sub-group.cl", "=02-sub-group/solution.cl"},
    {"fred/03-broadcast.cl", Y("broadcast", "    y[i] = x[i - sg_lane(sg)];")},
    {"fred/04-ring.cl",
     Y("ring", "    const uint l = sg_lane(sg);\n    y[i] = x[i - l + (l + 1) % SG_WIDTH];")},
    {"fred/07-reduce.cl", TOTALS("reduce", "    if (sg_lane(sg) > 0) return;\n    uint sum = 0;\n"
                                           "    for (uint k = 0; k < SG_WIDTH; k++) sum += x[i + k];\n"
                                           "    " PLACE " = sum;")},
    {"gina/01-lane.cl", KERNEL("lanes", "__global uint *y", "    y[i] = sg_lane(sg);")},
    {"gina/02-sub-group.cl",
     KERNEL("sub_group", "__global volatile uint *y", "    y[i] = 1;\n    while (y[i] != 0) y[i] |= 1;")},
    {"gina/03-broadcast.cl", "Dear Sir, I could not do it.\n"},
    {"gina/04-ring.cl", ""},
    {"hugo/10-scan.cl", Y("scan", "    const uint mine = i < n ? x[i] : 0; // new\n"
                                  "    const uint all = sg_scan_inclusive_add(sg, mine);\n"
                                  "    if (i < n)\n        y[i] = all;")},
    {"iris/10-scan.cl",
     Y("scan", "    uint v = i < n ? x[i] : 0;\n    uint s = sg_scan_inclusive_add(sg, v);\n"
               "    if (i < n) y[i] = s;")},
    {"jack/crosslane-learn/01-lane.cl", "=01-lane/solution.cl"},
    {"jack/crosslane-learn/07-reduce.cl", "=07-reduce/wrong_max.cl"},
    {"jack/crosslane-learn/progress.json",
     "{\"schema\": 1, \"done\": [\"01-lane\"], \"hints\": {\"01-lane\": 1, "
     "\"07-reduce\": 2}, \"shown\": [\"01-lane\", \"07-reduce\"]}"},
    {"kate/handed in/crosslane-learn/02-sub-group.cl", "=02-sub-group/solution.cl"},
    {"lars_12_346_01-lane.cl", "=01-lane/solution.cl"},
    {"lars_12_347_02-sub-group-1.cl", "=02-sub-group/solution.cl"},
    {"mona/01-lane.cl", "\xef\xbb\xbf" LANE("    y[i] = sg_lane(sg);")},
    {"mona/03-broadcast.cl",
     "#include \"sg/sg.h\"\r\nSG_KERNEL void broadcast(__global const uint *x, __global uint "
     "*y, uint n SG_PARAMS) {\r\n    SG_BEGIN(sg);\r\n    const uint i = "
     "get_global_id(0);\r\n    y[i] = sg_broadcast(sg, x[i], 0);\r\n}\r\n"},
    {"nils/01-lane.cl", "#include \"mine.h\"\n" LANE("    y[i] = MINE;")},
    {"nils/mine.h", "#define MINE sg_lane(sg)\n"},
    {"olga/01-lane.cl", "#include \"../anna/01-lane.cl\"\n"},
    {"paul/01-lane.cl", LANE("    y[i] = i % 8;")},
    {"quin/06-butterfly.cl", Y("butterfly", "    y[i] = sg_reduce_add(sg, x[i]);")},
    {"quin/09-identity.cl",
     KERNEL("lowest", "__global const int *x, __global int *lows",
            "    int v = i < n ? x[i] : sg_identity_min(int);\n"
            "    for (uint m = SG_WIDTH / 2; m > 0; m /= 2) v = min(v, sg_shuffle_xor(sg, v, m));\n"
            "    if (sg_lane(sg) == 0) lows[get_group_id(0) * sg_count(sg) + sg_id(sg)] = v;")},
    {"rosa/07-reduce.cl",
     TOTALS("reduce", "    __local uint part[SG_GROUP_SIZE];\n    const uint l = get_local_id(0);\n"
                      "    part[l] = x[i];\n    uint sum = 0;\n"
                      "    for (uint k = 0; k < SG_WIDTH; k++) sum += part[l - sg_lane(sg) + k];\n"
                      "    if (sg_lane(sg) == 0) " PLACE " = sum;")},
    {"tina/08-tail.cl",
     TOTALS("tail", "    if (i >= n) return;\n    const uint sum = sg_reduce_add(sg, x[i]);\n"
                    "    if (sg_lane(sg) == 0) " PLACE " = sum;")},
    {"udo/crosslane-learn.zip", "PK"},
    {"vera/lane.cl", "=01-lane/solution.cl"},
    {"wilm/01-lane.cl", "=01-lane/solution.cl"},
    {"wilm/02-sub-group.cl", "=02-sub-group/solution.cl"},
    {"wilm/progress.json", "{"},
    {"xenia \xc3\x96/01-lane.cl", "=01-lane/solution.cl"},
    {"xenia \xc3\x96/02-sub-group.cl", "=02-sub-group/solution.cl"},
    {"xenia \xc3\x96/03-broadcast.cl", "=03-broadcast/solution.cl"},
    {"yuri/01-lane.cl", LANE("    y[i] = sg_lane(sg);\n    y[i + 1] = sg_lane(sg) + 1;")},
    {"zoe/01-lane.cl", LANE("    y[i] = sg_lane(sg) + 1;")},
    {"zoe/02-sub-group.cl",
     KERNEL("sub_group", "__global uint *y", "    const uint mine = get_group_id(0);\n    y[i] = mine;")},
};

/* Of each exercise, the wrong answers of wrong-1 to wrong-4. */
static const char *const wrong[EXERCISES][4] = {
    {"from_one", "global_id", "local_id", "sub_group"},
    {"group", "in_group", "thirty_two", "times_width"},
    {"all", "group", "last", "own"},
    {"memory", "no_ring", "pairs", "previous"},
    {"down", "edge", "group_edge", "memory"},
    {"down", "early", "late", "no_add"},
    {"first_of_group", "max", "own", "scan"},
    {"clamped", "early_return", "left_out", "no_tail"},
    {"all_ones", "first", "max", "zero"},
    {"edge", "exclusive", "off_by_one", "steps"},
};

/* ---- the folders ------------------------------------------------------------------------------------ */

static void put(const char *path, const char *text) {
    char whole[300], folder[300], *shipped = NULL;
    snprintf(whole, sizeof whole, "class/%s", path);
    for (const char *slash = strchr(whole, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - whole), whole);
        mkdir(scratch_path(folder), 0755);
    }
    if (text[0] == '=') text = shipped = exercises_text(text + 1);
    scratch_write(whole, text, strlen(text));
    free(shipped);
}

static void put_all(const char *student, const char *file, int exercise) {
    char path[200], from[200];
    snprintf(path, sizeof path, "%s/%s.cl", student, names[exercise]);
    snprintf(from, sizeof from, "=%s/%s.cl", names[exercise], file);
    put(path, from);
}

static void make_class(void) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) put(files[i].path, files[i].text);
    for (int e = 0; e < EXERCISES; e++) {
        put_all("anna", "solution", e);
        put_all("bert", "start", e);
        for (int w = 0; w < 4; w++) {
            char student[16], file[64];
            snprintf(student, sizeof student, "wrong-%d", w + 1);
            snprintf(file, sizeof file, "wrong_%s", wrong[e][w]);
            put_all(student, file, e);
        }
    }
    mkdir(scratch_path("class/sven"), 0755);
    ck_assert_int_eq(symlink("../anna/07-reduce.cl", scratch_path("class/sven/07-reduce.cl")), 0);
}

/* ---- the grades ------------------------------------------------------------------------------------- */

static const char *word_of(char mark) {
    return mark == '+'   ? "right"
           : mark == 's' ? "\"right, but serial\""
           : mark == 'x' ? "wrong"
           : mark == 'o' ? "untouched"
           : mark == '.' ? "not begun"
                         : "not run";
}

static void expect_row(int s, bool counted) {
    char row[400] = "";
    int right = 0;
    snprintf(row, sizeof row, "\n%s", grades[s].student);
    for (int e = 0; e < EXERCISES; e++) {
        const char mark = grades[s].marks[e] == 's' && !counted ? '+' : grades[s].marks[e];
        right += mark == '+' || mark == 's';
        snprintf(row + strlen(row), sizeof row - strlen(row), ",%s", word_of(mark));
    }
    snprintf(row + strlen(row), sizeof row - strlen(row), ",%d,%d,%d\r\n", right,
             grades[s].hints > 0 ? grades[s].hints : 0, grades[s].shown > 0 ? grades[s].shown : 0);
    ck_assert_msg(strstr(c.out, row) != NULL, "%s is expected:%s\n%s", grades[s].student, row, c.out);
}

static size_t count_lines(const char *text) {
    size_t count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

static int judged_before(void) {
    const char *at = strstr(c.err, " answers had been judged before");
    while (at && at > c.err && at[-1] != '\n') at--;
    return at ? (int)strtol(at, NULL, 10) : 0;
}

AROUND(enter, leave);

/* Twice: the second run judges only what depends on the machine's load. */
TEST(thirty_folders_are_graded_right) {
    command_run(&c, "devices --device check");
    const bool counted = c.status == 0;
    int judged[2];
    make_class();
    for (int run = 0; run < 2; run++) {
        command_start(
            &c,
            "CROSSLANE_CACHE_DIR=%s CROSSLANE_WORKER_MIB=900 learn grade %s 1-9,10 --device cpu --csv - "
            "--json %s --force",
            scratch_path("cache"), scratch_path("class"), scratch_path("grades.json"));
        while (command_is_running(&c)) command_pause(); /* as long as the test may take */
        command_wait(&c);
        if (c.status == 2 && strstr(c.err, "--trust")) {
            printf("skipped: this system allows no walls\n");
            return;
        }
        command_expect(&c, 0);
        ck_assert_uint_eq(count_lines(c.out), STUDENTS + 1);
        for (int s = 0; s < STUDENTS; s++) expect_row(s, counted);
        err_has(
            "hugo, iris", "the solution, anna", "most missed",
            "udo/crosslane-learn.zip: an archive was not read",
            "vera/lane.cl: not graded: no exercise has this name", " s of processor time\n",
            "emil     01-lane    not run  several files may be the answer, keep one: 01-lane (1).cl, 01-lane "
            "(2).cl\n");
        judged[run] = judged_before();
    }
    ck_assert_int_gt(judged[0], 0); /* of students with the same files */
    ck_assert_int_gt(judged[1], judged[0] + 40);
}
