"""Moves per CPU second of OpenSpiel's C++ rollouts of uniformly random play, as one JSON object.

Use: python3 openspiel.py [seconds per game]

OpenSpiel comes from the package index into a virtual environment of its own on first use.
A rollout is reached through a one-simulation MCTS bot, whose evaluator plays n random games from
just after the deal, wholly in C++; the moves of a game are counted once, by a loop in Python.
"""

import json
import random
import sys
import time

import environment

PIN = "open_spiel==2.0.2"
GAMES = {"crazy_eights": "crazy_eights(players=4)", "gin_rummy": "gin_rummy"}


def dealt(game, dice):
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes())
        state.apply_action(dice.choices(actions, odds)[0])
    return state


def moves_per_game(game, dice, seconds):
    """Player decisions a game; chance steps are not counted."""
    games = moves = 0
    end = time.process_time() + seconds
    while time.process_time() < end:
        state = dealt(game, dice)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes())
                state.apply_action(dice.choices(actions, odds)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                moves += 1
        games += 1
    return moves / games


def games_per_second(game, dice, seconds):
    import pyspiel

    batch, games, spent = 20, 0, 0.0
    while spent < seconds:
        state = dealt(game, dice)
        evaluator = pyspiel.RandomRolloutEvaluator(batch, games)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 77, False)
        start = time.process_time()
        bot.mcts_search(state)
        took = time.process_time() - start
        games, spent = games + batch, spent + took
        batch = max(20, min(100_000, int(batch / max(took, 1e-9) * seconds / 40)))
    return games / spent


def main():
    environment.enter(PIN)
    import pyspiel

    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    dice = random.Random(1)
    rates = {}
    for name, spec in GAMES.items():
        game = pyspiel.load_game(spec)
        rates[name] = moves_per_game(game, dice, seconds) * games_per_second(game, dice, seconds)
    print(json.dumps(rates))


main()
