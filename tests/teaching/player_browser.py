#!/usr/bin/env python3
"""Steps through the pages of `crosslane trace --html` in headless Chromium.

usage: tests/teaching/player_browser.py COMMAND [--chromium PROGRAM] [--shots FOLDER]

Pages of built-in kernels, and of a kernel with hostile text in its name and source. At 1280 and 400 pixels, light and
dark: nothing is too wide, names are text, the console is empty, no other file is requested. Every width is stepped to
its last step by button and by key; each step highlights its source line and has a label of its own; arrows begin and
end below their lanes. On paper every step is visible. Each check must then reject a page that breaks it.
Ends with "N passed, M failed".
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "command"))
from browser_options import is_skipped, read_options  # noqa: E402 pylint: disable=wrong-import-position
from report_browser import ROOT, Browser, TOO_WIDE, is_caught, tell  # noqa: E402 pylint: disable=wrong-import-position

HOSTILE = "<script>alert(1)<img src=x onerror=alert(2)>&' <b>.cl"
SOURCE = '''kernel void mine(global const uint *x, global uint *y) { // </script><img src=x onerror=alert(3)>
    uint v = x[get_global_id(0)];
    for (uint d = 1; d < get_sub_group_size(); d *= 2)
        v += sub_group_shuffle_xor(v, d);
    v = sub_group_scan_inclusive_add(v);
    if (get_sub_group_local_id() > 1) v += sub_group_non_uniform_reduce_add(v);
    y[get_global_id(0)] = v + sub_group_broadcast(v, 1) + sub_group_shuffle_up(v, 1);
}
'''
SIZES = ((1280, 900, "light"), (1280, 900, "dark"), (400, 800, "light"), (400, 800, "dark"))
# Selects every width, and steps to the end by the button Next. Returns what is wrong.
STEPS = r'''(() => {
  const found = [], fault = (text) => { if (found.length < 10) found.push(text); };
  const roots = document.querySelectorAll('.player');
  if (!roots.length) return ['no player'];
  for (const root of roots) {
    const data = JSON.parse(root.querySelector('script').textContent);
    const button = (label) => root.querySelector(`.bar button[aria-label="${label}"]`);
    for (const box of root.querySelectorAll('fieldset input')) if (!box.checked) box.click();
    const panels = [...root.querySelectorAll('.panel')], longest = Math.max(...data.runs.map(r => r.steps.length));
    if (panels.some(p => p.hidden) || panels.length !== data.runs.length) fault('a width is not shown');
    button('first step').click();
    for (let s = 0; s < longest; s++) {
      if (!root.querySelector('.count').textContent.includes(`step ${s + 1} of ${longest}`)) fault('count at step ' + (s + 1));
      panels.forEach((panel, p) => {
        const steps = data.runs[p].steps, at = Math.min(s, steps.length - 1);
        const on = [...panel.querySelectorAll('tbody')].findIndex(b => b.classList.contains('on'));
        if (on !== at) fault(`step ${s + 1} lights ${on + 1}`);
        const body = panel.querySelectorAll('tbody')[at];
        if (body.getAttribute('aria-current') !== 'step') fault('no current step for a screen reader');
        if (getComputedStyle(body.querySelector('td')).backgroundColor === 'rgba(0, 0, 0, 0)') fault('it looks like the others');
      });
      const step = data.runs[0].steps[Math.min(s, data.runs[0].steps.length - 1)], lit = root.querySelectorAll('.code .on');
      if (step.places.length && (lit.length !== 1 || parseInt(lit[0].textContent) !== step.places[0][1])) fault('line of step ' + (s + 1));
      if (!root.querySelector('.now').textContent.includes(step.label)) fault('step ' + (s + 1) + ' is not told');
      if (s < longest - 1) button('next step').click();
    }
    if (!button('next step').disabled || !button('last step').disabled) fault('there is a step after the last');
    for (const run of data.runs) {
      for (const step of run.steps) {
        const line = step.places.length ? (data.files[step.places[0][0]] || '').split('\n')[step.places[0][1] - 1] : step.name;
        if (!line.includes(step.name) && !step.rows[0][0].includes(step.name)) fault(step.name + ' is not in its line: ' + line);
      }
      const names = run.steps.map(step => step.label + ' ' + JSON.stringify(step.places));
      if (new Set(names).size !== names.length) fault('two steps have one label');
    }
  }
  return found; })()'''
# Each arrow of a step that moves single values begins below the middle of its lane, and ends over that of the other.
ARROWS = r'''(() => {
  const found = [];
  let all = 0;
  for (const root of document.querySelectorAll('.player')) {
    const data = JSON.parse(root.querySelector('script').textContent);
    root.querySelectorAll('.panel').forEach((panel, p) => {
      if (panel.hidden) return;
      const bodies = panel.querySelectorAll('tbody');
      data.runs[p].steps.forEach((step, s) => {
        if (!step.flow) return;
        const svg = bodies[s].querySelector('svg'), left = svg.getBoundingClientRect().left;
        const lines = [...svg.querySelectorAll('path[fill=none]')].map(e => e.getAttribute('d').match(/[-0-9.]+/g).map(Number));
        all += lines.length;
        if (!lines.length) found.push(step.label + ' has no arrow');
        if (step.flow !== 'one') return;
        const at = l => { const r = bodies[s].querySelector(`td[data-lane="${l}"]`).getBoundingClientRect(); return r.left + r.width / 2 - left; };
        const want = step.from.map((f, l) => f === null ? null : [at(f), at(l)]).filter(x => x);
        if (want.length !== lines.length) found.push(`${step.label}: ${lines.length} arrows for ${want.length} lanes`);
        want.forEach(([x, y]) => { if (!lines.some(d => Math.abs(d[0] - x) < 2 && Math.abs(d[2] - y) < 2)) found.push(`${step.label}: no arrow from ${x} to ${y}`); });
      });
    });
  }
  return [...new Set(found)].slice(0, 10); })()'''
PICK = r'''(() => {
  const root = document.querySelector('.player'), data = JSON.parse(root.querySelector('script').textContent);
  const panel = root.querySelector('.panel:not([hidden])'), button = panel.querySelectorAll('thead button')[1];
  button.click();
  const found = [];
  if (button.getAttribute('aria-pressed') !== 'true') found.push('lane 1 is not pressed');
  if (!root.querySelector('.now').textContent.includes('lane 1 ')) found.push('told: ' + root.querySelector('.now').textContent);
  if (!panel.querySelector('td.pick')) found.push('its cells look like the others');
  button.click();
  if (panel.querySelector('td.pick, svg .thin')) found.push('it stays');
  return found; })()'''
PAPER = r'''(() => [...document.querySelectorAll('.panel:not([hidden]) tbody td, .panel:not([hidden]) tbody th')]
  .filter(e => Number(getComputedStyle(e).opacity) < 1 || e.getBoundingClientRect().width === 0)
  .map(e => 'pale: ' + e.textContent).slice(0, 5)
  .concat([...document.querySelectorAll('.panel:not([hidden]) table')]
    .filter(t => t.getBoundingClientRect().width > 720).map(t => 'cut at the right'))
  .concat(getComputedStyle(document.querySelector('.bar')).display === 'none' ? [] : ['buttons on paper']))()'''
COLOURS = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"


def check_colours(browser, scheme):
    paper, ink = (sum(float(x) for x in c[4:-1].split(",")[:3]) / 3 for c in browser.evaluate(COLOURS))
    return [] if (paper < 100) == (scheme == "dark") and abs(paper - ink) > 100 else ["paper %d, ink %d" % (paper, ink)]


def check_keys(browser):
    """Arrow keys, End and Home step, from the page's body."""
    def press(key):
        for kind in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)
        return browser.evaluate("document.querySelector('.count').textContent")
    browser.evaluate("document.activeElement.blur()")
    end, start = press("End"), press("Home")
    last = int(end.split()[-1])
    found = [] if end.startswith("step %d " % last) and start.startswith("step 1 ") else ["End: %s, Home: %s" % (end, start)]
    if last > 1:
        found += [] if press("ArrowRight").startswith("step 2 ") else ["the right arrow does not step"]
        found += [] if press("ArrowLeft").startswith("step 1 ") else ["the left arrow does not step"]
    return found


