// Colyseus holding the little game: hands are behind a view of each client, and the patch goes out after each move.
// Started by rooms.js, which says where the package is and on which port to listen.
'use strict';

const need = require('module').createRequire(process.env.PEER_FOLDER + '/package.json');
const { Server, Room } = need('@colyseus/core');
const { WebSocketTransport } = need('@colyseus/ws-transport');
const { schema, t, StateView } = need('@colyseus/schema');
const game = require('./rooms_game.js');

const Hand = schema({ cards: t.array('uint8').view() }, 'Hand');
const Table = schema({ hands: t.array(Hand), places: t.array('uint8'), left: t.uint8(), turn: t.uint32() }, 'Table');

function shuffle(cards) {
  for (let last = cards.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

class Cards extends Room {
  onCreate() {
    this.maxClients = game.SEATS;
    this.seats = [];
    const dealt = game.deal(shuffle);
    this.pile = dealt.pile;
    const table = new Table();
    for (const cards of dealt.hands) {
      const hand = new Hand();
      cards.forEach((card) => hand.cards.push(card));
      table.hands.push(hand);
    }
    dealt.places.forEach((card) => table.places.push(card));
    table.left = this.pile.length;
    table.turn = 0;
    this.state = table;
    this.onMessage('lay', (client, index) => this.lay(this.seats.indexOf(client.sessionId), index));
  }

  lay(seat, index) {
    const table = this.state;
    if (!game.may(table.turn, seat, index)) return;
    game.lay(table.turn, table.hands[seat].cards, table.places, this.pile, index);
    table.turn++;
    // Its timer would hold the news back for up to 50 ms; it is needed until play begins, for whoever joins.
    if (this.patchRate !== null) this.patchRate = null;
    this.broadcastPatch();
  }

  onJoin(client) {
    const seat = this.seats.push(client.sessionId) - 1;
    client.view = new StateView();
    client.view.add(this.state.hands[seat]);
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define('cards', Cards);
server.listen(Number(process.env.PORT), '127.0.0.1').then(() => process.send('open'));
process.on('disconnect', () => process.exit());
