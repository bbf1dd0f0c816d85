/* Hostile answers cannot reach beyond the walls of `learn grade`. More of them: test_class_full.c. */
#include "teaching/attack.h"
#include "support/exercises.h"
#include "support/one_command.h"
#include "support/suite.h"
#include <fcntl.h>

/* Each adds its number to the results if it succeeds. x86-64 call numbers: 0 read, 2 open, 56 clone, 231
   exit_group, 248 add_key, 249 request_key, 250 keyctl, 257 openat, 425 io_uring_setup, 435 clone3. */
static const char attacks[] =
    "long r = call(250, 0, -3, 0, 0, 0);\n    if (r >= 0) done += 100;\n"
    "    char user[] = \"user\", key[] = \"crosslane-test\";\n"
    "    r = call(248, (long)user, (long)key, (long)key, 9, -3);\n    if (r >= 0) done += 200;\n"
    "    r = call(249, (long)user, (long)key, 0, -3, 0);\n    if (r >= 0) done += 400;\n"
    "    r = call(56, 0x10000011, 0, 0, 0, 0);\n    if (r == 0) call(231, 0, 0, 0, 0, 0);\n"
    "    if (r >= 0) done += 800;\n"
    "    ulong more[8] = {0x10000000, 0, 0, 0, 17, 0, 0, 0};\n    r = call(435, (long)more, 64, 0, 0, 0);\n"
    "    if (r == 0) call(231, 0, 0, 0, 0, 0);\n    if (r >= 0) done += 1600;\n"
    "    r = call(425, 1, (long)more, 0, 0, 0);\n    if (r >= 0) done += 3200;\n"
    "    char home[] = \"PLACE/home/secret\", file[] = \"PLACE/secret\", users[] = \"/etc/passwd\";\n"
    "    if (call(2, (long)home, 0, 0, 0, 0) >= 0) done += 6400;\n"
    "    if (call(2, (long)file, 0, 0, 0, 0) >= 0) done += 12800;\n"
    "    if (call(2, (long)users, 0, 0, 0, 0) >= 0) done += 25600;\n"
    "    char keys[] = \"/proc/keys\", text[8192], name[] = \"home/secret\";\n"
    "    r = call(2, (long)keys, 0, 0, 0, 0);\n"
    "    if (r >= 0 && call(0, r, (long)text, 1, 0, 0) > 0) done += 51200;\n"
    "    if (call(257, OPENED, (long)name, 0, 0, 0) >= 0) done += 102400;\n"
    "    char terminal[] = \"/dev/ptmx\";\n    if (call(2, (long)terminal, 2, 0, 0, 0) >= 0) done += "
    "204800;\n"
    "    char own[] = \"/proc/1/environ\";\n    r = call(2, (long)own, 0, 0, 0, 0);\n"
    "    const long size = call(0, r, (long)text, 8192, 0, 0);\n"
    "    for (long i = 0; i + 5 < size; i++)\n"
    "        if (text[i] == 'T' && text[i + 1] == '0' && text[i + 2] == 'K' && text[i + 3] == '3') done += "
    "409600;";

/* A mark of a run without walls counts only there. */
#define KEPT "CROSSLANE_CACHE_DIR=%s/cache"
#define OPTIONS " --device cpu --width 8 --backend local --json -"

AROUND(enter, leave);

#ifdef __x86_64__
static void expect(const char *result, const char *otherwise) {
    json_t *const document = json_loads(c.out, 0, NULL);
    ck_assert_msg(document != NULL, "no JSON: %s %s", c.out, c.err);
    const json_t *const answer = exercises_graded(document, "eve", "01-lane");
    const char *const got = json_string_value(json_object_get(answer, "result"));
    ck_assert_msg(strcmp(got, result) == 0, "%s: %s: %s", otherwise, got,
                  json_string_value(json_object_get(answer, "answer")));
    json_decref(document);
}

TEST(an_answer_finds_only_what_it_needs) {
    char whole[8192], opened[16], home[512], class[512];
    snprintf(home, sizeof home, "%s/home", scratch_folder);
    snprintf(class, sizeof class, "%s/class", scratch_folder);
    mkdir(class, 0755);
    mkdir(scratch_path("class/eve"), 0755);
    mkdir(home, 0755);
    scratch_write("home/secret", "s", 1);
    scratch_write("secret", "s", 1);
    const int folder = open(scratch_folder, O_RDONLY);
    ck_assert_int_ge(folder, 0);
    snprintf(opened, sizeof opened, "%d", folder);
    char *const with = attack_replace(attacks, "OPENED", opened), *const text = attack_replace(
                                                                      with, "PLACE", scratch_folder);
    snprintf(whole, sizeof whole, "%s%s%s", ANSWER_BEGIN, text, ANSWER_END);
    scratch_write("class/eve/01-lane.cl", whole, strlen(whole));
    command_run(&c, "HOME=%s " KEPT " SOME_TOKEN=T0K3 learn grade %s" OPTIONS, home, scratch_folder, class);
    free(with);
    free(text);
    if (c.status == 2 && strstr(c.err, "--trust")) {
        printf("skipped: this system allows no walls\n");
        close(folder);
        return;
    }
    expect("right", "an attack passed the walls");
    command_run(&c, "HOME=%s " KEPT " SOME_TOKEN=T0K3 learn grade %s --trust" OPTIONS, home, scratch_folder,
                class);
    expect("wrong", "no attack works without walls, so the first grade proves nothing");
    close(folder);
}

/* The checking device's worker sends its replies through descriptor 6. The device distrusts them. */
TEST(an_answer_that_writes_replies) {
    static const char forged[] = "char z[2048];\n    for (int i = 0; i < 2048; i++) z[i] = 127;\n"
                                 "    call(1, 6, (long)z, 2048, 0, 0);";
    char whole[4096];
    command_run(&c, "devices --device check");
    if (c.status != 0) {
        printf("skipped: no checking device\n");
        return;
    }
    mkdir(scratch_path("class"), 0755);
    mkdir(scratch_path("class/eve"), 0755);
    snprintf(whole, sizeof whole, "%s%s%s", ANSWER_BEGIN, forged, ANSWER_END);
    scratch_write("class/eve/01-lane.cl", whole, strlen(whole));
    command_run(&c, "learn grade %s --device cpu --width 8 --backend local --json -", scratch_path("class"));
    if (c.status == 2 && strstr(c.err, "--trust")) {
        printf("skipped: this system allows no walls\n");
        return;
    }
    json_t *const document = json_loads(c.out, 0, NULL);
    ck_assert_msg(document != NULL, "no JSON: %s %s", c.out, c.err);
    const json_t *const answer = exercises_graded(document, "eve", "01-lane");
    ck_assert_str_eq(json_string_value(json_object_get(answer, "result")), "wrong");
    ck_assert_str_eq(json_string_value(json_object_get(answer, "why")), "crashed");
    json_decref(document);
}
#endif
