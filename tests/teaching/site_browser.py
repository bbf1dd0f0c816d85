#!/usr/bin/env python3
"""Checks the folder of pages that `crosslane learn --site` writes, in headless Chromium.

usage: tests/teaching/site_browser.py COMMAND [--chromium PROGRAM] [--shots FOLDER] [--site FOLDER]

Every link of every page leads to a file and a place that exist, and every file is reached from the first page. No file
asks for anything outside the folder. At 1280 and 400 pixels nothing is too wide, no word is broken, the console is
empty and pictures are shown. Every player is stepped to its end. The dark page is the loaded page in other colours: it
must have the light page's layout. Each check must then reject a page that breaks it. A folder with a foreign file is
refused. --site takes a folder that exists. Ends with "N passed, M failed".
"""
import argparse
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from player_browser import ARROWS, STEPS, check_colours  # noqa: E402 pylint: disable=wrong-import-position
from browser_options import is_skipped, read_options  # noqa: E402 pylint: disable=wrong-import-position
from report_browser import BROKEN, Browser, TOO_WIDE, is_caught, tell  # noqa: E402 pylint: disable=wrong-import-position

SIZES = ((1280, 900), (400, 800))
PICTURES = "[...document.images].filter(i => !i.complete || !i.naturalWidth || !i.alt).map(i => i.src)"
UNSEEN = """[...document.querySelectorAll('main > pre')].filter(p => p.scrollWidth > p.clientWidth
  && (getComputedStyle(p).overflowX !== 'auto' || !getComputedStyle(p).backgroundImage.includes('gradient'))).map(p => p.textContent.slice(0, 40))"""
FOLDED = "[...document.querySelectorAll('details')].filter(d => d.open).map(d => d.textContent.slice(0, 40))"

# The boxes of elements, and of their texts.
LAYOUT = '''[...document.querySelectorAll('body, body *')].map((e, i) => {
  const range = document.createRange();
  range.selectNodeContents(e);
  return [e, range].map(of => of.getBoundingClientRect()).map(r => [i, e.tagName, r.x, r.y, r.width, r.height].join(' ')).join(); })'''
PLAIN_STEPS = '''[...document.querySelectorAll('.player tbody.on')].filter(
  b => getComputedStyle(b.querySelector('td')).backgroundColor === 'rgba(0, 0, 0, 0)').map(b => b.textContent.slice(0, 40))'''


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.names = [], set()

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key in ("href", "src"):
                self.links.append(value)
            if key == "id":
                self.names.add(value)


def read_links(folder):
    pages = {}
    for page in folder.glob("*.html"):
        pages[page.name] = Links()
        pages[page.name].feed(page.read_text())
    return pages


def check_links(folder):
    pages, found, reached = read_links(folder), [], {"index.html"}
    for page, links in sorted(pages.items()):
        for link in links.links:
            parts = urllib.parse.urlsplit(link)
            if link == "data:,":
                continue
            name = parts.path or page
            if parts.scheme or parts.netloc or not (folder / name).is_file():
                found.append("%s: %s leads nowhere" % (page, link))
            elif parts.fragment and parts.fragment not in pages[name].names:
                found.append("%s: %s has no such place" % (page, link))
            reached.add(name)
    every = {str(f.relative_to(folder)) for f in folder.rglob("*") if f.is_file()}
    return found, sorted("%s is not linked" % f for f in every - reached if not f.startswith("pictures/"))


def check_dark(browser, name):
    light = browser.evaluate(LAYOUT)
    browser.recolour("dark")
    return [(name + "dark, readable colours", check_colours(browser, "dark")),
            (name + "dark, the layout of light", sorted(set(light) ^ set(browser.evaluate(LAYOUT)))[:5]),
            (name + "dark, the step stands out", browser.evaluate(PLAIN_STEPS))]


def check_page(browser, page, sizes=SIZES, dark=True, shots=None):
    results, players = [], page.read_text().count('<div class="player">')
    for width, height in sizes:
        name = "%s, %d: " % (page.stem, width)
        browser.open(page, width, height, "light")
        results.append((name + "pictures", browser.evaluate(PICTURES)))
        results.append((name + "no word is broken", browser.evaluate(BROKEN)))
        results.append((name + "hints are folded", browser.evaluate(FOLDED)))
        results.append((name + "wide code scrolls, with a shadow at the edge", browser.evaluate(UNSEEN)))
        if shots:
            browser.shot(shots / ("%s-%d-light.png" % (page.stem, width)), "body", width, 2 * height)
        if players:
            results.append((name + "every step", browser.evaluate(STEPS)))
            results.append((name + "arrows", browser.evaluate(ARROWS)))
        results.append((name + "nothing is too wide", browser.evaluate(TOO_WIDE)))
        results.append((name + "readable colours", check_colours(browser, "light")))
        results += check_dark(browser, name) if dark else []
        if shots and dark:
            browser.shot(shots / ("%s-%d-dark.png" % (page.stem, width)), "body", width, 2 * height)
        results.append((name + "nothing on the console, no other file",
                        [c for c in browser.complaints() if not re.match(r"asked for file://.*/pictures/", c)]))
    return results