def check_text(browser, title):
    found = ["a name became an element"] if browser.evaluate("document.querySelectorAll('img, b').length") else []
    scripts = browser.evaluate("document.querySelectorAll('script').length - document.querySelectorAll('.player').length")
    found += ["a name became a script"] if scripts != 1 else []
    if title not in browser.evaluate("document.body.textContent"):
        found.append("not to be read: " + title)
    return found


def check_page(browser, page, title, sizes, shots=None):
    results = []
    for width, height, scheme in sizes:
        name = "%s, %d %s: " % (page.stem, width, scheme)
        browser.open(page, width, height, scheme)
        results.append((name + "keys", check_keys(browser)))
        results.append((name + "a lane is picked", browser.evaluate(PICK)))
        if shots:
            browser.shot(shots / ("%s-%d-%s.png" % (page.stem, width, scheme)), "body", width, height)
        results.append((name + "every step", browser.evaluate(STEPS)))
        results.append((name + "arrows", browser.evaluate(ARROWS)))
        results.append((name + "nothing is too wide", browser.evaluate(TOO_WIDE)))
        results.append((name + "names are text", check_text(browser, title)))
        results.append((name + "readable colours", check_colours(browser, scheme)))
        results.append((name + "nothing on the console, no other file", browser.complaints()))
    browser.open(page, 720, 1000, "light", media="print")
    browser.evaluate("document.querySelectorAll('fieldset input').forEach((box) => { if (!box.checked) box.click(); })")
    results.append((page.stem + ": on paper", browser.evaluate(PAPER)))
    if shots:
        browser.shot(shots / (page.stem + "-print.png"), "body", 720, 1500)
    return results


