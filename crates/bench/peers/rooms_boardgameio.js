// boardgame.io holding the little game: each player is sent the whole state as that player may see it, its default.
// Started by rooms.js, which says where the package is and on which port to listen.
'use strict';

const need = require('module').createRequire(process.env.PEER_FOLDER + '/package.json');
const { Server } = need('boardgame.io/server');
const { INVALID_MOVE } = need('boardgame.io/core');
const game = require('./rooms_game.js');

const Cards = {
  name: 'cards',
  disableUndo: true,
  setup: ({ random }) => game.deal((cards) => random.Shuffle(cards)),
  playerView: ({ G, playerID }) => ({
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    places: G.places,
    left: G.pile.length,
    turn: G.turn,
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay: {
      // Clients do not know the pile, so only the server makes the move.
      client: false,
      move: ({ G, playerID }, index) => {
        const seat = Number(playerID);
        if (!game.may(G.turn, seat, index)) return INVALID_MOVE;
        game.lay(G.turn, G.hands[seat], G.places, G.pile, index);
        G.turn++;
        return undefined;
      },
    },
  },
};

const port = Number(process.env.PORT);
const at = (number) => ({ port: number, host: '127.0.0.1' });
// The lobby gets a port of its own: on a shared one this version answers 404 to all of it.
Server({ games: [Cards], origins: ['http://127.0.0.1'] }).run({
  port: at(port),
  lobbyConfig: { apiPort: at(port + 1) },
  callback: () => process.send('open'),
});
process.on('disconnect', () => process.exit());
