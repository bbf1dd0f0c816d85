#!/usr/bin/env python3
"""The page of `crosslane report` in a real browser: Chromium without a window, spoken to over its debugging pipe.

usage: tests/command/report_browser.py COMMAND [--chromium PROGRAM] [--shots FOLDER]

Devices, labels, strategies and reasons have hostile names here, from a results file that is made from recorded ones. The
page must render without a word on the console and without asking for any other file; the names must be text; at 360
pixels nothing may be wider than the screen; light and dark differ; what a chart shows stands in a table too. Then each
check is shown a page that breaks it. Ends with "N passed, M failed".
"""
import argparse
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HOSTILE = "<script>alert(1)</script>\"'&<img src=x onerror=alert(2)></title></svg></style>"
WAIT_S = 60


class Browser:
    """One page. Commands over descriptor 3, answers over descriptor 4, each a JSON text that ends with a 0."""

    def __init__(self, program, profile):
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()
        wrapper = 'exec 3<&%d 4>&%d; exec "$@"' % (to_read, to_write)
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
                   "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
                   "--user-data-dir=%s" % profile]
        self.process = subprocess.Popen(["bash", "-c", wrapper, "-", program, *options, "about:blank"],
                                        pass_fds=(to_read, to_write), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.rest, self.number, self.session, self.events = b"", 0, None, []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def read(self):
        import select
        while b"\0" not in self.rest:
            if not select.select([self.from_browser], [], [], WAIT_S)[0]:
                sys.exit("the browser says nothing for %d s" % WAIT_S)
            part = os.read(self.from_browser, 1 << 20)
            if not part:
                sys.exit("the browser ended")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit("%s: %s" % (method, answer["error"]))
                return answer["result"]
            self.events.append(answer)

    def open(self, path, width, height, scheme, media="screen"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events = []
        self.call("Page.navigate", url=path.as_uri())
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.read())

    def evaluate(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit("%s: %s" % (script, answer["exceptionDetails"]))
        return answer["result"].get("value")

    def shot(self, path, first, width, height):
        """From the first element that fits the selector on."""
        top = self.evaluate("scrollY + document.querySelector('%s').getBoundingClientRect().top" % first)
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                           clip={"x": 0, "y": top, "width": width, "height": height, "scale": 1})
        path.write_bytes(base64.b64decode(answer["data"]))

    def pdf(self, path):
        path.write_bytes(base64.b64decode(self.call("Page.printToPDF", printBackground=False)["data"]))

    def complaints(self):
        """What stands on the console, and files that were asked for beside the page."""
        found = []
        for e in self.events:
            method, params = e.get("method"), e.get("params", {})
            if method in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded",
                          "Page.javascriptDialogOpening"):
                found.append("%s %s" % (method, json.dumps(params)[:300]))
            if method == "Network.requestWillBeSent" and params.get("type") != "Document" \
                    and not params["request"]["url"].startswith("data:"):
                found.append("asked for " + params["request"]["url"][:200])
        return found

    def close(self):
        try:
            self.call("Browser.close")
        except (SystemExit, OSError):
            pass
        self.process.wait(timeout=WAIT_S)


# ---- the results file -----------------------------------------------------------------------------------------


def make_results(path):
    """Two devices, one with a hostile name of everything; times at native and emulated widths, a sweep, operations, rows of
    every status."""
    folder = ROOT / "bench/results/nvidia-h200"
    document = json.loads((folder / "spheres_widths.json").read_text())
    records = document["records"]
    for name in ("lights4_lights.json", "probe.json"):
        records += json.loads((folder / name).read_text())["records"]
    first = document["devices"][0]
    second = json.loads(json.dumps(first))
    first.update(id="a" * 16, name=HOSTILE, vendor=HOSTILE, backend="nvidia", backend_reason=HOSTILE,
                 sub_group_sizes=[32], facts={HOSTILE: HOSTILE})
    second.update(id="b" * 16, index=1, name="plain")
    third = dict(second, id="c" * 16, index=2, status="error", name="closed", reason="no driver " + HOSTILE)
    for number, row in enumerate(records):
        row["device"] = first["id"]
        if row["strategy"] == "shared":
            row["strategy"] = HOSTILE
        if row["kind"] == "probe" and number % 7 == 0:
            row.update(status="unsupported", reason="not here: " + HOSTILE)
    for status in ("mismatch", "skipped", "error"):
        row = json.loads(json.dumps(records[0]))
        row.update(kind="verify", status=status, reason="%s because of %s" % (status, HOSTILE), samples_ns=None)
        if status == "mismatch":
            row["mismatch"] = {"array": HOSTILE, "index": 3, "expected": "nan", "got": 1.5, "group": 0, "sub_group": 0,
                               "lane": 3, "expected_row": [], "got_row": [], "repeat": "crosslane " + HOSTILE}
        records.append(row)
    for row in [r for r in records if r["kind"] == "bench" and r["algorithm"] == "spheres"]:
        copy = json.loads(json.dumps(row))
        copy["device"] = second["id"]
        for name in ("median_ns", "mad_ns", "min_ns"):
            copy[name] *= 1.5
        copy["samples_ns"] = [1.5 * s for s in copy["samples_ns"]]
        records.append(copy)
    document.update(devices=[first, second, third], label=None)
    path.write_text(json.dumps(document))


