// The little game that the peers of the server hold: four hands of ten cards out of eighty, twenty places on the
// table, the rest is the pile. Whose turn it is lays a card of the own hand on the next place; the card that lay
// there goes under the pile, and one is drawn. It never ends, so nothing but moves is measured.
'use strict';

const SEATS = 4;
const HAND = 10;
const PLACES = 20;
const CARDS = 80;

// A fresh deal; `shuffle` puts a list into random order.
function deal(shuffle) {
  const pile = shuffle(Array.from({ length: CARDS }, (_, card) => card));
  const hands = Array.from({ length: SEATS }, () => pile.splice(0, HAND));
  return { hands, places: pile.splice(0, PLACES), pile, turn: 0 };
}

// Whether a seat may lay the card at this index of its hand.
function may(turn, seat, index) {
  return seat === turn % SEATS && Number.isInteger(index) && index >= 0 && index < HAND;
}

// Lays it. `hand` and `places` are lists whose elements can be set.
function lay(turn, hand, places, pile, index) {
  const place = turn % PLACES;
  const covered = places[place];
  places[place] = hand[index];
  pile.push(covered);
  hand[index] = pile.shift();
}

module.exports = { SEATS, HAND, PLACES, deal, may, lay };
