/* player.c - the page. Its style and script are files of host/tool/player/parts. */
#include "player/player.h"
#include "program/source.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

extern const xl__embedded_file tool_player_parts[];
extern const size_t tool_player_part_count;

const char *tool_player_part(const char *name) {
    for (size_t i = 0; i < tool_player_part_count; i++)
        if (strcmp(tool_player_parts[i].name, name) == 0) return tool_player_parts[i].text;
    return "";
}

/* Without the character <, so that no text ends the script element. */
static void put_json(tool_out *out, const json_t *value) {
    char *const text = tool_need(json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER));
    for (const char *at = text; *at;) {
        const size_t plain = strcspn(at, "<");
        tool_out_write(out, at, plain);
        at += plain;
        if (*at++ != '<') break;
        tool_out_write(out, "\\u003c", 6);
    }
    free(text);
}

void tool_player_put(tool_out *out, const json_t *player) {
    tool_put(out, "<div class=\"player\"><script type=\"application/json\">");
    put_json(out, player);
    tool_put(out, "</script><noscript>The steps of this trace need JavaScript.</noscript></div>\n");
}

static void put_part(tool_out *out, const char *name) {
    const char *const text = tool_player_part(name);
    tool_out_write(out, text, strlen(text));
}

int tool_player_write(const json_t *player, const char *title, const char *about, const char *path,
                      bool replace, xl_error *error) {
    tool_out out;
    const int status = tool_out_open(&out, path, error);
    if (status != XL_SUCCESS) return status;
    if (!replace) tool_out_only_new(&out);
    tool_put(&out,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
             "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
             "<link rel=\"icon\" href=\"data:,\">\n<title>");
    tool_put_text(&out, title);
    tool_put(&out, "</title>\n<style>\n");
    put_part(&out, "page.css");
    put_part(&out, "player.css");
    tool_put(&out, "</style>\n</head>\n<body>\n<main>\n<h1>");
    tool_put_text(&out, title);
    tool_put(&out, "</h1>\n<p class=\"soft\">");
    tool_put_text(&out, about);
    tool_put(&out,
             "</p>\n<p class=\"soft keys\">Arrow keys step; Home and End go to the first and last step; "
             "a lane's number shows only its arrows.</p>\n");
    tool_player_put(&out, player);
    tool_put(&out, "</main>\n<script>\n");
    put_part(&out, "player.js");
    tool_put(&out, "</script>\n</body>\n</html>\n");
    return tool_out_close(&out, error);
}
