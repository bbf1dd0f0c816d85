#include "text/os_memory.h"
#include "report/site.h"
#include "report/report_check.h"
#include "report/report_parts.h"
#include "recorded/device_names.h"
#include "recorded/one_device.h"
#include "recorded/winners.h"
#include "base/os.h"
#include "cases/case.h"
#include "text/display.h"
#include "system/os_drivers.h"
#include "system/os_start.h"
#include "verdict/wrong.h"
#include <stdlib.h>
#include <string.h>

/* Of all files: `devices`, key -> {name, driver, machine, label, rows, forms, best, facts, promises}; `best`
   is title -> {ns, by}, `forms` is width -> {form: count}, `promises` are rows; `fastest` is title -> {ns,
   key, count}. */
typedef struct site {
    const char *folder;
    bool replace;
    tool_words sound; /* the files' names, owned */
    json_t *devices, *fastest;
} site;

static void count_form(json_t *forms, const json_t *row) {
    char width[24];
    const char *const form = tool_text_of(row, "form");
    snprintf(width, sizeof width, "%lld",
             (long long)json_integer_value(json_object_get(row, "width_requested")));
    if (tool_record_is_emulated(row)) return; /* the same everywhere */
    json_t *counts = json_object_get(forms, width);
    if (!counts) {
        counts = tool_need(json_object());
        json_object_set_new(forms, width, counts);
    }
    json_object_set_new(counts, form, json_integer(json_integer_value(json_object_get(counts, form)) + 1));
}

static void take_time(json_t *best, const json_t *row) {
    char title[512], by[160], lanes[24];
    const long long width = (long long)json_integer_value(json_object_get(row, "width_requested"));
    tool_record_title(row, title, sizeof title);
    const json_t *const there = json_object_get(best, title);
    const double ns = tool_median_of(row);
    if (tool_is_apart(tool_text_of(row, "algorithm")) || tool_is_below_limit(row) ||
        (there && tool_number_of(there, "ns") <= ns))
        return;
    snprintf(by, sizeof by, "%.80s", tool_text_of(row, "strategy"));
    if (width > 0) tool_text_append(by, sizeof by, " at %s", tool_record_width(row, lanes, sizeof lanes));
    json_object_set_new(best, title, json_pack("{s:f,s:o}", "ns", ns, "by", tool_json_text(by)));
}

static json_t *entry_of(site *s, const json_t *document, const json_t *device) {
    const json_t *const machine = tool_machine_of(document, device);
    char name[256];
    xl__text key = {0};
    tool_device_key(document, device, &key);
    json_t *entry = json_object_get(s->devices, key.data);
    if (!entry) {
        entry = tool_need(json_pack("{s:o,s:o,s:o,s:o,s:o,s:{},s:{},s:[],s:O}", "name",
                                    tool_json_text(tool_device_name(device, name, sizeof name)), "driver",
                                    tool_json_text(tool_text_of(device, "driver_version")), "processor",
                                    tool_json_text(tool_text_of(machine, "processor")), "system",
                                    tool_json_text(tool_text_of(machine, "system")), "label",
                                    tool_json_text(tool_telling_label(document, device)), "forms", "best",
                                    "promises", "facts", device));
        json_object_set_new(s->devices, key.data, entry);
    }
    xl__text_free(&key);
    return entry;
}

static void take_device(site *s, const json_t *document, const json_t *device) {
    json_t *const rows = tool_device_rows(document, tool_text_of(device, "id"), TOOL_ALL_ROWS);
    json_t *const wrong = tool_need(json_object()); /* wrong at some size */
    const json_t *const entry = json_array_size(rows) > 0 ? entry_of(s, document, device) : NULL, *row;
    size_t i;
    tool_wrong_note(wrong, rows);
    json_array_foreach(rows, i, row) {
        if (strcmp(tool_text_of(row, "kind"), "probe") == 0)
            count_form(json_object_get(entry, "forms"), row);
        else if (tool_is_promise(row))
            json_array_append(json_object_get(entry, "promises"), json_array_get(rows, i));
        else if (tool_record_is_timed(row) && !tool_was_wrong(wrong, row))
            take_time(json_object_get(entry, "best"), row);
    }
    json_decref(wrong);
    json_decref(rows);
}

