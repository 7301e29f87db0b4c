#!/usr/bin/env python3
"""A player for a house of Tapis in plain Python 3.11: python3 examples/bot.py http://127.0.0.1:4646 dos

It comes in as a program, sits down at a table that waits for players (or opens one and fills it with bots of the
house), plays one match by rules of thumb, checks every deal, and says how it ended. When the connection is lost it
comes back, is shown the table afresh and sends again what was not answered. Deliberately absent: a good strategy."""
import argparse, base64, hashlib, json, os, re, secrets, socket, ssl, struct, sys, time, urllib.request
from urllib.parse import urlsplit


class Line:
    """A WebSocket, as much of it as a client needs (RFC 6455)."""

    def __init__(self, url, token):
        url, key = urlsplit(url), base64.b64encode(os.urandom(16)).decode()
        self.socket = socket.create_connection((url.hostname, url.port or {"https": 443}.get(url.scheme, 80)), 90)
        if url.scheme == "https":
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=url.hostname)
        self.stream = self.socket.makefile("rb")
        self.socket.sendall(f"GET /api/ws HTTP/1.1\r\nHost: {url.netloc}\r\nAuthorization: Bearer {token}\r\n"
                            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode())
        if b" 101 " not in (status := self.stream.readline()):
            raise ConnectionError(status.decode().strip() or "no answer")
        while self.stream.readline().strip():
            pass

    def send(self, data, kind=1):
        length, mask = len(data), os.urandom(4)
        size = bytes([128 | length]) if length < 126 else struct.pack("!BH", 128 | 126, length)
        self.socket.sendall(bytes([128 | kind]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def exactly(self, count):
        if len(data := self.stream.read(count)) < count:
            raise ConnectionError("the house is gone")
        return data

    def receive(self):
        message = b""
        while True:
            first, length = self.exactly(2)
            if length > 125:
                length = int.from_bytes(self.exactly({126: 2, 127: 8}[length]))
            data, kind = self.exactly(length), first & 15
            if kind == 8:
                raise ConnectionError("the house hung up")
            elif kind == 9:
                self.send(data, 10)
            elif kind < 3:
                message += data
                if first & 128:
                    return json.loads(message)


class Bot:
    def __init__(self, url, game, table):
        self.url, self.token, self.player = url, None, None
        self.token = self.http("POST", "/api/session", {"name": "Serpentin", "kind": "program"})["token"]
        tables = self.http("GET", "/api/tables")["tables"]
        waiting = [it["table"] for it in tables if it["stage"] == "gathering" and it["settings"]["game"] == game
                   and any("sitter" not in seat for seat in it["seats"])]
        self.is_host = not (table or waiting)
        own = {"settings": {"game": game, "seats": 3, "visibility": "invited"}}
        self.table, _, self.key = (table or "").partition("?key=")
        if not table:
            found = self.http("POST", "/api/tables", own) if self.is_host else {"table": waiting[0]}
            self.table, self.key = found["table"], found.get("key")
        self.seat = self.seq = self.thought = self.result = None
        self.stage, self.legal, self.deals, self.added = "gathering", None, {}, {}
        self.asked, self.unanswered, self.ready_for, self.told_of = 0, {}, 0, -1

    def http(self, method, path, body=None):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def play(self):
        while self.stage not in ("over", "closed"):
            try:
                self.line, self.told_of, self.thought, self.ready_for = Line(self.url, self.token), -1, None, 0
                self.send("watch", {"watch": {"views": True}})
                for name, ask in self.unanswered.items():
                    self.send(name, ask)
                while self.stage not in ("over", "closed"):
                    (kind, message), = self.line.receive().items()
                    getattr(self, f"hear_{kind}", lambda message: None)(message)
                    self.act()
            except OSError as lost:
                print(f"coming back: {lost}", file=sys.stderr)
                time.sleep(0.5)

    def send(self, name, ask):
        key = {"key": self.key} if self.key else {}
        self.line.send(json.dumps({"id": name, "table": self.table, "ask": ask} | key).encode())

    def ask(self, ask):
        self.asked += 1
        self.unanswered[str(self.asked)] = ask
        self.send(str(self.asked), ask)

    def act(self):
        """Asks for what comes next, once it knows all that has happened and all that it asked was answered."""
        if self.unanswered or self.told_of < 0 or self.seq is None or self.seq < self.told_of:
            return
        next_round = max((round for round, deal in self.deals.items() if "entropy" not in deal), default=0)
        if self.stage == "gathering" and self.seat is None:
            self.ask({"sit": {}})
        elif self.stage == "gathering" and self.is_host:
            self.ask({"begin": {"fill": "casual"}})
        elif self.stage == "between" and next_round > self.ready_for:
            self.ready_for, entropy = next_round, self.added.setdefault(next_round, secrets.token_hex(16))
            self.ask({"ready": {"round": next_round, "entropy": entropy}})
        elif self.stage == "playing" and self.thought != self.seq and self.legal and self.legal["moves"]:
            self.thought = self.seq
            self.ask({"submit": {"move": max(self.legal["moves"], key=worth)}})

    def hear_welcome(self, welcome):
        self.player = welcome["player"]

    def hear_answer(self, answer):
        self.told_of = max(self.told_of, answer.get("seq", -1))
        self.unanswered.pop(answer["id"], None)

    def hear_refused(self, refused):
        print(f"refused: {refused['message']}", file=sys.stderr)
        ask, self.thought = self.unanswered.pop(refused["id"], None), None
        time.sleep(refused.get("wait_ms", 0) / 1000)  # a program does not call faster than people could
        if refused["id"] == "watch" or ask == {"sit": {}}:
            sys.exit("there is no place for us at this table")

    def hear_table(self, view):
        self.seq, self.seat, self.stage, self.legal = view["seq"], view.get("seat"), view["stage"], view.get("legal")
        self.result = view.get("places")
        for deal in view["rounds"]:
            self.check(deal)

    def hear_happened(self, happened):
        self.seq, self.legal = happened["seq"], happened.get("legal")
        for happening in happened["happenings"]:
            (kind, what), = happening.items() if isinstance(happening, dict) else [(happening, {})]
            self.stage = {"committed": "between", "dealt": "playing", "revealed": "between", "ended": "over",
                          "closed": "closed"}.get(kind, self.stage)
            self.result = what.get("places", self.result)
            if kind == "sat" and what["sitter"].get("player") == self.player:
                self.seat = what["seat"]
            elif kind in ("committed", "dealt", "revealed"):
                self.check(what)

    def check(self, deal):
        """The house commits itself to a seed before it hears what we add to it, and shows that very seed later."""
        known = self.deals.setdefault(deal["round"], {})
        for name in {"commitment", "entropy", "seed"} & deal.keys():
            if known.setdefault(name, deal[name]) != deal[name]:
                sys.exit(f"round {deal['round']}: the house has changed the {name}")
        added, own = deal.get("entropy"), self.added.get(deal["round"])
        if added and self.seat is not None and added[self.seat] not in (None, own):
            sys.exit(f"round {deal['round']}: this is not what we added to the deal")
        elif added and self.seat is not None and own and not added[self.seat]:
            print(f"round {deal['round']}: dealt without what we added; this should be rare", file=sys.stderr)
        if "seed" in deal and hashlib.sha256(bytes.fromhex(deal["seed"])).hexdigest() != known["commitment"]:
            sys.exit(f"round {deal['round']}: the house had committed itself to another seed")

    def deal_seed(self, number):
        """What the round was dealt from: the seed of the house, mixed with what everyone added."""
        seed, added = bytes.fromhex(self.deals[number]["seed"]), self.deals[number]["entropy"]
        parts = [bytes.fromhex(part or "") for part in added]
        mixed = b"tapis-deal-1" + seed + b"".join(bytes([len(part)]) + part for part in parts)
        return (hashlib.sha256(mixed).digest() if any(parts) else seed).hex()


def worth(move):
    """Whoever lays most is rid of most; high cards first, jokers last, and nothing laid is worth least."""
    if re.search(r"\b(dos|catch)\b", move):
        return 99, 0
    if move in ("draw", "end", "pass", "sans", "decline"):
        return 0, -len(move)
    cards = re.sub(r"^(play|add|put) |[@=>].*", "", move).replace("+", " ").replace("|", " ").split()
    values = [int((re.findall(r"\d+", card) or [{"J": 11, "Q": 12, "K": 13}.get(card[-1], 0)])[0]) for card in cards]
    return len(cards), sum(values)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play one match at a house of Tapis.")
    parser.add_argument("url", help="http://127.0.0.1:4646")
    parser.add_argument("game", choices=["onze", "nain-jaune", "dos", "rummy", "quarante-six"])
    parser.add_argument("--table", help="sit down at this table; a private one as in its link, ID?key=KEY")
    arguments = parser.parse_args()
    bot = Bot(arguments.url.rstrip("/"), arguments.game, arguments.table)
    print(f"table {bot.table}" + (f"?key={bot.key}" if bot.key else ""), flush=True)
    bot.play()
    for number in sorted(number for number, deal in bot.deals.items() if "seed" in deal):
        print(f"round {number} checked: dealt from {bot.deal_seed(number)}")
    print(f"place {bot.result[bot.seat]} of {len(bot.result)}" if bot.result else "the table was closed")
