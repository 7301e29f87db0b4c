"""The best Rummy play by integer programming with HiGHS, on one thread: CPU milliseconds, as one JSON object.

Use: python3 rummy_ilp.py positions.jsonl

The model is the usual one (den Hertog and Hulshof, "Solving Rummikub problems by integer linear
programming", 2006): how often each set lies on the table afterwards, and how many tiles of each kind
are laid. The tiles in sets are those of the table and those laid; the number laid is made as great as
possible. Longer suites are made of suites of three to five; jokers may stand for anything.
Only sets whose tiles are all there enter the model, and its building counts, as it does for us.
Every answer is compared with the stored optimum.
"""

import itertools
import json
import math
import sys
import time

import environment

PIN = "highspy==1.15.1"
JOKER = 52
KINDS = 53
LIMIT_SECONDS = 30.0


def all_sets():
    """Every set as a sorted tuple of kinds, jokers in every place."""
    full = [
        tuple(colour * 13 + rank for colour in colours)
        for rank in range(13)
        for size in (3, 4)
        for colours in itertools.combinations(range(4), size)
    ]
    full += [
        tuple(colour * 13 + first + step for step in range(size))
        for colour in range(4)
        for size in (3, 4, 5)
        for first in range(14 - size)
    ]
    sets = set()
    for tiles in full:
        for jokers in range(3):
            for kept in itertools.combinations(tiles, len(tiles) - jokers):
                sets.add(tuple(sorted(kept)) + (JOKER,) * jokers)
    return [(tiles, tuple((kind, tiles.count(kind)) for kind in sorted(set(tiles)))) for tiles in sorted(sets)]


def counted(tiles):
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts


def most_tiles(sets, table, rack):
    """The most tiles that can be laid."""
    import highspy
    import numpy

    there = [old + new for old, new in zip(table, rack)]
    usable = [kinds for _, kinds in sets if all(there[kind] >= count for kind, count in kinds)]
    kinds = [kind for kind in range(KINDS) if there[kind]]
    row = {kind: at for at, kind in enumerate(kinds)}
    laid = [kind for kind in kinds if rack[kind]]
    start, index, value = [0], [], []
    for of_set in usable:
        index += [row[kind] for kind, _ in of_set]
        value += [float(count) for _, count in of_set]
        start.append(len(index))
    for kind in laid:
        index.append(row[kind])
        value.append(-1.0)
        start.append(len(index))
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(usable) + len(laid), len(kinds)
    model.col_cost_ = numpy.array([0.0] * len(usable) + [1.0] * len(laid))
    model.col_lower_ = numpy.zeros(model.num_col_)
    model.col_upper_ = numpy.array([2.0] * len(usable) + [float(rack[kind]) for kind in laid])
    model.row_lower_ = model.row_upper_ = numpy.array([float(table[kind]) for kind in kinds])
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_, model.a_matrix_.index_ = numpy.array(start), numpy.array(index)
    model.a_matrix_.value_ = numpy.array(value)
    model.integrality_ = [highspy.HighsVarType.kInteger] * model.num_col_
    model.sense_ = highspy.ObjSense.kMaximize
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("time_limit", LIMIT_SECONDS)
    # The number of tiles is whole: less than one from the optimum is the optimum.
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 0.999)
    solver.passModel(model)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return round(sum(solver.getSolution().col_value[len(usable) :]))


def main():
    environment.enter(PIN)
    sets = all_sets()
    with open(sys.argv[1], encoding="utf-8") as lines:
        positions = [json.loads(line) for line in lines]
    ask = lambda position: most_tiles(sets, counted(sum(position["table"], [])), counted(position["rack"]))
    ask(positions[0])  # loads the solver
    times, unproved = [], 0
    for position in positions:
        start = time.process_time()
        tiles = ask(position)
        times.append((time.process_time() - start) * 1e3)
        if tiles is None:
            unproved += 1
        elif tiles != position["optimum"]:
            sys.exit(f"{position['id']}: {tiles} tiles, not {position['optimum']}")
    times.sort()
    at = lambda share: times[math.ceil(len(times) * share) - 1]
    cpu = {"p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "worst": times[-1]}
    print(json.dumps({"solver": PIN, "positions": len(times), "unproved": unproved, "cpu_ms": cpu}))


main()