# ---- checks ---------------------------------------------------------------------------------------------------

OPEN_ALL = "document.querySelectorAll('details').forEach(d => d.open = true)"
TOO_WIDE = """(() => {
  const limit = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > limit || document.body.scrollWidth > limit) {
    for (const e of document.querySelectorAll('body *'))
      if (!e.closest('.wide, figure') && e.getBoundingClientRect().right > limit + 0.5) found.push(e.tagName + ' ' + e.textContent.slice(0, 60));
    found.push('the page is ' + document.documentElement.scrollWidth + ' wide'); }
  return found; })()"""
# Labels within their charts, and what points say among the cells of a table beside them.
CHARTS = """(() => {
  const found = [], charts = document.querySelectorAll('svg.chart');
  if (charts.length < 8) found.push(charts.length + ' charts');
  for (const svg of charts) {
    const box = svg.viewBox.baseVal, name = svg.querySelector(':scope > title');
    if (!name || !name.textContent || svg.getAttribute('role') !== 'img') found.push('a chart without a title');
    if (svg.querySelectorAll('text').length < 6) found.push('a chart without labels');
    if (!svg.querySelector('.line')) found.push('a chart without a curve');
    const place = svg.getBoundingClientRect();
    for (const text of svg.querySelectorAll('text')) {
      const r = text.getBoundingClientRect();
      if (text.textContent.length < 40 && (r.left < place.left - 1 || r.right > place.right + 1 || r.top < place.top - 1 || r.bottom > place.bottom + 1))
        found.push('outside of its chart: ' + text.textContent);
    }
    const around = svg.closest('details') || svg.closest('.pair');
    const cells = new Set([...around.querySelectorAll('td')].map(c => c.textContent.replace('~', '').replace(' (emul)', '')));
    for (const title of svg.querySelectorAll('path title')) {
      const value = title.textContent.split(': ').pop();
      if (!cells.has(value)) found.push('in no table: ' + title.textContent);
    }
  }
  return found.slice(0, 20); })()"""
SHAPES = """(() => {
  const svg = document.querySelector('.problem svg'), found = [];
  const dashed = svg.querySelectorAll('.line[stroke-dasharray]').length, all = svg.querySelectorAll('.line').length;
  if (!(dashed > 0 && dashed < all)) found.push('native and emulated have the same lines');
  if (svg.querySelectorAll('path.hollow').length === 0) found.push('no hollow marker');
  const shapes = new Set([...svg.querySelectorAll('g[class^=c] > path[transform]')].map(p => p.getAttribute('d')));
  if (shapes.size < 4) found.push(shapes.size + ' shapes of markers');
  return found; })()"""
LOOK = "getComputedStyle(document.body).backgroundColor + ' ' + getComputedStyle(document.body).color + ' ' + " \
       "getComputedStyle(document.querySelector('svg .ink')).color + ' ' + getComputedStyle(document.querySelector('svg .c0')).color"


