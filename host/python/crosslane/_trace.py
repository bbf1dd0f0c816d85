"""Traces of lanes."""
import collections
import ctypes as c

import numpy as np

from ._algorithm import Algorithm
from ._device import device
from ._library import TYPES, call, struct, text

MOST_RECORDS = 65536


def _cell(value):
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


class Trace:
    """What SG_SHOW recorded in one sub-group: `steps`, each (name, line, values of the lanes); `result`, `strategy`, `lanes`.
    Printed, and in Jupyter, it is a table."""
    __module__ = "crosslane"

    def __init__(self, result, plan, steps):
        self.result, self.strategy, self.lanes, self.steps = result, f"{plan.algorithm}/{plan.strategy}", plan.lanes, steps

    def _rows(self):
        return [["lane", *map(str, range(self.lanes))], *([name, *map(_cell, values)] for name, _, values in self.steps)]

    def __str__(self):
        if not self.steps:
            return f"{self.strategy} shows no lanes"
        rows = self._rows()
        sizes = [max(map(len, column)) for column in zip(*rows)]
        return "\n".join("  ".join(cell.rjust(size) if i else cell.ljust(size) for i, (cell, size) in enumerate(zip(row, sizes)))
                         for row in rows)

    def __repr__(self):
        return f"<crosslane.Trace of {self.strategy}, {len(self.steps)} steps of {self.lanes} lanes>"

    def _repr_html_(self):
        rows = [f"<tr><th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>" for name, *cells in self._rows()]
        return f"<table>{''.join(rows)}</table>"


def trace(algorithm, *given, **named):
    """A Trace of the first sub-group, with NumPy arrays: print(trace("scan", x, strategy="kogge_stone", lanes=8))."""
    function = algorithm if isinstance(algorithm, Algorithm) else Algorithm(algorithm)
    given = function._sort(given, named)
    place = device(given.how["device"] if given.how["queue"] is None else given.how["queue"]).using(trace=True)
    result, plan, queue = function._run(given, place)
    records, count = (struct["xl_trace"] * MOST_RECORDS)(), c.c_size_t()
    call("xl_plan_trace", plan.handle, queue, records, MOST_RECORDS, c.byref(count))
    shown, steps = records[:min(count.value, MOST_RECORDS)], collections.defaultdict(dict)
    first = min(shown, key=lambda record: record.work_item, default=None)
    for record in shown:
        if (record.work_item // plan.group_size, record.sub_group) != (first.work_item // plan.group_size, first.sub_group):
            continue
        turn = 0  # what a lane shows for the second time at a place belongs to the others' second time there
        while record.lane in steps[record.name, record.line, turn]:
            turn += 1
        values = np.frombuffer(bytes(record.value), TYPES[record.type])[:record.components].tolist()
        steps[record.name, record.line, turn][record.lane] = values[0] if len(values) == 1 else tuple(values)
    return Trace(result, plan, [(text(name), line, [lanes.get(lane) for lane in range(plan.lanes)])
                                for (name, line, _), lanes in steps.items()])