PLANTED = [("every step", "player.step = Math.max(0,", "player.step = Math.max(1,"),
           ("every step", "row.className = i === all.length - 1 ? 'on'", "row.className = i === all.length - 1 ? 'off'"),
           ("every step", ", turn 2 of ", ", turn 1 of "),
           ("every step", "body.className = i === at ? 'on'", "body.className = i === at + 1 ? 'on'"),
           ("every step", '"name":"sub_group_shuffle_up"', '"name":"sub_group_broadcast_up"'),
           ("arrows", "line(svg, at(from), 0, at(l), HIGH, true, lane", "line(svg, at(l), 0, at(from), HIGH, true, lane"),
           ("arrows", "(l + 0.5) * cell", "(l + 0.8) * cell"),
           ("keys", "ArrowRight: player.step + 1", "ArrowRight: player.step"),
           ("a lane is picked", "classList.toggle('pick'", "classList.toggle('peck'"),
           ("names are text", "e.textContent = text", "e.innerHTML = text"),
           ("nothing is too wide", "<div class=\"player\">", "<div style='width:1400px'>wide</div><div class=\"player\">"),
           ("readable colours", "color:var(--fg);", "color:var(--bg);"),
           ("on paper", "tbody.later svg{opacity:1", "tbody.later svg{opacity:.5"),
           ("on paper", "zoom:var(--fit,1)", "zoom:1.5"),
           ("nothing on the console", "</main>", "<script src='x.js'></script></main>")]


def make_pages(command, folder):
    """Pairs of a page and a text that it must show."""
    pages = []
    for name in ("lanes/lane", "lanes/shuffle", "scan/kogge_stone"):
        page = folder / (name.replace("/", "-") + ".html")
        subprocess.run([command, "trace", name, "--html", str(page), "--quiet"], check=True, cwd=folder, stdout=subprocess.DEVNULL)
        pages.append((page, name))
    answer = folder / "crosslane-learn/06-butterfly.cl"
    answer.parent.mkdir()
    shutil.copy(ROOT / "docs/exercises/06-butterfly/solution.cl", answer)
    subprocess.run([command, "trace", "6", "--html", "answer.html", "--width", "8,16"], check=True, cwd=folder, stdout=subprocess.DEVNULL)
    pages.append((folder / "answer.html", "sg_shuffle_xor, turn 3 of 3"))
    (folder / HOSTILE).write_text(SOURCE)
    subprocess.run([command, "trace", HOSTILE, "--arg", "x=iota:u32[256]", "--arg", "y=zeros:u32[256]", "--html", "hostile.html"],
                   cwd=folder, stdout=subprocess.DEVNULL, check=False)  # its last line is a finding
    pages.append((folder / "hostile.html", HOSTILE))
    return pages


def main():
    options = read_options()
    if is_skipped(options):
        return 0
    with tempfile.TemporaryDirectory(prefix="crosslane-player-") as name:
        folder = pathlib.Path(name)
        os.environ["CROSSLANE_CACHE_DIR"] = str(folder / "cache")  # else each command probes the checking device again
        pages = make_pages(options.command, folder)
        browser = Browser(options.chromium, folder / "profile")
        found = []
        for page, title in pages:
            found += check_page(browser, page, title, SIZES, options.shots)
        page, title = pages[-1]
        for number, (check, text, other) in enumerate(PLANTED):
            broken = folder / ("planted%d.html" % number)
            caught = is_caught(page, broken, text, other, check, lambda file: check_page(browser, file, title, SIZES[:1]))
            found.append(("planted: %s: %s" % (check, other), [] if caught else ["not caught"]))
        browser.close()
    return tell(found)


if __name__ == "__main__":
    sys.exit(main())