static tool_exit take_file(void *user, int word, const char *file) {
    site *const s = user;
    json_t *document = NULL, *device;
    xl_error error = {0};
    char line[8192];
    size_t i;
    (void)word;
    if (tool_results_load(file, &document, &error) != XL_SUCCESS) {
        tool_complain("%s; left out", error.text);
        return TOOL_USAGE;
    }
    const bool sound = tool_report_check(document, line, sizeof line);
    if (!sound) tool_complain("%s: %s; left out", file, line);
    if (sound) {
        if (s->sound.count < TOOL_MAX_WORDS) s->sound.word[s->sound.count++] = tool_need(xl__copy_text(file));
        json_array_foreach(json_object_get(document, "devices"), i, device) take_device(s, document, device);
    }
    json_decref(document);
    return sound ? TOOL_OK : TOOL_WRONG;
}

/* And how many devices have each problem. */
static void find_fastest(site *s) {
    const char *key, *title;
    json_t *entry, *best;
    json_object_foreach(s->devices, key, entry)
        json_object_foreach(json_object_get(entry, "best"), title, best) {
        json_t *const there = json_object_get(s->fastest, title);
        const json_int_t count = json_integer_value(json_object_get(there, "count")) + 1;
        const bool faster = !there || tool_number_of(best, "ns") < tool_number_of(there, "ns");
        json_object_set_new(s->fastest, title,
                            json_pack("{s:f,s:s,s:I}", "ns", tool_number_of(faster ? best : there, "ns"),
                                      "key", faster ? key : tool_text_of(there, "key"), "count", count));
    }
}

/* False, with a complaint. */
static bool open_page(const site *s, const char *file, const char *title, bool script, tool_out *out) {
    char path[TOOL_PATH];
    xl_error error = {0};
    snprintf(path, sizeof path, "%s/%s", s->folder, file);
    if (tool_out_open(out, path, &error) != XL_SUCCESS) return tool_complain("%s", error.text), false;
    if (!s->replace) tool_out_only_new(out);
    tool_put(out,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
             "'unsafe-inline'; img-src data:%s\">\n<link rel=\"icon\" href=\"data:,\">\n<title>",
             script ? "; script-src 'unsafe-inline'" : "");
    tool_put_text(out, title);
    tool_put(out,
             "</"
             "title>\n<style>\nselect{max-width:100%%}label{display:inline-block;max-width:100%%}caption{"
             "text-align:left}\n"
             "td{white-space:normal!important;overflow-wrap:break-word;min-width:5rem;max-width:24rem}td.n{"
             "min-width:0}\n");
    tool_out_write(out, tool_report_style, strlen(tool_report_style));
    tool_out_write(out, tool_heat_style, strlen(tool_heat_style));
    tool_out_write(out, tool_scores_style, strlen(tool_scores_style));
    tool_put(out, "</style>\n</head>\n<body>\n<h1>");
    tool_put_text(out, title);
    tool_put(out, "</h1>\n<nav aria-label=\"pages\"><ul><li><a href=\"index.html\">All devices</a></li>"
                  "<li><a href=\"compare.html\">Two beside each other</a></li>"
                  "<li><a href=\"promises.html\">Guarantees</a></li></ul></nav>\n");
    return true;
}

/* False, with a complaint. */
static bool close_page(tool_out *out) {
    xl_error error = {0};
    tool_put(out, "</body>\n</html>\n");
    const bool closed = tool_out_close(out, &error) == XL_SUCCESS;
    if (!closed) tool_complain("%s", error.text);
    return closed;
}

/* "4, 8, 16: 22 native, 1 derived, 0 demoted; 32: ...": widths with the same counts together. */
static void forms_text(const json_t *entry, char *out, size_t size) {
    static const char *const forms[] = {"native", "derived", "demoted"};
    const char *width, *said;
    json_t *counts, *widths;
    json_t *const groups = tool_need(json_object());
    out[0] = '\0';
    json_object_foreach(json_object_get(entry, "forms"), width, counts) {
        char text[128] = "", all[512];
        for (int f = 0; f < 3; f++)
            tool_text_append(text, sizeof text, "%s %lld %s", f ? "," : "",
                             (long long)json_integer_value(json_object_get(counts, forms[f])), forms[f]);
        const char *const others = json_string_value(json_object_get(groups, text));
        snprintf(all, sizeof all, "%s%s%s", others ? others : "", others ? ", " : "", width);
        json_object_set_new(groups, text, json_string(all));
    }
    json_object_foreach(groups, said, widths)
        tool_text_append(out, size, "%s%s:%s", out[0] ? "; " : "", json_string_value(widths), said);
    json_decref(groups);
}

