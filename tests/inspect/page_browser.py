#!/usr/bin/env python3
"""Checks the page of `crosslane inspect --html` in a real browser.

usage: tests/inspect/page_browser.py COMMAND [--chromium PROGRAM] [--shots FOLDER]

The kernel file, its remarks and its instructions have hostile names; the compiler is a script. At 1280 and 360 pixels,
light and dark, nothing is wider than the screen, names are text, no other file is requested and the console is empty. A
line and its instructions light up together, by pointer and by tap; a tap stays. Each check must then reject a page that
breaks it. Ends with "N passed, M failed".
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "command"))
from report_browser import Browser, CUT, OVER, TOO_WIDE, is_caught, tell  # noqa: E402 pylint: disable=wrong-import-position

HOSTILE = "<script>alert(1)<img src=x onerror=alert(2)>&' <b>.cl"
REMARK = "</span></script><script>alert(3)</script><img src=x onerror=alert(4)>"
SOURCE = '''__kernel void mine(__global int *x) {
    const int first = x[get_global_id(0)]; /* a line that is so long that no screen shows it as a whole: %s */
    // %s
    x[0] = first * 3;
}
''' % ("word " * 30, REMARK)
# Instructions alternating between lines 2 and 4, after one without a line.
COMPILER = r'''#!/bin/sh
PATH=/usr/bin:/bin
[ "$1" = query ] && { echo 9.9 > "$2"; exit; }
while [ $# -gt 0 ]; do
    case $1 in -file) file=$2 ;; -output) output=$2 ;; esac
    shift
done
name=$(sed -n 's/^#line 1 "\(.*\)"$/\1/p' "$file")
printf '\nkernels:\n  - name:   mine\n      simd_size:  16\n' > "$output"
{
    printf '//.kernel mine\n  mov (8|M0) r2.0<1>:ud r0.0<1;1,0>:ud // %s\n// File: %s\n' '</span><img src=x>' "$name"
    for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
        printf '// Line %d\n  add (16|M0) r%d.0<1>:d r%d.0<8;8,1>:d %d:w\n' $((n % 2 * 2 + 2)) $n $n $n
    done
} > "$IGC_DumpToCustomDir/OCL_asm0_simd16_entry.asm"
'''
SIZES = ((1280, 900, "light"), (1280, 900, "dark"), (360, 800, "light"), (360, 800, "dark"))
# Only elements of the given number are lit, all of them, and at least one in every pane.
LIT = '''((number) => {
  const lit = [...document.querySelectorAll('.on')], all = [...document.querySelectorAll('[data-l="' + number + '"]')], found = [];
  if (all.length < 3) found.push('no such line');
  if (lit.length !== all.length || !lit.every(e => e.dataset.l === String(number))) found.push(lit.length + ' of ' + all.length + ' lit');
  for (const pane of document.querySelectorAll('.pane')) if (!pane.querySelector('.on')) found.push('nothing in ' + pane.textContent.slice(0, 20));
  for (const e of lit) if (getComputedStyle(e).backgroundColor === getComputedStyle(e.parentElement).backgroundColor) found.push('it looks like the others');
  return [...new Set(found)]; })'''
COLOURS = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"


def point(browser, selector, press=False):
    place = browser.evaluate("(() => { const e = document.querySelector('%s'); e.scrollIntoView({block: 'center'}); "
                             "const r = e.getBoundingClientRect(); return [r.left + 12, r.top + r.height / 2]; })()" % selector)
    kinds = ("mousePressed", "mouseReleased") if press else ("mouseMoved",)
    for kind in kinds:
        browser.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left" if press else "none", clickCount=int(press))


def check_light(browser):
    """By a pointer over an instruction and over a line, then by a tap, which stays."""
    found = []
    numbers = browser.evaluate("[...new Set([...document.querySelectorAll('.pane:nth-child(2) [data-l]')].map(e => Number(e.dataset.l)))]")
    if len(numbers or []) != 2:
        return ["lines with instructions: %s" % numbers]
    first, second = sorted(numbers)
    point(browser, ".pane:nth-child(2) [data-l=\"%d\"]" % first)
    found += browser.evaluate(LIT + "(%d)" % first)
    point(browser, ".pane:nth-child(1) [data-l=\"%d\"]" % second)
    found += browser.evaluate(LIT + "(%d)" % second)
    point(browser, "h1")
    found += ["still lit"] if browser.evaluate("document.querySelectorAll('.on').length") else []
    point(browser, ".pane:nth-child(1) [data-l=\"%d\"]" % first, press=True)
    point(browser, "h1")
    found += browser.evaluate(LIT + "(%d)" % first)
    return found


def check_text(browser):
    found = []
    if browser.evaluate("document.querySelectorAll('img, b, body style').length + 1 - document.querySelectorAll('script').length") != 0:
        found.append("a name became an element")
    for part in (HOSTILE, REMARK):
        if not browser.evaluate("document.querySelector('.panes').textContent.includes(%s) || document.querySelector('h2').textContent.includes(%s)"
                                % (json.dumps(part), json.dumps(part))):
            found.append("not to be read: " + part)
    if not browser.evaluate("document.title.includes(%s)" % json.dumps(HOSTILE)):
        found.append("the title is " + str(browser.evaluate("document.title")))
    return found


def check_colours(browser, scheme):
    paper, ink = (sum(float(x) for x in c[4:-1].split(",")[:3]) / 3 for c in browser.evaluate(COLOURS))
    return [] if (paper < 100) == (scheme == "dark") and abs(paper - ink) > 100 else ["paper %d, ink %d" % (paper, ink)]


def check_page(browser, page, sizes, shots=None):
    results = []
    for width, height, scheme in sizes:
        name = "%d %s: " % (width, scheme)
        browser.open(page, width, height, scheme)
        results.append((name + "nothing is too wide", browser.evaluate(TOO_WIDE)))
        results.append((name + "nothing is cut", browser.evaluate(CUT + "(false)")))
        results.append((name + "nothing lies over another", browser.evaluate(OVER)))
        results.append((name + "names are text", check_text(browser)))
        results.append((name + "readable colours", check_colours(browser, scheme)))
        results.append((name + "lines light up", check_light(browser)))
        results.append((name + "nothing on the console, no other file", browser.complaints()))
        if shots:
            browser.shot(shots / ("%d-%s.png" % (width, scheme)), "body", width, 2 * height)
    return results


PLANTED = [("names are text", "&lt;", "<"),
           ("nothing is too wide", "</h1>", "</h1><div style='width:1400px'>wide</div>"),
           ("nothing on the console", "</body>", "<script src='x.js'></script></body>"),
           ("readable colours", "color:var(--fg);", "color:var(--bg);"),
           ("lines light up", "e.classList.add('on')", "e.classList.add('off')"),
           ("lines light up", ".code .on{", ".code .off{"),
           ("lines light up", "light(kept));", "light(null));")]
REPORT_PLANTED = [("lines light up", "; script-src 'unsafe-inline'", ""), ("lines light up", ".code .on{", ".code .off{"),
                  ("names are text", "&lt;img", "<img")]
RECORDED = pathlib.Path(__file__).resolve().parent.parent.parent / "bench/results/nvidia-h200/mips.json"


def check_report(browser, page, sizes):
    """check_page for the same code in a page of `report`, without checks specific to `inspect`."""
    results = []
    for width, height, scheme in sizes:
        name = "report, %d %s: " % (width, scheme)
        browser.open(page, width, height, scheme)
        results.append((name + "nothing is too wide", browser.evaluate(TOO_WIDE)))
        results.append((name + "readable colours", check_colours(browser, scheme)))
        results.append((name + "names are text", [] if browser.evaluate("document.querySelectorAll('img').length") == 0 and browser.evaluate(
            "document.querySelector('.panes').textContent.includes(%s)" % json.dumps(REMARK)) else ["a remark is no text"]))
        results.append((name + "lines light up", check_light(browser)))
        results.append((name + "nothing on the console, no other file", browser.complaints()))
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("--shots", type=pathlib.Path)
    options = parser.parse_args()
    command = str(pathlib.Path(options.command).resolve())
    with tempfile.TemporaryDirectory(prefix="crosslane-page-") as name:
        folder = pathlib.Path(name)
        (folder / HOSTILE).write_text(SOURCE)
        (folder / "ocloc").write_text(COMPILER)
        (folder / "ocloc").chmod(0o700)
        subprocess.run([command, "inspect", HOSTILE, "--for", "tgllp,dg2", "--html", "page.html"], check=True, cwd=folder,
                       stdout=subprocess.DEVNULL, env=dict(os.environ, PATH="%s:%s" % (folder, os.environ["PATH"])))
        page = folder / "page.html"
        run = dict(check=True, cwd=folder, stdout=subprocess.DEVNULL, env=dict(os.environ, PATH="%s:%s" % (folder, os.environ["PATH"])))
        subprocess.run([command, "inspect", HOSTILE, "--for", "tgllp,dg2", "--source", "--json", "lines.json"], **run)
        subprocess.run([command, "report", str(RECORDED), "lines.json", "--out", "report.html"], **run)
        browser = Browser(options.chromium, folder / "profile")
        found = check_page(browser, page, SIZES, options.shots)
        report = folder / "report.html"
        found += check_report(browser, report, SIZES)
        for number, (check, text, other) in enumerate(REPORT_PLANTED):
            broken = folder / ("planted-report%d.html" % number)
            caught = is_caught(report, broken, text, other, check, lambda file: check_report(browser, file, SIZES[:1]))
            found.append(("planted in a report: " + check, [] if caught else ["not caught"]))
        for number, (check, text, other) in enumerate(PLANTED):
            broken = folder / ("planted%d.html" % number)
            caught = is_caught(page, broken, text, other, check, lambda file: check_page(browser, file, SIZES[:1]))
            found.append(("planted: " + check, [] if caught else ["not caught"]))
        browser.close()
    return tell(found)


if __name__ == "__main__":
    sys.exit(main())
