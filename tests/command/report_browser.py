#!/usr/bin/env python3
"""Checks the page of `crosslane report` in headless Chromium, controlled over its debugging pipe.

usage: tests/command/report_browser.py COMMAND [--chromium PROGRAM] [--shots FOLDER | --pictures docs/pictures]

The results file combines recorded ones, with hostile names of devices, labels, strategies and reasons. The page, a
site's index, a device's page and a page of two devices must render without console messages or requests for other
files, with names as text. At 1280, 768 and 360 pixels and on paper, nothing may be too wide, cut off, or overlap, and no
word may be broken. Light and dark must differ; the verdict's table comes first; charted values must be in a table. Each
check must then reject a page that breaks it. Ends with "N passed, M failed".
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

from browser_options import read_options

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HOSTILE = "<script>alert(1)</script>\"'&<img src=x onerror=alert(2)></title></svg></style>"
WAIT_S = 60


class Browser:
    """One page. Sends commands to descriptor 3 and reads answers from descriptor 4, each a JSON text and a 0 byte."""

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
        self.recolour(scheme, media)
        self.events = []
        self.call("Page.navigate", url=path.as_uri())
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.read())

    def recolour(self, scheme, media="screen"):
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit("%s: %s" % (script, answer["exceptionDetails"]))
        return answer["result"].get("value")

    def shot(self, path, first, width, height, scale=1):
        """A screenshot from the first element that matches."""
        top = self.evaluate("scrollY + document.querySelector('%s').getBoundingClientRect().top" % first)
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                           clip={"x": 0, "y": top, "width": width, "height": height, "scale": scale})
        path.write_bytes(base64.b64decode(answer["data"]))

    def pdf(self, path):
        path.write_bytes(base64.b64decode(self.call("Page.printToPDF", printBackground=False)["data"]))

    def complaints(self):
        """Console messages, and requests for other files."""
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
    """Two devices, one with hostile names; native and emulated widths, a sweep, operations, rows of every status."""
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
        if row.get("strategy") == "shared":
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
        if copy.get("fraction"):
            copy["fraction"] /= 1.5
        copy["samples_ns"] = [1.5 * s for s in copy["samples_ns"]]
        records.append(copy)
    document.update(devices=[first, second, third], label=None)
    path.write_text(json.dumps(document))


# ---- checks ---------------------------------------------------------------------------------------------------

OPEN_ALL = "document.querySelectorAll('details').forEach(d => d.open = true)"
TOO_WIDE = '''(() => {
  const limit = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > limit || document.body.scrollWidth > limit) {
    for (const e of document.querySelectorAll('body *'))
      if (!e.closest('.wide, figure') && e.getBoundingClientRect().right > limit + 0.5) found.push(e.tagName + ' ' + e.textContent.slice(0, 60));
    found.push('the page is ' + document.documentElement.scrollWidth + ' wide'); }
  return found; })()'''
# Labels must be within their charts, and the values of points in a table cell near them.
CHARTS = '''(() => {
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
      if ((r.left < place.left - 1 || r.right > place.right + 1 || r.top < place.top - 1 || r.bottom > place.bottom + 1))
        found.push('outside of its chart: ' + text.textContent);
    }
    const around = svg.closest('details') || svg.closest('.pair');
    const cells = new Set([...around.querySelectorAll('td')].map(c => c.textContent.replace('~', '').replace(' (emul)', '')));
    for (const title of svg.querySelectorAll('path title')) {
      const value = title.textContent.split(': ').pop();
      if (!cells.has(value)) found.push('in no table: ' + title.textContent);
    }
  }
  return found.slice(0, 20); })()'''
# Text cut by a clipping box around it, by an SVG or by the page's edge; on paper also text that would need scrolling.
CUT = '''((paper) => {
  const found = [], slack = 1.5, walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node; (node = walk.nextNode());) {
    if (!node.textContent.trim()) continue;
    const own = node.parentElement;
    if (own.closest('title, style, script') || !own.checkVisibility()) continue;
    range.selectNodeContents(node);
    for (const r of range.getClientRects()) {
      let reachable = false;
      for (let box = own; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box), outer = box.getBoundingClientRect();
        const svg = box.tagName === 'svg', scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
        if (scrolls && !paper) reachable = true;
        if (!(svg || scrolls || /hidden|clip/.test(style.overflowX + style.overflowY)) || reachable) continue;
        if (r.left < outer.left - slack || r.right > outer.right + slack || r.top < outer.top - slack || r.bottom > outer.bottom + slack)
          found.push('cut: ' + node.textContent.slice(0, 50));
      }
      if (!reachable && r.right > document.documentElement.clientWidth + slack) found.push('over the edge: ' + node.textContent.slice(0, 50));
    }
  }
  return [...new Set(found)].slice(0, 20); })'''
# Overlapping visible boxes with text, and overlapping chart labels.
OVER = '''(() => {
  const found = [], boxes = [], slack = 2;
  const seen = (e) => {
    const range = document.createRange();
    range.selectNodeContents(e);
    let r = range.getBoundingClientRect();
    r = {left: r.left, right: r.right, top: r.top, bottom: r.bottom};
    for (let box = e.parentElement; box; box = box.parentElement) {
      if (!/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowX)) continue;
      const o = box.getBoundingClientRect();
      r = {left: Math.max(r.left, o.left), right: Math.min(r.right, o.right), top: Math.max(r.top, o.top), bottom: Math.min(r.bottom, o.bottom)};
    }
    return r; };
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;
  for (const e of document.querySelectorAll('h1,h2,h3,h4,p,li,td,th,dt,dd,summary,figcaption,caption,svg.chart text')) {
    if (!e.checkVisibility() || !e.textContent.trim()) continue;
    if (e.getAttribute('transform') && e.getAttribute('transform').startsWith('rotate(-40')) continue;
    const r = seen(e);
    if (r.right - r.left > slack && r.bottom - r.top > slack) boxes.push([r, e]);
  }
  boxes.sort((a, b) => a[0].top - b[0].top);
  for (let i = 0; i < boxes.length; i++)
    for (let k = i + 1; k < boxes.length && boxes[k][0].top < boxes[i][0].bottom; k++)
      if (over(boxes[i][0], boxes[k][0]) && !boxes[i][1].contains(boxes[k][1]) && !boxes[k][1].contains(boxes[i][1]))
        found.push(boxes[i][1].textContent.slice(0, 40) + ' and ' + boxes[k][1].textContent.slice(0, 40));
  return found.slice(0, 20); })()'''
BROKEN = '''(() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node; (node = walk.nextNode());) {
    if (node.parentElement.closest('style, script, select') || !node.parentElement.checkVisibility()) continue;
    for (const word of node.textContent.matchAll(/(?<![^ =])[A-Za-z0-9_.]{2,16}(?![^ ,;:])/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) found.push('broken: ' + word[0]);
    }
  }
  return [...new Set(found)].slice(0, 20); })()'''
FIRST = '''(() => {
  const looks = [...document.querySelectorAll('table')].slice(0, 2).map(t => t.className.split(' ')[0]);
  return looks.join() === 'scores,heat' ? [] : ['the page begins with: ' + looks]; })()'''
# A strategy looks the same in every chart and legend; charts of a problem have the same vertical axis.
ALIKE = '''(() => {
  const found = [], looks = {}, look = (name, mark, group) => {
    const has = group.getAttribute('class') + ' ' + mark.getAttribute('d');
    if (looks[name] && looks[name] !== has) found.push(name + ' has two looks');
    looks[name] = has; };
  for (const mark of document.querySelectorAll('svg.chart g > path:has(title)'))
    look(mark.textContent.split(', ').slice(0, -1).filter(t => t !== 'emulated').join(', '), mark, mark.parentElement);
  for (const item of document.querySelectorAll('.legend li'))
    look(item.textContent.replace(', emulated', ''), item.querySelector('path[transform]'), item.querySelector('g'));
  if (document.querySelectorAll('.legend li').length < 2) found.push('no legend');
  for (const problem of document.querySelectorAll('.problem')) {
    const axes = {};
    for (const figure of problem.querySelectorAll('figure')) {
      const what = figure.querySelector('figcaption').textContent.replace(/^[A-Z]: /, '');
      const axis = [...figure.querySelectorAll('.ink text[text-anchor=end]:not([font-style])')].map(t => t.textContent).join(' ');
      if (axes[what] && axes[what] !== axis) found.push(what + ' has two axes: ' + axis);
      axes[what] = axis;
    }
  }
  return found.slice(0, 20); })()'''
# The table of problems needs a caption, heads with a scope, legible numbers, and darker cells for slower.
HEAT = '''(() => {
  const found = [], table = document.querySelector('table.heat'), last = {};
  if (!table) return ['there is none'];
  if (!table.caption || !table.caption.textContent) found.push('no caption');
  for (const th of table.querySelectorAll('th')) if (!['col', 'row'].includes(th.scope)) found.push('no scope: ' + th.textContent);
  const light = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).map(x => x / 255).map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
    .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
  let before = 2;
  for (const key of document.querySelectorAll('.key li')) {
    const style = getComputedStyle(key), paper = light(style.backgroundColor), ink = light(style.color);
    if (paper >= before) found.push('not darker: ' + key.textContent);
    if ((Math.max(paper, ink) + 0.05) / (Math.min(paper, ink) + 0.05) < 4.5) found.push('not to be read: ' + key.textContent);
    before = paper;
  }
  for (const cell of table.querySelectorAll('td[class]')) if (!(Number(cell.querySelector('b').textContent) >= 1)) found.push('no number: ' + cell.textContent);
  return found.slice(0, 20); })()'''
SHAPES = '''(() => {
  const svg = document.querySelector('.problem svg.chart'), found = [];
  const dashed = svg.querySelectorAll('.line[stroke-dasharray]').length, all = svg.querySelectorAll('.line').length;
  if (!(dashed > 0 && dashed < all)) found.push('native and emulated have the same lines');
  if (svg.querySelectorAll('path.hollow').length === 0) found.push('no hollow marker');
  const shapes = new Set([...svg.closest('.problem').querySelectorAll('.legend path[transform]')].map(p => p.getAttribute('d')));
  if (shapes.size < 4) found.push(shapes.size + ' shapes of markers');
  return found; })()'''
LOOK = "getComputedStyle(document.body).backgroundColor + ' ' + getComputedStyle(document.body).color + ' ' + " \
       "getComputedStyle(document.querySelector('svg .ink')).color + ' ' + getComputedStyle(document.querySelector('svg .c0')).color"


def is_text(browser):
    """The hostile name is text and no element."""
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


SIZES = ((1280, 1600, "light"), (1280, 1600, "dark"), (768, 1000, "light"), (360, 800, "light"), (360, 800, "dark"))
PAPER = 720  # pixels: the width of A4 within its margins


def check_page(browser, page, sizes, shots):
    """Returns pairs of a check's name and its faults."""
    results = []
    for width, height, scheme in sizes:
        name = "%d %s" % (width, scheme)
        browser.open(page, width, height, scheme)
        if shots:
            browser.shot(shots / ("%d-%s.png" % (width, scheme)), "body", width, 2 * height)
        browser.evaluate(OPEN_ALL)
        results.append((name + ": nothing is too wide", browser.evaluate(TOO_WIDE)))
        results.append((name + ": nothing is cut", browser.evaluate(CUT + "(false)")))
        results.append((name + ": nothing lies over another", browser.evaluate(OVER)))
        results.append((name + ": no word is broken", browser.evaluate(BROKEN)))
        results.append((name + ": the verdict first", browser.evaluate(FIRST)))
        results.append((name + ": one look, one axis", browser.evaluate(ALIKE)))
        results.append((name + ": the table of problems", browser.evaluate(HEAT)))
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
    browser.open(page, PAPER, 1000, "light", media="print")
    browser.evaluate(OPEN_ALL)
    results.append(("print: nothing is cut", browser.evaluate(CUT + "(true)")))
    results.append(("print: nothing lies over another", browser.evaluate(OVER)))
    if shots:
        browser.shot(shots / "print.png", "body", 1000, 2800)
        browser.shot(shots / "print-problem.png", ".problem", 1000, 2800)
        browser.pdf(shots / "page.pdf")
    return results


