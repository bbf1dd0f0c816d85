"""Changes that a check must detect: a verdict with one thing changed, records with exchanged fields."""
import json
import random
import re


def changed_numbers(text):
    """Copies of the text with one changed number each, not in names, sizes or the list of omitted rows."""
    skip = re.compile(r"PoCL [\d.]+|2%|\w+=\d+|\bu32|\w+ at (?:emul )?\d+|wrong at|  best of those[^:]*(?:.|\n)*?(?=\n\w|\n$|$)|and \d+ more|\w*[a-z]\d+\w*")
    spans = [m.span() for m in skip.finditer(text)]
    for match in re.finditer(r"(?<![\w.])\d+(?:\.\d+)?", text):
        if not any(a <= match.start() < b for a, b in spans):
            number = match[0]
            other = str(int(1.07 * int(number)) + 2) if "." not in number else f"{float(number) * 1.07 + 0.02:.2f}"
            yield text[:match.start()] + other + text[match.end():], f"{number} to {other} at {text[match.start() - 30:match.end() + 10]!r}"


def exchanged(text):
    lines = text.split("\n")
    names = [line[3:] for line in lines[:2]]
    head, _, rest = text.partition("\n\n")
    if len(names) == 2:
        yield head + "\n\n" + rest.replace(names[0], "\0").replace(names[1], names[0]).replace("\0", names[1]), "names exchanged"
    yield head + "\n\n" + re.sub(r"\b([AB])(?='s| reaches| \d)", lambda m: "BA"["AB".index(m[0])], rest), "letters exchanged"
    yield text.replace("native", "\0").replace("emulated", "native").replace("\0", "emulated"), "native exchanged"
    yield text.replace("(memory", "(launch"), "kinds changed"


def shuffled(documents, seed, folder, timed):
    """Copies whose rows have other rows' limit fields: all fields together, or each one separately."""
    chance, made = random.Random(seed), []
    fields = ["floor_ns", "bytes", "operations", "bandwidth_bytes_per_s", "arithmetic_ops_per_s", "limit_ns", "limited_by", "fraction"]
    for place, document in enumerate(documents):
        rows = timed(document)
        groups = [fields] if seed % 3 == 0 else [[f] for f in fields] if seed % 3 == 1 else [[chance.choice(fields)]]
        for group in groups:
            order = rows[:]
            chance.shuffle(order)
            values = [[r[f] for f in group] for r in order]
            for row, new in zip(rows, values):
                row.update(zip(group, new))
        made.append(folder / f"{place}.json")
        made[-1].write_text(json.dumps(document))
    return made