/* "the fastest in 12 of 30 problems that others have too" */
static void verdict_text(const site *s, const char *key, const json_t *entry, char *out, size_t size) {
    const char *title;
    json_t *best;
    int won = 0, shared = 0;
    json_object_foreach(json_object_get(entry, "best"), title, best) {
        const json_t *const fastest = json_object_get(s->fastest, title);
        if (json_integer_value(json_object_get(fastest, "count")) < 2) continue;
        shared++;
        won += strcmp(tool_text_of(fastest, "key"), key) == 0;
    }
    snprintf(out, size, "fastest in %d of %d problems that others have too", won, shared);
}

static bool put_device(const site *s, int number, const json_t *entry) {
    static const char *const titles[] = {"problem", "#time", "by", "#times the fastest of all", NULL};
    char file[40], forms[2048], time[32], ratio[24];
    tool_out out;
    const char *title;
    json_t *best;
    snprintf(file, sizeof file, "device-%d.html", number);
    if (!open_page(s, file, tool_text_of(entry, "name"), false, &out)) return false;
    forms_text(entry, forms, sizeof forms);
    tool_put(&out, "<p>");
    tool_put_text(&out, tool_text_of(entry, "driver"));
    tool_put(&out, "; ");
    tool_put_text(&out, tool_text_of(entry, "processor"));
    tool_put(&out, "; ");
    tool_put_text(&out, tool_text_of(entry, "system"));
    tool_put(&out, "</p>\n<p>Operations of sub-groups by width: ");
    tool_put_text(&out, forms[0] ? forms : "not probed");
    tool_put(&out, "</p>\n");
    tool_put_table_start(&out, titles);
    json_object_foreach(json_object_get(entry, "best"), title, best) {
        const double fastest = tool_number_of(json_object_get(s->fastest, title), "ns");
        const char *const cells[] = {
            title, tool_format_ns(tool_number_of(best, "ns"), time, sizeof time), tool_text_of(best, "by"),
            tool_ratio_text(tool_number_of(best, "ns") / fastest, ratio, sizeof ratio)};
        tool_put_row(&out, NULL, titles, cells);
    }
    tool_put_table_end(&out);
    return close_page(&out);
}

static const char script[] =
    "const "
    "a=document.getElementById('a'),b=document.getElementById('b'),body=document.querySelector('tbody');\n"
    "data.devices.forEach((name,i)=>{for(const s of [a,b])s.add(new Option(name,i));});\n"
    "if(data.devices.length>1)b.value=1;\n"
    "const time=(ns)=>ns<1e3?ns.toPrecision(3)+' ns':ns<1e6?(ns/1e3).toPrecision(3)+' "
    "us':ns<1e9?(ns/1e6).toPrecision(3)+' ms':(ns/1e9).toPrecision(3)+' s';\n"
    "function show(){body.replaceChildren();data.problems.forEach((title,p)=>{\n"
    "const x=data.times[a.value][p],y=data.times[b.value][p];if(!x||!y)return;\n"
    "const row=body.insertRow();const cell=(t,n)=>{const "
    "c=row.insertCell();c.textContent=t;c.className=n;};\n"
    "cell(title,'');cell(time(x),'n');cell(time(y),'n');cell((y/x).toPrecision(3),'n');});\n"
    "document.getElementById('count').textContent=body.rows.length+' problems that both have';}\n"
    "a.onchange=b.onchange=show;show();\n";

