#!/usr/bin/env python3
"""Checks the deals of a record of Tapis in plain Python 3.11: python3 examples/verify.py game.jsonl

It was written from docs/SHUFFLE.md, docs/DEALS.md and docs/NOTATION.md alone and shares no code with the house. It
tries the seals of all lines, compares every seed with its commitment, deals every round again from the seed and what
the players added, and follows the cards: nobody plays what they were not dealt and did not draw. In DOS it follows a
hand until other cards come to it. Deliberately absent: the rules of the games, which `tapis verify` checks as well."""
import argparse, hashlib, json, re, sys
from collections import Counter

LINES = {"move": {"seat", "move", "ms"}, "last_round": {"last_round", "ms"}, "seed": {"round", "seed", "entropy"},
         "result": {"result"}}
VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
BOARD = ["7D", "10D", "JC", "QS", "KH"]


class Chance:
    """ChaCha20 with a 64-bit nonce, and the numbers and orders that are drawn from it."""

    def __init__(self, seed, number, reshuffle=0):
        nonce = (number << 32 | reshuffle).to_bytes(8, "little")
        constants = b"expand 32-byte k"
        self.start = [self.word(constants, at) for at in range(4)] + [self.word(seed, at) for at in range(8)]
        self.nonce = [self.word(nonce, 0), self.word(nonce, 1)]
        self.blocks, self.words = 0, []

    @staticmethod
    def word(data, at):
        return int.from_bytes(data[4 * at:4 * at + 4], "little")

    def block(self):
        start = self.start + [self.blocks & 0xFFFFFFFF, self.blocks >> 32] + self.nonce
        self.blocks += 1
        state = start[:]
        for _ in range(10):
            for places in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                           (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
                self.quarter(state, *places)
        return [(one + other) & 0xFFFFFFFF for one, other in zip(state, start)]

    @staticmethod
    def quarter(state, a, b, c, d):
        for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            state[one] = (state[one] + state[two]) & 0xFFFFFFFF
            mixed = state[three] ^ state[one]
            state[three] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF

    def below(self, bound):
        while True:
            if not self.words:
                self.words = self.block()
            product = self.words.pop(0) * bound
            if product & 0xFFFFFFFF >= (1 << 32) % bound:
                return product >> 32

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def take(self, items):
        """Draws one of the items; the last takes its place."""
        at = self.below(len(items))
        items[at], items[-1] = items[-1], items[at]
        return items.pop()

    def draw_highest(self, seats, deck, value, again):
        """Each draws a card, and who ties for the highest draws again; who has it at last."""
        rivals, cards = list(range(seats)), deck[:]
        while len(rivals) > 1:
            if len(cards) < len(rivals):
                if not again:
                    break
                cards = deck[:]
            drawn = [(seat, value(self.take(cards))) for seat in rivals]
            rivals = [seat for seat, worth in drawn if worth == max(worth for _, worth in drawn)]
        return rivals[0]


class Game:
    """What the rounds of a match have in common: hands, a pile whose top is its end, and who comes first."""

    def __init__(self, seats, options):
        self.seats, self.options, self.first, self.hands, self.pile = seats, options, None, {}, []

    def deal_from(self, order, first, each):
        """Seats get their cards clockwise, each all at once, from the end of the order; the rest is the pile."""
        self.hands, self.pile = {}, order
        for step in range(self.seats):
            self.hands[(first + step) % self.seats] = Counter(self.pile.pop() for _ in range(each))

    def play(self, seat, *cards):
        for card in cards:
            if not self.hands[seat][card]:
                raise Broken(f"seat {seat} plays {card}, which it does not hold")
            self.hands[seat][card] -= 1

    def draw(self, seat, most=1):
        if not self.pile and most == 1:
            raise Broken(f"seat {seat} draws from an empty pile")
        for _ in range(min(most, len(self.pile))):
            self.hands[seat][self.pile.pop()] += 1

    def round_ended(self):
        pass


class Onze(Game):
    def deal(self, chance, number):
        first = self.options.get("first", 0)
        if number > 1:
            self.first = (self.first + 1) % self.seats
        else:
            self.first = chance.below(self.seats) if first == "random" else first
        chance.shuffle([*"RYBG"])
        order = [f"{colour}{value}" for colour in "RYBG" for value in range(1, 22) if value != 11]
        order += ["*"] * (0 if self.options.get("variant") == "debutant" else 4)
        chance.shuffle(order)
        self.deal_from(order, self.first, {2: 20, 3: 20, 4: 15}.get(self.seats, 12))

    def step(self, seat, move):
        if move == "draw":
            self.draw(seat)
        elif move.endswith("=*"):
            self.play(seat, move[:-2])
            self.hands[seat]["*"] += 1
        elif move not in ("end", "pass"):
            self.play(seat, "*" if move[0] == "*" else move.split("@")[0])


class NainJaune(Game):
    def deal(self, chance, number):
        if number == 1:
            share = self.options.get("tokens", 65 // self.seats)
            self.tokens, self.stakes, self.out = [share] * self.seats, dict.fromkeys(BOARD, 0), set()
        start = chance.below(self.seats) if number == 1 else self.first - 1
        order = [(start - step) % self.seats for step in range(self.seats)]
        players = [seat for seat in order if seat not in self.out]
        self.first = players[0]
        for seat in players:
            self.tokens[seat] -= 6
            for card in BOARD:
                self.stakes[card] += 2 if card == "7D" else 1
        each = [15, 12, 9, 8, 7, 6][len(players) - 3]
        cards = [value + suit for value in VALUES for suit in "SHDC" if value + suit not in BOARD]
        for _ in range(52 - len(players) * each):
            chance.take(cards)
        cards += BOARD
        chance.shuffle(cards)
        self.hands = {seat: Counter(cards[at * each:(at + 1) * each]) for at, seat in enumerate(players)}

    def step(self, seat, move):
        if move != "sans":
            self.play(seat, move)
            self.tokens[seat] += self.stakes.get(move, 0)
            self.stakes.update({move: 0} if move in BOARD else {})
            self.winner = seat

    def round_ended(self):
        for seat in self.hands.keys() - {self.winner}:
            debt = sum(2 if card in BOARD else 1 for card in self.hands[seat].elements())
            paid = min(debt, self.tokens[seat])
            self.tokens[seat] -= paid
            self.tokens[self.winner] += paid
            self.out |= {seat} if paid < debt else set()
        self.out |= {seat for seat in self.hands if self.tokens[seat] < 6}


class Dos(Game):
    def deal(self, chance, number):
        numbers = [f"{colour}{value}" for value in (1, 3, 4, 5, 6, 7, 8, 9, 10) for colour in "RYBG"]
        deck = [card for card in numbers for _ in range(3 if int(card[1:]) <= 5 else 2)]
        deck += [f"{colour}#" for colour in "RYBG" for _ in range(2)] + ["D"] * 12
        # Later the winner deals: who made the last step of the round in their turn.
        if number == 1:
            worth = lambda card: int(card[1:]) if card[-1].isdigit() else 0
            self.dealer = chance.draw_highest(self.seats, deck, worth, again=True)
        chance.shuffle(deck)
        self.deal_from(deck, (self.dealer + 1) % self.seats, 7)
        self.known = set(range(self.seats))

    def step(self, seat, move):
        """What a seat plays is checked as long as it holds nothing but what it was dealt."""
        if caught := re.fullmatch(r"catch (\d)", move):
            self.known.discard(int(caught[1]))
            return
        if move != "dos":
            self.dealer = seat
        if move == "draw":
            self.known.discard(seat)
        if move not in ("draw", "end", "decline", "dos"):
            cards = re.sub(r"^(add|put) |>\d+| dos$", "", move).split("+")
            if seat in self.known:
                self.play(seat, *cards)
            if len(cards) == 2:
                # It may be a double colour match, for which the others draw.
                self.known &= {seat}


class Rummy(Game):
    def deal(self, chance, number):
        tiles = [colour + value for colour in "nrbj" for value in VALUES for _ in range(2)] + ["*", "*"]
        rank = lambda tile: 0 if tile == "*" else 1 + VALUES.index(tile[1:])
        self.first = chance.draw_highest(self.seats, tiles, rank, again=False)
        chance.shuffle(tiles)
        self.deal_from(tiles, self.first, 14)
        self.table = Counter()

    def step(self, seat, move):
        if move in ("draw", "timeout"):
            self.draw(seat, 1 if move == "draw" else 3)
        elif move != "pass":
            table = Counter(move.removeprefix("play ").replace("|", " ").split())
            if self.table - table:
                raise Broken("tiles are gone from the table")
            self.play(seat, *(table - self.table).elements())
            self.table = table


class QuaranteSix(Game):
    def deal(self, chance, number):
        self.first = chance.below(self.seats) if number == 1 else (self.first + 1) % self.seats
        if self.options.get("board") == "hasard":
            chance.shuffle(list(range(1, 47)))
        order = ["*"] + [str(card) for card in range(1, 47)]
        chance.shuffle(order)
        self.deal_from(order, (self.first + 1) % self.seats, 5)
        self.pile.pop()

    def step(self, seat, move):
        if move == "draw":
            self.draw(seat)
        elif move.endswith("=*"):
            self.play(seat, move[:-2])
            self.hands[seat]["*"] += 1
        elif move != "end":
            self.play(seat, move.split("@")[0])


GAMES = {"onze": Onze, "nain-jaune": NainJaune, "dos": Dos, "rummy": Rummy, "quarante-six": QuaranteSix}


class Broken(Exception):
    """A record that does not hold."""


def deal_seed(seed, entropy):
    """What a round was dealt from: the seed of the house, mixed with what everyone added."""
    parts = [bytes.fromhex(part or "") for part in entropy]
    mixed = b"tapis-deal-1" + seed + b"".join(bytes([len(part)]) + part for part in parts)
    return hashlib.sha256(mixed).digest() if any(parts) else seed


def is_evening_deal(evening, line):
    """Whether a round is the one that the evening named in the header deals, to which nobody adds anything."""
    place = evening["deal"].to_bytes(2, "big") + line["round"].to_bytes(2, "big")
    dealt = hashlib.sha256(b"tapis-evening-1" + bytes.fromhex(evening["seed"]) + place).hexdigest()
    return line["seed"] == dealt and not any(line.get("entropy", []))


def read(line, previous):
    """A line whose seal holds, without the seal, and the seal."""
    fields = json.loads(line)
    seal = fields.pop("check")
    written = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    if hashlib.sha256((previous + written).encode()).hexdigest()[:16] != seal:
        raise Broken("it was altered, or one before it was lost or moved")
    return fields, seal


def verify(text):
    """What every round was dealt from; the line where the record breaks, if it does."""
    seal, lines = "", []
    for number, line in enumerate(text.splitlines(), 1):
        with at(number):
            fields, seal = read(line, seal)
            lines.append(fields)
    with at(1):
        header = lines[0]
        if header["format"] != "tapis-record-1":
            raise Broken("this is another format")
        game, commitments = GAMES[header["game"]](len(header["players"]), header["options"]), header["commitments"]
        evening = header.get("evening")
        if evening and hashlib.sha256(bytes.fromhex(evening["seed"])).hexdigest() != evening["commitment"]:
            raise Broken("the house had committed itself to another evening")
    seeds = {}
    for number, line in enumerate(lines[1:], 2):
        with at(number):
            kind = next(kind for kind in LINES if kind in line)
            if not line.keys() <= LINES[kind]:
                raise Broken("something is hidden in it")
            if kind == "seed":
                seed = bytes.fromhex(line["seed"])
                if line["round"] != len(seeds) + 1 or hashlib.sha256(seed).hexdigest() != commitments[len(seeds)]:
                    raise Broken("the house had committed itself to another seed")
                if evening and not is_evening_deal(evening, line):
                    raise Broken("this is not the deal of the evening that the header names")
                seeds[line["round"]] = deal_seed(seed, line.get("entropy", []))
    with at(len(lines)):
        if "result" not in lines[-1] or len(commitments) != len(seeds):
            raise Broken("the end of the record is missing")
    current, is_dealt = 1, False
    for number, line in enumerate(lines[1:], 2):
        with at(number):
            if "move" in line:
                if not is_dealt:
                    game.deal(Chance(seeds[current], current), current)
                    is_dealt = True
                game.step(line["seat"], line["move"])
            elif "seed" in line:
                game.round_ended()
                current, is_dealt = current + 1, False
    return [seeds[number].hex() for number in sorted(seeds)]


class at:
    """Whatever breaks within, breaks at this line."""

    def __init__(self, number):
        self.number = number

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind and issubclass(kind, Broken) and not hasattr(error, "line"):
            error.line = self.number
        elif kind and issubclass(kind, (KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration)):
            broken = Broken("this cannot be read")
            broken.line = self.number
            raise broken from error


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Check the deals of a record.")
    parser.add_argument("record", help="a file that `GET /api/tables/…/record` gave, or `-`")
    path = parser.parse_args().record
    try:
        seeds = verify(sys.stdin.read() if path == "-" else open(path, encoding="utf-8").read())
    except Broken as broken:
        sys.exit(f"line {broken.line}: {broken}")
    for number, seed in enumerate(seeds, 1):
        print(f"round {number} checked: dealt from {seed}")
    print("the deals hold")