DARK = "<style>@media (prefers-color-scheme:dark){%s}</style></head>"
PLANTED = [("lanes", "pictures", "pictures/lanes-lane.svg", "pictures/none.svg"),
           ("lanes", "every step", "player.step = Math.max(0,", "player.step = Math.max(1,"),
           ("lanes", "nothing on the console", "</main>", "<script src='x.js'></script></main>"),
           ("scalarize", "no word is broken", "overflow-wrap:break-word}", "word-break:break-all;width:9rem}"),
           ("index", "nothing is too wide", "</h1>", "</h1><div style='width:1400px'>wide</div>"),
           ("index", "readable colours", "color:var(--fg);", "color:var(--bg);"),
           ("exercise-07-reduce", "hints are folded", "<details>", "<details open>"),
           ("lanes", "wide code scrolls", "</main>", "<pre style='overflow-x:hidden'>%s</pre></main>" % ("long " * 80)),
           ("index", "dark, readable colours", "</head>", DARK % "body{color:#000 !important}"),
           ("index", "dark, the layout of light", "</head>", DARK % "h1{padding-left:9px}"),
           ("lanes", "dark, the step stands out", "</head>", DARK % ".player td{background:none !important}")]


def check_planted(browser, site):
    results, broken = [], site / "planted.html"
    for page, check, text, other in PLANTED:
        caught = is_caught(site / (page + ".html"), broken, text, other, check,
                           lambda file: check_page(browser, file, SIZES[:1], check.startswith("dark")))
        results.append(("planted: %s: %s" % (page, check), [] if caught else ["not caught"]))
    broken.write_text((site / "index.html").read_text().replace('href="index.html"', 'href="other.html"'))
    results += [("planted: a link", [] if check_links(site)[0] else ["not caught"]),
                ("planted: a page without a link", [] if check_links(site)[1] else ["not caught"])]
    broken.unlink()
    return results


def check_folder(command, folder):
    """A folder with a foreign file stays as it is."""
    taken = folder / "taken"
    taken.mkdir()
    (taken / "letter.txt").write_text("dear")
    run = subprocess.run([command, "learn", "--site", str(taken)], capture_output=True, text=True, check=False)
    found = [] if run.returncode == 5 and "has files" in run.stderr else ["status %d: %s" % (run.returncode, run.stderr)]
    return found + ([] if [f.name for f in taken.iterdir()] == ["letter.txt"] else ["it was written to"])


def run_on_terminal(command, folder):
    master, terminal = os.openpty()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=terminal) as run:
        os.close(terminal)
        shown = b""
        try:
            while part := os.read(master, 4096):
                shown += part
        except OSError:  # Linux: the terminal has no writer any more
            pass
    os.close(master)
    if run.returncode != 0:
        raise SystemExit("%s: status %d\n%s" % (" ".join(command), run.returncode, shown.decode()))
    return shown.decode()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--site", type=pathlib.Path)
    options = read_options(parser)
    if is_skipped(options):
        return 0
    with tempfile.TemporaryDirectory(prefix="crosslane-site-") as name:
        folder = pathlib.Path(name)
        os.environ["CROSSLANE_CACHE_DIR"] = str(folder / "cache")  # else each player's trace probes the checking device
        site = folder / "site"
        if options.site:
            shutil.copytree(options.site, site)
            progress = []
        else:
            screen = run_on_terminal([options.command, "learn", "--site", str(site), "--width", "4,8,32"], folder)
            progress = [] if re.search(r"page 1 of \d\d", screen) and "trace lanes/sum" in screen else [screen]
        nowhere, alone = check_links(site)
        found = [("progress", progress), ("every link", nowhere), ("every page is linked", alone), ("a foreign folder", check_folder(options.command, folder))]
        without = [p for p in ("lanes", "reduce", "scan", "compact") if 'class="player"' not in (site / (p + ".html")).read_text()]
        found.append(("lessons have players", without))
        browser = Browser(options.chromium, folder / "profile")
        for page in sorted(site.glob("*.html")):
            source = page.stem.startswith("source-")
            found += check_page(browser, page, SIZES[:1] if source else SIZES, not source, options.shots)
        found += check_planted(browser, site)
        browser.close()
    return tell(found)


if __name__ == "__main__":
    sys.exit(main())