/* Without the character <, so that no name ends the script. */
static json_t *compact_of(const site *s) {
    json_t *const names = tool_need(json_array()), *const problems = tool_need(json_array()),
                  *const times = tool_need(json_array()), *entry, *value;
    const char *key, *title;
    json_object_foreach(s->fastest, title, value) {
        if (json_integer_value(json_object_get(value, "count")) > 1)
            json_array_append_new(problems, json_string(title));
    }
    json_object_foreach(s->devices, key, entry) {
        char name[600];
        const char *const label = tool_text_of(entry, "label");
        json_t *const row = tool_need(json_array());
        snprintf(name, sizeof name, "%zu: %s, %s%s%s", json_array_size(names) + 1,
                 tool_text_of(entry, "name"), tool_text_of(entry, "driver"), label[0] ? ", " : "", label);
        json_array_append_new(names, tool_json_text(name));
        for (size_t p = 0; p < json_array_size(problems); p++)
            json_array_append_new(
                row,
                json_integer((json_int_t)(tool_number_of(
                                              json_object_get(json_object_get(entry, "best"),
                                                              json_string_value(json_array_get(problems, p))),
                                              "ns") +
                                          0.5)));
        json_array_append_new(times, row);
    }
    return tool_need(json_pack("{s:o,s:o,s:o}", "devices", names, "problems", problems, "times", times));
}

static bool put_compare(const site *s) {
    tool_out out;
    if (!open_page(s, "compare.html", "Two devices compared", true, &out)) return false;
    json_t *const data = compact_of(s);
    char *const text = tool_need(json_dumps(data, JSON_COMPACT));
    tool_put(
        &out,
        "<p><label>A <select id=\"a\"></select></label> <label>B <select id=\"b\"></select></label></p>\n"
        "<p id=\"count\"></p>\n<div class=\"wide\" tabindex=\"0\"><table><caption>Each at its best; B/A "
        "above 1: A is faster</caption><thead><tr><th scope=\"col\">problem</th><th scope=\"col\" "
        "class=\"n\">A</th><th scope=\"col\" class=\"n\">B</th><th scope=\"col\" "
        "class=\"n\">B/A</th></tr></thead><tbody></tbody></table></div>\n"
        "<script>\nconst data=");
    for (const char *at = text; *at; at++) {
        const size_t plain = strcspn(at, "<");
        tool_out_write(&out, at, plain);
        at += plain;
        if (!*at) break;
        tool_out_write(&out, "\\u003c", 6);
    }
    tool_put(&out, ";\n");
    tool_out_write(&out, script, strlen(script));
    tool_put(&out, "</script>\n");
    free(text);
    json_decref(data);
    return close_page(&out);
}

static bool put_promises(const site *s) {
    const int count = (int)json_object_size(s->devices);
    tool_promise_device *const devices = tool_need(calloc((size_t)count + 1, sizeof *devices));
    const char **const names = tool_need(calloc((size_t)count + 1, sizeof *names)), *key;
    struct title {
        char text[300];
    } *const text = tool_need(calloc((size_t)count + 1, sizeof *text));
    tool_out out;
    json_t *entry;
    int d = 0;
    json_object_foreach(s->devices, key, entry) {
        devices[d] =
            (tool_promise_device){json_object_get(entry, "facts"), json_object_get(entry, "promises")};
        snprintf(text[d].text, sizeof text[d].text, "%d: %.160s, %.120s", d + 1, tool_text_of(entry, "name"),
                 tool_text_of(entry, "driver"));
        names[d] = text[d].text;
        d++;
    }
    bool done = open_page(s, "promises.html", "What drivers guarantee", false, &out);
    if (done) {
        if (!tool_put_promises(&out, devices, names, count))
            tool_put(&out, "<p>No file has answers of 'crosslane promises'.</p>\n");
        done = close_page(&out);
    }
    free(text);
    free(names);
    free(devices);
    return done;
}

/* True if two devices have a time of one problem. */
static bool any_shared(const site *s) {
    const char *title;
    json_t *fastest;
    json_object_foreach(s->fastest, title, fastest) {
        if (json_integer_value(json_object_get(fastest, "count")) > 1) return true;
    }
    return false;
}

/* The tables of `report`, if it takes so many devices. */
static void put_verdict(const site *s, tool_out *out) {
    tool_report r = {.recorded = NULL};
    tool_recorded recorded;
    static const tool_options all;
    static const tool_words no_names;
    if (json_object_size(s->devices) > TOOL_MAX_SUBJECTS || !any_shared(s)) return;
    if (tool_recorded_open(&s->sound, true, "report", &recorded) != TOOL_OK) {
        tool_recorded_free(&recorded);
        return;
    }
    r.recorded = &recorded;
    r.out = *out;
    tool_match_rows(&recorded, &all, &no_names, &r.matches);
    r.contests = tool_contests_make(&recorded, &r.matches, &all, &no_names, 2);
    if (recorded.count > 1 && r.contests.count > 0) {
        tool_report_names(&r);
        tool_report_scores(&r);
        tool_report_heat(&r);
    }
    *out = r.out;
    tool_contests_free(&r.contests);
    tool_matches_free(&r.matches);
    tool_recorded_free(&recorded);
}