SITE_PAGES = ("index", "device-1", "compare")


def check_site_page(browser, page, sizes, shots):
    """Checks a page of `report --site`."""
    results = []
    for width, height, scheme in sizes:
        name = "site, %s, %d %s: " % (page.stem, width, scheme)
        browser.open(page, width, height, scheme)
        if shots:
            browser.shot(shots / ("site-%s-%d-%s.png" % (page.stem, width, scheme)), "body", width, height)
        results.append((name + "nothing is too wide", browser.evaluate(TOO_WIDE)))
        results.append((name + "nothing is cut", browser.evaluate(CUT + "(false)")))
        results.append((name + "nothing lies over another", browser.evaluate(OVER)))
        results.append((name + "no word is broken", browser.evaluate(BROKEN)))
        results.append((name + "the verdict first", browser.evaluate(FIRST) if page.stem.startswith("index") else []))
        results.append((name + "rows of a table", [] if browser.evaluate("document.querySelectorAll('tbody tr, table tr').length") > 3 else ["few"]))
        elements = browser.evaluate("document.querySelectorAll('script, img, body style').length")
        results.append((name + "names are text", [] if elements == (page.stem == "compare") else ["%d elements" % elements]))
        results.append((name + "nothing on the console, no other file", browser.complaints()))
    return results