def is_text(browser):
    """The hostile name is what a reader reads, and has become no element."""
    found = []
    if browser.evaluate("document.querySelectorAll('script, img, body style, body title:not(svg title)').length") != 0:
        found.append("a name became an element")
    if not browser.evaluate("document.querySelector('#devices ~ h3').textContent.includes(%s)" % json.dumps(HOSTILE)):
        found.append("the heading is " + str(browser.evaluate("document.querySelector('#devices ~ h3').textContent")))
    for part in ("mismatch because of ", "skipped because of ", "error because of ", "not here: ", "no driver "):
        if not browser.evaluate("document.body.textContent.includes(%s)" % json.dumps(part + HOSTILE)):
            found.append("not to be read: " + part)
    if not browser.evaluate("document.title.includes(%s)" % json.dumps(HOSTILE)):
        found.append("the window's title is " + browser.evaluate("document.title"))
    return found


def is_contrast(browser, scheme):
    def light(colour):
        return sum(float(x) for x in colour.replace("rgb(", "").replace(")", "").split(",")[:3]) / 3
    colours = browser.evaluate(LOOK).replace(", ", ",").split(" ")
    paper = light(colours[0])
    bad = [c for c in colours[1:] if abs(light(c) - paper) < 60]
    if (scheme == "dark") != (paper < 100):
        bad.append("the page's colour " + colours[0])
    return bad


SIZES = ((1280, 1600, "light"), (1280, 1600, "dark"), (360, 800, "light"), (360, 800, "dark"))


def check_page(browser, page, sizes, shots):
    """Every check at these sizes; pairs of a name and what is wrong."""
    results = []
    for width, height, scheme in sizes:
        name = "%d %s" % (width, scheme)
        browser.open(page, width, height, scheme)
        if shots:
            browser.shot(shots / ("%d-%s.png" % (width, scheme)), "body", width, 2 * height)
        browser.evaluate(OPEN_ALL)
        results.append((name + ": nothing is too wide", browser.evaluate(TOO_WIDE)))
        results.append((name + ": charts are labelled, their numbers in tables", browser.evaluate(CHARTS)))
        results.append((name + ": names are text", is_text(browser)))
        results.append((name + ": readable colours", is_contrast(browser, scheme)))
        results.append((name + ": told without colour", browser.evaluate(SHAPES)))
        results.append((name + ": nothing on the console, no other file", browser.complaints()))
        if shots:
            for part in (".pair:has(svg)", ".problem", "#comparison", "#troubles"):
                name = "%d-%s-%s.png" % (width, scheme, part.strip(".#").split(":")[0])
                browser.shot(shots / name, part, width, 2 * height)
    browser.open(page, 1000, 1400, "dark", media="print")
    results.append(("print: dark on light", is_contrast(browser, "light")))
    if shots:
        browser.shot(shots / "print.png", "body", 1000, 2800)
        browser.shot(shots / "print-problem.png", ".problem", 1000, 2800)
        browser.pdf(shots / "page.pdf")
    return results


# What each check has to catch: text of the page, and what it becomes.
ESCAPED = HOSTILE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;").replace("'", "&#39;")
PLANTED = [("names are text", ESCAPED, HOSTILE),
           ("nothing on the console", "</body>", "<script src='x.js'></script></body>"),
           ("nothing is too wide", "</h1>", "</h1><div style='width:900px'>wide</div>"),
           ("readable colours", "color:var(--fg);", "color:var(--bg);"),
           ("told without colour", 'stroke-dasharray="6 4"', ""),
           ("charts are labelled", "<title>Time against", "<desc>Time against"),
           ("charts are labelled", "</title></path>", "0</title></path>")]


def check_planted(browser, page, folder):
    results = []
    for number, (name, text, other) in enumerate(PLANTED):
        broken = folder / ("planted%d.html" % number)
        whole = page.read_text()
        broken.write_text(whole.replace(text, other))
        caught = text in whole and any(wrong and name in check for check, wrong in check_page(browser, broken, SIZES[2:3], None))
        results.append(("planted: " + name, [] if caught else ["not caught"]))
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("--shots", type=pathlib.Path)
    options = parser.parse_args()
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="crosslane-browser-"))
    try:
        results, page = folder / "results.json", folder / "report.html"
        make_results(results)
        subprocess.run([options.command, "report", str(results), "--out", str(page)], check=True,
                       stdout=subprocess.DEVNULL)
        browser = Browser(options.chromium, folder / "profile")
        found = check_page(browser, page, SIZES, options.shots) + check_planted(browser, page, folder)
        browser.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for name, wrong in found:
        for line in wrong:
            print("%s: %s" % (name, line))
    failed = sum(1 for _, wrong in found if wrong)
    print("%d passed, %d failed" % (len(found) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
