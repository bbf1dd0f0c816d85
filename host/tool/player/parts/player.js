/* Makes a player of each element .player from the JSON in its script element: {runs, files, note}. */
(() => {
  'use strict';
  const make = (name, parent, text, kind) => {
    const e = document.createElement(name);
    if (text !== undefined) e.textContent = text;
    if (kind) e.className = kind;
    if (parent) parent.append(e);
    return e;
  };
  const draw = (name, parent, values) => {
    const e = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key in values) e.setAttribute(key, values[key]);
    parent.append(e);
    return e;
  };
  const short = (file) => file.slice(file.lastIndexOf('/') + 1);
  const HIGH = 34, MIDDLE = 14;

  /* The lanes whose values lane l gets. */
  const givers = (step, l, width) => {
    if (step.flow === 'one') return step.from[l] === null ? [] : [step.from[l]];
    if (!step.flow) return [];
    const size = step.cluster || width, first = l - l % size, last = Math.min(first + size, width);
    const there = step.rows[0][1], from = [];
    for (let k = first; k < last; k++)
      if (there[k] !== null && (step.flow === 'all' || k < l || (k === l && step.flow === 'up to'))) from.push(k);
    return from;
  };

  const line = (svg, x1, y1, x2, y2, head, kind) => {
    draw('path', svg, {d: `M${x1} ${y1}L${x2} ${y2}`, stroke: 'currentColor', 'stroke-width': 1.4, fill: 'none',
                       class: kind});
    if (!head) return;
    const angle = Math.atan2(y2 - y1, x2 - x1), point = (turn) =>
      `${x2 - 6 * Math.cos(angle + turn)} ${y2 - 6 * Math.sin(angle + turn)}`;
    draw('path', svg, {d: `M${x2} ${y2}L${point(0.45)}L${point(-0.45)}z`, fill: 'currentColor', class: kind});
  };

  /* Values meet on a bar and go to every lane; towards higher lanes only if the bar ends in an arrow. */
  const draw_bar = (svg, step, width, at, kind) => {
    const size = step.cluster || width, there = step.rows[0][1], got = step.rows[step.rows.length - 1][1];
    for (let first = 0; first < width; first += size) {
      const last = Math.min(first + size, width) - 1;
      line(svg, at(first), MIDDLE, at(last), MIDDLE, step.flow !== 'all' && last > first, kind);
      for (let l = first; l <= last; l++) {
        if (there[l] !== null) line(svg, at(l) - 3, 0, at(l) - 3, MIDDLE, false, kind);
        if (got[l] !== null && givers(step, l, width).length) line(svg, at(l) + 3, MIDDLE, at(l) + 3, HIGH, true, kind);
      }
    }
  };

  const draw_arrows = (svg, step, width, cell, lane) => {
    const at = (l) => (l + 0.5) * cell, kind = lane === null ? '' : 'thin';
    svg.replaceChildren();
    if (step.flow === 'one') {
      for (let l = 0; l < width; l++)
        for (const from of givers(step, l, width))
          line(svg, at(from), 0, at(l), HIGH, true, lane === null || lane === l || lane === from ? '' : 'thin');
      return;
    }
    draw_bar(svg, step, width, at, kind);
    if (lane !== null) for (const from of givers(step, lane, width)) line(svg, at(from), 0, at(lane), HIGH, true, '');
  };

  const lanes_text = (list) => {
    const parts = [];
    for (let i = 0; i < list.length; i++) {
      let end = i;
      while (end + 1 < list.length && list[end + 1] === list[end] + 1) end++;
      parts.push(end > i ? `${list[i]} to ${list[end]}` : `${list[i]}`);
      i = end;
    }
    return (list.length === 1 ? 'lane ' : 'lanes ') + parts.join(', ');
  };

  /* A sentence for a lane, also for a screen reader. */
  const tell_lane = (step, l, width) => {
    const row = step.rows[step.rows.length - 1], value = row[1][l] === '.' ? '0' : row[1][l];
    if (value === null) return `lane ${l} does not take part`;
    if (!step.flow) return `lane ${l} has ${value}`;
    const from = givers(step, l, width);
    if (!from.length) return step.flow === 'one' ? `lane ${l} gets an undefined value` : `lane ${l} gets ${value}`;
    return `lane ${l} gets ${value} from ${lanes_text(from)}`;
  };

  /* A lane that gets another's value, if there is one. */
  const telling_lane = (step) => {
    const got = step.rows[step.rows.length - 1][1];
    const other = step.flow === 'one' ? step.from.findIndex((from, l) => from !== null && from !== l) : -1;
    return other >= 0 ? other : Math.max(0, got.findIndex((value) => value !== null));
  };

  const is_undefined = (step, row, l) =>
    step.flow === 'one' && row > 0 && row === step.rows.length - 1 && step.rows[row][1][l] !== null &&
    step.from[l] === null;

  const make_rows = (panel, step, index, body, cell) => {
    const width = panel.width, title = make('tr', body);
    const name = make('th', title, `${index + 1}. ${step.label}`, 'name step');
    name.colSpan = width + 1;
    name.scope = 'rowgroup';
    step.rows.forEach(([label, values], r) => {
      if (step.flow && r === step.rows.length - 1) {
        const arrows = make('tr', body, undefined, 'arrows');
        arrows.setAttribute('aria-hidden', 'true');
        make('th', arrows, '', 'name');
        const place = make('td', arrows);
        place.colSpan = width;
        const svg = draw('svg', place, {width: cell * width, height: HIGH + 2});
        panel.drawings.push([svg, step]);
        draw_arrows(svg, step, width, cell, null);
      }
      const row = make('tr', body);
      make('th', row, label, 'name').scope = 'row';
      values.forEach((value, l) => {
        const bad = is_undefined(step, r, l), td = make('td', row, undefined, bad ? 'none' : '');
        if (step.flow && r === step.rows.length - 1 && value !== null && !bad) td.className = 'got';
        make('span', td, bad ? '?' : value === null ? '-' : value);
        if (bad) td.title = 'no lane gives a value, so the result is undefined';
        td.dataset.lane = l;
      });
    });
  };

  const make_panel = (player, run) => {
    const panel = {width: run.width, steps: run.steps, bodies: [], drawings: [], lane: null};
    let longest = 2;
    for (const step of run.steps)
      step.rows.forEach(([, values], r) => values.forEach((v, l) => {
        if (v !== null && !is_undefined(step, r, l)) longest = Math.max(longest, v.length);
      }));
    const cell = Math.max(28, Math.ceil(longest * 7.5) + 16), lead = 82;
    panel.box = make('div', player.panels, undefined, 'panel');
    make('h3', panel.box, run.title);
    const scroll = make('div', panel.box, undefined, 'scroll');
    scroll.tabIndex = 0;
    scroll.setAttribute('role', 'region');
    scroll.setAttribute('aria-label', run.title);
    panel.scroll = scroll;
    const table = make('table', scroll);
    table.style.width = `${lead + cell * run.width}px`;
    table.style.setProperty('--fit', Math.min(1, 680 / (lead + cell * run.width)));
    const columns = make('colgroup', table);
    make('col', columns).style.width = `${lead}px`;
    for (let l = 0; l < run.width; l++) make('col', columns).style.width = `${cell}px`;
    const head = make('tr', make('thead', table));
    make('th', head, 'lane', 'name').scope = 'col';
    for (let l = 0; l < run.width; l++) {
      const th = make('th', head), button = make('button', th, l);
      th.scope = 'col';
      button.type = 'button';
      button.setAttribute('aria-pressed', 'false');
      button.setAttribute('aria-label', `lane ${l}`);
      button.onclick = () => player.pick(panel, l);
    }
    panel.cell = cell;
    panel.table = table;
    run.steps.forEach((step, i) => {
      const body = make('tbody', table);
      make_rows(panel, step, i, body, cell);
      body.onclick = () => player.go(i);
      panel.bodies.push(body);
    });
    return panel;
  };

  const make_code = (player) => {
    const lit = new Map();
    for (const file in player.data.files) {
      make('span', player.code, file, 'file');
      player.data.files[file].split('\n').forEach((text, i) => {
        const row = make('span', player.code);
        make('i', row, i + 1);
        row.append(text || ' ');
        lit.set(`${file}:${i + 1}`, row);
      });
    }
    return lit;
  };

  const light = (player, step) => {
    for (const e of player.code.querySelectorAll('.on,.by')) e.className = '';
    step.places.slice().reverse().forEach(([file, number], i, all) => {
      const row = player.lines.get(`${file}:${number}`);
      if (!row) return;
      row.className = i === all.length - 1 ? 'on' : 'by';
      if (i === all.length - 1) player.code.scrollTop = row.offsetTop - player.code.clientHeight / 3;
    });
  };

  const show_in = (scroll, e) => {
    const head = scroll.querySelector('thead').offsetHeight;
    if (e.offsetTop - head < scroll.scrollTop) scroll.scrollTop = e.offsetTop - head;
    const low = e.offsetTop + e.offsetHeight - scroll.clientHeight;
    if (low > scroll.scrollTop) scroll.scrollTop = Math.min(low, e.offsetTop - head);
  };

  const make_player = (root) => {
    const data = JSON.parse(root.querySelector('script').textContent);
    const player = {data, step: 0, panels: null, shown: []};
    const bar = make('div', root, undefined, 'bar');
    const button = (text, label, act) => {
      const b = make('button', bar, text);
      b.type = 'button';
      b.setAttribute('aria-label', label);
      b.onclick = act;
      return b;
    };
    const last = () => Math.max(...player.shown.map((p) => p.steps.length)) - 1;
    const first_button = button('First', 'first step', () => player.go(0));
    const back = button('◀ Back', 'step back', () => player.go(player.step - 1));
    const next = button('Next ▶', 'next step', () => player.go(player.step + 1));
    const last_button = button('Last', 'last step', () => player.go(last()));
    const count = make('span', bar, '', 'count');
    const widths = make('fieldset', root);
    const now = make('p', root, '', 'now');
    now.setAttribute('aria-live', 'polite');
    const view = make('div', root, undefined, 'view');
    player.panels = make('div', view, undefined, 'panels');
    player.code = make('div', view, undefined, 'code');
    player.code.tabIndex = 0;
    player.code.setAttribute('role', 'region');
    player.code.setAttribute('aria-label', 'source');
    player.lines = make_code(player);
    if (!player.lines.size) {
      player.code.remove();
      view.classList.add('alone');
    }
    if (data.note) make('p', root, data.note, 'soft');

    const tell = () => {
      const panel = player.shown[0], at = Math.min(player.step, panel.steps.length - 1), step = panel.steps[at];
      const place = step.places.length ? `, line ${step.places[0][1]} of ${short(step.places[0][0])}` : '';
      const lane = panel.lane === null ? telling_lane(step) : panel.lane;
      const kernel = step.kernel ? ` in ${step.kernel}` : '';
      now.textContent = `${step.label}${kernel}${place}: ${tell_lane(step, lane, panel.width)}.`;
      count.textContent = `step ${player.step + 1} of ${last() + 1}`;
    };
    player.go = (to) => {
      player.step = Math.max(0, Math.min(to, last()));
      for (const panel of player.shown) {
        const at = Math.min(player.step, panel.bodies.length - 1);
        panel.bodies.forEach((body, i) => {
          body.className = i === at ? 'on' : i > at ? 'later' : '';
          if (i === at) body.setAttribute('aria-current', 'step');
          else body.removeAttribute('aria-current');
        });
        show_in(panel.scroll, panel.bodies[at]);
      }
      back.disabled = first_button.disabled = player.step === 0;
      next.disabled = last_button.disabled = player.step === last();
      for (const b of [first_button, back, next, last_button]) b.hidden = last() === 0;
      const panel = player.shown[0];
      light(player, panel.steps[Math.min(player.step, panel.steps.length - 1)]);
      tell();
    };
    player.pick = (panel, lane) => {
      panel.lane = panel.lane === lane ? null : lane;
      panel.table.querySelectorAll('thead button').forEach((b, l) =>
        b.setAttribute('aria-pressed', l === panel.lane));
      for (const td of panel.table.querySelectorAll('td[data-lane]'))
        td.classList.toggle('pick', Number(td.dataset.lane) === panel.lane);
      for (const [svg, step] of panel.drawings) draw_arrows(svg, step, panel.width, panel.cell, panel.lane);
      tell();
    };
    const all = data.runs.map((run) => make_panel(player, run)), boxes = [];
    const choose = () => {
      player.shown = all.filter((panel, i) => boxes[i].checked);
      all.forEach((panel, i) => { panel.box.hidden = !boxes[i].checked; });
      boxes.forEach((box) => { box.disabled = box.checked && player.shown.length === 1; });
      player.go(player.step);
    };
    make('legend', widths, 'lanes of a sub-group');
    all.forEach((panel) => {
      const label = make('label', widths), box = make('input', label);
      box.type = 'checkbox';
      label.append(` ${panel.width}`);
      box.onchange = choose;
      boxes.push(box);
    });
    const eight = all.findIndex((panel) => panel.width === 8);
    boxes[Math.max(eight, 0)].checked = true;
    widths.hidden = all.length === 1;
    choose();
    player.keys = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input')) return;
      const to = {ArrowRight: player.step + 1, ArrowDown: player.step + 1, n: player.step + 1,
                  ArrowLeft: player.step - 1, ArrowUp: player.step - 1, p: player.step - 1, Home: 0, End: last()}[event.key];
      if (to === undefined) return;
      event.preventDefault();
      player.go(to);
    };
    root.addEventListener('keydown', player.keys);
    return player;
  };

  const players = [...document.querySelectorAll('.player')].map(make_player);
  if (players.length === 1)
    document.body.addEventListener('keydown', (event) => {
      if (event.target === document.body) players[0].keys(event);
    });
})();