static bool put_index(const site *s) {
    static const char *const titles[] = {"device", "verdict", "operations by width", "driver", "label", NULL};
    tool_out out;
    const char *key;
    json_t *entry;
    int number = 0;
    if (!open_page(s, "index.html", "crosslane: devices", false, &out)) return false;
    tool_put(&out, "<p>%zu devices</p>\n", json_object_size(s->devices));
    put_verdict(s, &out);
    tool_put(&out, "<h3>Each device</h3>\n");
    tool_put_table_start(&out, titles);
    json_object_foreach(s->devices, key, entry) {
        char forms[2048], verdict[128];
        forms_text(entry, forms, sizeof forms);
        verdict_text(s, key, entry, verdict, sizeof verdict);
        const char *const texts[] = {verdict, forms, tool_text_of(entry, "driver"),
                                     tool_text_of(entry, "label")};
        tool_put(&out, "<tr><td><a href=\"device-%d.html\">", ++number);
        tool_put_text(&out, tool_text_of(entry, "name"));
        tool_put(&out, "</a></td>");
        for (int i = 0; i < 4; i++) {
            tool_put(&out, "<td>");
            tool_put_text(&out, texts[i]);
            tool_put(&out, "</td>");
        }
        tool_put(&out, "</tr>\n");
    }
    tool_put_table_end(&out);
    return close_page(&out);
}

/* A page's name may be a broken link. */
static bool is_free(const site *s, const char *file) {
    char path[TOOL_PATH];
    snprintf(path, sizeof path, "%s/%s", s->folder, file);
    if (s->replace || !xl__os_exists(path)) return true;
    tool_complain("--site %s: %s exists; --force replaces it", s->folder, path);
    return false;
}

static bool put_all(const site *s) {
    const char *key;
    json_t *entry;
    int number = 0;
    bool free_names = is_free(s, "compare.html") && is_free(s, "promises.html");
    for (size_t i = 1; i <= json_object_size(s->devices) && free_names; i++) {
        char name[40];
        snprintf(name, sizeof name, "device-%zu.html", i);
        free_names = is_free(s, name);
    }
    if (!free_names) return false;
    json_object_foreach(s->devices, key, entry) {
        if (tool_interrupted() || !put_device(s, ++number, entry)) return false;
    }
    return put_compare(s) && put_promises(s) && put_index(s);
}

tool_exit tool_site_write(const char *folder, const tool_words *files, bool replace) {
    site s = {.folder = folder,
              .replace = replace,
              .devices = tool_need(json_object()),
              .fastest = tool_need(json_object())};
    char path[TOOL_PATH], reason[128];
    snprintf(path, sizeof path, "%s/index.html", folder);
    tool_exit status = TOOL_OK;
    if (!replace && xl__os_exists(path)) {
        tool_complain("--site %s: there is a site already; --force replaces it", folder);
        status = TOOL_USAGE;
    } else {
        status = tool_recorded_each(files, take_file, &s);
        const int made = json_object_size(s.devices) > 0 ? xl__os_make_folders(folder) : 0;
        find_fastest(&s);
        if (json_object_size(s.devices) == 0) {
            tool_complain("report: no sound file is left; no site is made");
            status = tool_exit_worst(status, TOOL_NOTHING_DONE);
        } else if (made) {
            tool_complain("--site %s: %s", folder, xl__os_reason(made, reason, sizeof reason));
            status = TOOL_OUTPUT;
        } else if (!put_all(&s)) {
            status = TOOL_OUTPUT;
        }
    }
    for (int i = 0; i < s.sound.count; i++) free((char *)s.sound.word[i]);
    json_decref(s.devices);
    json_decref(s.fastest);
    return tool_interrupted() ? TOOL_INTERRUPTED : status;
}