# Faults in a page of the site: a text, its replacement, and the check that must find it.
SITE_PLANTED = [("index", "no word is broken", "overflow-wrap:break-word;min-width:5rem", "word-break:break-all;max-width:3rem"),
                ("index", "the verdict first", 'class="scores', 'class="other'),
                ("index", "nothing is too wide", "</h1>", "</h1><div style='width:900px'>wide</div>"),
                ("device-1", "nothing is cut", "</h1>", "</h1><div style='width:60px;overflow:hidden;white-space:nowrap'>longer than it</div>"),
                ("device-1", "nothing lies over another", "</h1>", "</h1><p>one</p><p style='margin-top:-1.4em'>over the other</p>"),
                ("compare", "rows of a table", "body.insertRow()", "document.createElement('tr')"),
                ("compare", "nothing on the console", "show();", "nothing();")]


def check_site(browser, command, results, folder, shots):
    """Checks the index, a device's page and a comparison."""
    site = folder / "site"
    subprocess.run([command, "report", str(results), str(ROOT / "bench/results/two-cores"), "--site", str(site)],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    found = [result for page in SITE_PAGES for result in check_site_page(browser, site / (page + ".html"), SIZES, shots)]
    for number, (page, name, text, other) in enumerate(SITE_PLANTED):
        whole, broken = site / (page + ".html"), folder / ("%s-%d.html" % (page, number))
        caught = is_caught(whole, broken, text, other, name, lambda file: check_site_page(browser, file, SIZES[3:4], None))
        found.append(("planted: site, %s: %s" % (page, name), [] if caught else ["not caught"]))
    return found


# A text of the page, and a replacement that each check must find.
ESCAPED = HOSTILE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;").replace("'", "&#39;")
PLANTED = [("names are text", ESCAPED, HOSTILE),
           ("nothing on the console", "</body>", "<script src='x.js'></script></body>"),
           ("nothing is cut", "</h1>", "</h1><div style='width:60px;overflow:hidden;white-space:nowrap'>longer than its box</div>"),
           ("nothing is cut", 'viewBox="0 0 560', 'viewBox="0 0 400'),
           ("print: nothing is cut", ".wide{overflow:visible}", ".wide{width:8rem}"),
           ("nothing lies over another", "</h1>", "</h1><p>one</p><p style='margin-top:-1.4em'>over the other</p>"),
           ("nothing lies over another", ' y="', ' y="280" data-y="'),
           ("no word is broken", ".heat{overflow-wrap:break-word}", ".heat th{word-break:break-all}"),
           ("the verdict first", 'class="scores', 'class="other'),
           ("one look, one axis", '<ul class="legend chart">', '<ul class="legend chart"><li><svg><g class="c9"><path transform="" d="M0 0"/></g></svg>naive</li>'),
           ("the table of problems", ' scope="row"', ""),
           ("the table of problems", ".h3{background:#62c2c1}", ".h3{background:#fff}"),
           ("nothing is too wide", "</h1>", "</h1><div style='width:900px'>wide</div>"),
           ("readable colours", "color:var(--fg);", "color:var(--bg);"),
           ("told without colour", 'stroke-dasharray="6 4"', ""),
           ("charts are labelled", "<title>Time against", "<desc>Time against"),
           ("charts are labelled", "</title></path>", "0</title></path>")]


def check_planted(browser, page, folder):
    results = []
    for number, (name, text, other) in enumerate(PLANTED):
        broken = folder / ("planted%d.html" % number)
        caught = is_caught(page, broken, text, other, name, lambda file: check_page(browser, file, SIZES[3:4], None))
        results.append(("planted: " + name, [] if caught else ["not caught"]))
    return results


def make_pictures(browser, command, folder, place):
    """Makes the pictures for the docs, with three devices of one machine."""
    page, recorded = folder / "pictures.html", ROOT / "bench/results/two-cores"
    files = [str(recorded / name) for name in ("Intel-CPU-runtime.json", "PoCL-6.0.json", "rusticl.json")]
    subprocess.run([command, "report", *files, "--out", str(page)], check=True, stdout=subprocess.DEVNULL)
    browser.open(page, 1000, 900, "light")
    browser.shot(place / "report.png", "body", 1000, 900, 0.65)
    browser.shot(place / "report-charts.png", ".problem", 1000, 640, 0.7)
    browser.open(page, 360, 700, "dark")
    browser.shot(place / "report-phone.png", "#heat", 360, 700)


def is_caught(page, broken, text, other, check, look):
    """True if `look` finds the fault in `broken`, a copy of the page with `other` in place of `text`."""
    whole = page.read_text()
    broken.write_text(whole.replace(text, other))
    return text in whole and any(wrong and check in what for what, wrong in look(broken))


def tell(found):
    """Prints the faults and the totals; returns the exit status."""
    for name, wrong in found:
        for line in wrong:
            print("%s: %s" % (name, line))
    failed = sum(1 for _, wrong in found if wrong)
    print("%d passed, %d failed" % (len(found) - failed, failed))
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pictures", type=pathlib.Path, help="write the pictures of the docs there, and no more")
    options = read_options(parser)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="crosslane-browser-"))
    try:
        if options.pictures:
            browser = Browser(options.chromium, folder / "profile")
            make_pictures(browser, options.command, folder, options.pictures)
            browser.close()
            return 0
        results, page = folder / "results.json", folder / "report.html"
        make_results(results)
        subprocess.run([options.command, "report", str(results), "--out", str(page)], check=True,
                       stdout=subprocess.DEVNULL)
        browser = Browser(options.chromium, folder / "profile")
        found = check_page(browser, page, SIZES, options.shots) + check_planted(browser, page, folder)
        found += check_site(browser, options.command, results, folder, options.shots)
        browser.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return tell(found)


if __name__ == "__main__":
    sys.exit(main())
