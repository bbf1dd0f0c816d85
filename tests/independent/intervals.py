"""The ratio of two rows' times and its interval, from all samples or from alternating rounds."""
import itertools
import math
import statistics


def cut_of(n, m):
    """How many values of U have P(U <= u) below 0.005: coefficients of the Gaussian binomial."""
    if n * m > 2500:
        deviation = math.sqrt(n * m * (n + m + 1) / 12)
        return math.ceil(n * m / 2 - 0.5 - statistics.NormalDist().inv_cdf(0.995) * deviation)
    counts = [1] + [0] * (n * m)
    for i in range(1, n + 1):
        for u in range(n * m, m + i - 1, -1):
            counts[u] -= counts[u - m - i]
        for u in range(i, n * m + 1):
            counts[u] += counts[u - i]
    below, cut, all_of_them = 0, 0, math.comb(n + m, n)
    while 2 * (below + counts[cut]) < 0.01 * all_of_them:
        below += counts[cut]
        cut += 1
    return cut


def rounds_of(row):
    samples = iter(row["samples_ns"])
    return [min(itertools.islice(samples, count)) for count in row["round_samples"]]


def alternate(one, other):
    """True if each row begins a round only after both began the round before."""
    if not one.get("round_samples") or not other.get("round_samples") or len(one["round_samples"]) != len(other["round_samples"]):
        return False
    pairs = list(zip(one["round_began_ms"], other["round_began_ms"]))
    return all(max(before) < min(after) for before, after in zip(pairs, pairs[1:]))


def ratios_in_turns(fast, slow):
    """The sorted ratios of the rounds; None if the rows were not timed alternately."""
    return sorted(y / x for x, y in zip(rounds_of(fast), rounds_of(slow))) if alternate(fast, slow) else None


def ratio_of(fast, slow):
    rounds = ratios_in_turns(fast, slow)
    if rounds is None:
        return slow["median_ns"] / fast["median_ns"]
    return math.exp(statistics.median(map(math.log, rounds)))


def time_of(row, base, rows):
    """The time shown next to a row's ratio to the base."""
    others = [other for other in rows if other is not base and alternate(base, other)]
    if not others or not (row is base or any(row is other for other in others)):
        return row["median_ns"]
    if len(others) > 1:
        return math.exp(statistics.median(map(math.log, rounds_of(row))))
    order = sorted(zip(map(lambda x, y: y / x, rounds_of(base), rounds_of(others[0])), rounds_of(row)))
    return math.sqrt(order[(len(order) - 1) // 2][1] * order[len(order) // 2][1])


def interval_in_turns(rounds):
    """Drops as many rounds at each end as the loser may win; fair coins do so in fewer than 5 of 1,000 cases."""
    wins = itertools.accumulate(math.comb(len(rounds), won) for won in range(len(rounds) + 1))
    out = sum(2000 * ways < 5 * 2 ** len(rounds) for ways in wins)
    return (rounds[out - 1], rounds[-out], rounds[out - 1] > 1) if out else None


def interval_of(fast, slow):
    rounds = ratios_in_turns(fast, slow)
    if rounds is not None:
        return interval_in_turns(rounds)
    a, b = fast["samples_ns"], slow["samples_ns"]
    cut = cut_of(len(a), len(b))
    if cut < 1:
        return None
    ratios = sorted(y / x for x in a for y in b)
    ratio = slow["median_ns"] / fast["median_ns"]
    return min(ratios[cut - 1], ratio), max(ratios[-cut], ratio), ratios[cut - 1] > 1
