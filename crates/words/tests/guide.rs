//! What is said to whoever wonders what to do: where a card can go, why it cannot be used, what a move is good for.

use client::gesture::rummy::Draft;
use client::gesture::{Gesture, Gestures, Offer};
use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy, dos, nain_jaune, onze, quarante_six, rummy};
use engine::{Game, Seat, SeatCount, Table, Turn, View, Viewer};
use testkit::{Dice, Scene, Specimen};
use wire::{Codec, write_step};
use words::{Lang, Words, say_merit, say_places, say_why_not};

const NAMES: [&str; 8] = ["Inès", "Tom", "Véra", "Octave", "Hélène", "Yann", "Ursule", "Zoé"];

/// Where a card can go has to fit one line.
const MAX_PLACES_LENGTH: usize = 80;

/// What a move is good for has to fit two lines of a strip.
const MAX_MERIT_LENGTH: usize = 110;

/// Plain spaces again, to compare with.
fn plain(said: &str) -> String {
    said.replace(['\u{a0}', '\u{202f}'], " ")
}

/// What every sentence keeps to, whatever it says.
fn is_well_made(said: &str) {
    let spaced = plain(said);
    assert!(spaced.starts_with(char::is_uppercase), "no capital: {said}");
    assert!(spaced.ends_with('.'), "no end: {said}");
    for wrong in ["  ", "..", " .", " ,", " de le ", " à le ", " de un", " que un"] {
        assert!(!spaced.contains(wrong), "{wrong:?}: {said}");
    }
}

/// Plays a match with each preset and number of seats, and looks at every view on the way.
fn over_random_play<G: Specimen>(look: impl Fn(&View<G>)) {
    for (_, rules) in G::presets() {
        for (run, seats) in (0..).zip(G::SEATS.filter_map(SeatCount::new)) {
            let mut dice = Dice::new(run);
            let mut table: Table<G> = Table::new(&rules, seats);
            while let Some((seat, mv)) = next(&mut table, &mut dice) {
                for viewer in seats.seats() {
                    look(&View::of(&table.state, Viewer::Seat(viewer)));
                }
                table.submit(seat, &[mv], &mut |_, _| {}).expect("a listed move is legal");
            }
        }
    }
}

/// Who moves next, and how, once everything is dealt; nothing when the match is over.
fn next<G: Game>(table: &mut Table<G>, dice: &mut Dice) -> Option<(Seat, G::Move)> {
    loop {
        match table.turn() {
            Turn::Over(_) => return None,
            Turn::Dealer(_) => assert!(table.deal(dice.seed(), &mut |_, _| {})),
            Turn::Seat { seat, also } => {
                let actor = dice.seat(seat, also);
                let mut moves = Vec::new();
                G::moves(&table.state.public, &table.state.hands[actor], actor, &mut moves);
                return Some((actor, moves[dice.below(moves.len())].clone()));
            }
        }
    }
}

/// Every card of a hand goes somewhere, or is told why not.
fn guides<G: Words + Gestures + Specimen>() {
    over_random_play::<G>(|view| {
        let offer = Offer::<G>::of(view);
        for card in view.hand.as_ref().map(G::held).unwrap_or_default() {
            match G::why_not(view, card) {
                Some(refusal) => {
                    assert_eq!(say_places::<G>(&[card], &offer.moves_using(&[card]), view, &NAMES, Lang::French), None);
                    let said = Lang::ALL.map(|lang| say_why_not::<G>(&card, &refusal, view, &NAMES, lang));
                    assert_ne!(said[0], said[1]);
                    said.iter().for_each(|said| is_well_made(said));
                }
                None => judge_places(&offer, &[card], view),
            }
        }
        for mv in offer.moves() {
            if let Gesture::Lay { cards, .. } = G::gesture(mv) {
                judge_places(&offer, &cards, view);
            }
        }
    });
}

fn judge_places<G: Words + Gestures>(offer: &Offer<G>, cards: &[G::Card], view: &View<G>) {
    let moves = offer.moves_using(cards);
    let said = Lang::ALL.map(|lang| say_places::<G>(cards, &moves, view, &NAMES, lang).unwrap_or_default());
    assert_ne!(said[0], said[1]);
    for (said, again) in said.iter().zip(["Encore une fois", "Choose again"]) {
        is_well_made(said);
        assert!(said.chars().count() <= MAX_PLACES_LENGTH, "too long for a line: {said}");
        assert_eq!(said.contains(again), offer.only_move(cards).is_some(), "{said}");
    }
}

#[test]
fn onze_guides() {
    guides::<Onze>();
}

#[test]
fn nain_jaune_guides() {
    guides::<NainJaune>();
}

#[test]
fn dos_guides() {
    guides::<Dos>();
}

#[test]
fn quarante_six_guides() {
    guides::<QuaranteSix>();
}

#[test]
fn rummy_guides() {
    over_random_play::<Rummy>(|view| {
        let draft = Draft::new(view.clone());
        for tile in view.hand.unwrap_or_default().tiles.kinds().iter() {
            let moves = draft.moves_using(&[tile]);
            for lang in Lang::ALL {
                let said = say_places::<Rummy>(&[tile], &moves, view, &NAMES, lang);
                assert_eq!(said.is_some(), !moves.is_empty());
                said.iter().for_each(|said| is_well_made(said));
            }
        }
    });
}

/// Every move of the one to move is good for something.
fn has_merits<G: Words + Specimen>() {
    over_random_play::<G>(|view| {
        let mut moves = Vec::new();
        view.moves(&mut moves);
        let Turn::Seat { seat: turn, .. } = G::turn(&view.public) else { return };
        for mv in &moves {
            let seat = if let Viewer::Seat(seat) = view.viewer { seat } else { turn };
            let step = write_step::<G>(&view.public, seat, mv);
            let said = Lang::ALL.map(|lang| say_merit::<G>(&step, view, &NAMES, lang).unwrap_or_default());
            assert_ne!(said[0], said[1], "{step}");
            for said in &said {
                is_well_made(said);
                assert!(said.chars().count() <= MAX_MERIT_LENGTH, "too long for a strip: {said}");
            }
        }
    });
}

#[test]
fn onze_has_merits() {
    has_merits::<Onze>();
}

#[test]
fn nain_jaune_has_merits() {
    has_merits::<NainJaune>();
}

#[test]
fn dos_has_merits() {
    has_merits::<Dos>();
}

#[test]
fn rummy_has_merits() {
    has_merits::<Rummy>();
}

#[test]
fn quarante_six_has_merits() {
    has_merits::<QuaranteSix>();
}

fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

/// A table of four just dealt, as seat 0 sees it whose turn it is.
fn dealt<G: Specimen>() -> View<G> {
    View::of(&Scene::<G>::dealt(&G::Rules::default(), 4, 7).table().state, Viewer::Seat(seat(0)))
}

/// Where cards can go, in both languages.
fn places<G: Words + Gestures>(cards: &[G::Card], view: &View<G>) -> [String; 2] {
    let moves = Offer::<G>::of(view).moves_using(cards);
    Lang::ALL.map(|lang| plain(&say_places::<G>(cards, &moves, view, &NAMES, lang).unwrap_or_default()))
}

/// Why a card cannot be used, in both languages.
fn why_not<G: Words + Gestures>(card: G::Card, view: &View<G>) -> [String; 2] {
    let refusal = G::why_not(view, card).expect("it cannot be used");
    Lang::ALL.map(|lang| plain(&say_why_not::<G>(&card, &refusal, view, &NAMES, lang)))
}

fn spot(colour: onze::Colour, value: usize) -> onze::Spot {
    onze::Spot::new(colour, value).expect("1 to 21")
}

/// Seat 0 is to move in Onze with these cards; besides the elevens these spots are taken.
fn onze(hand: &[onze::Card], taken: &[onze::Spot]) -> View<Onze> {
    let mut view = dealt::<Onze>();
    view.public.seat = seat(0);
    view.public.board.rows = onze::Rows::default();
    view.public.board.taken = taken.iter().copied().fold(onze::SpotSet::ELEVENS, onze::SpotSet::with);
    let hand: onze::Hand = hand.iter().copied().collect();
    view.public.hand_sizes[seat(0)] = u8::try_from(hand.len()).expect("a hand");
    view.hand = Some(hand);
    view
}

#[test]
fn onze_says_what_lies_beside_a_card() {
    use onze::Card::{Joker, Number};
    use onze::Colour::{Blue, Red, Yellow};
    let twelve = Number(spot(Red, 12));
    assert_eq!(
        places(&[twelve], &onze(&[twelve, Joker], &[spot(Red, 13)])),
        [
            "Le 12 rouge va entre le 11 et le 13. Encore une fois pour le poser.",
            "The red 12 goes between 11 and 13. Choose again to lay it.",
        ]
    );
    assert_eq!(
        places(&[twelve], &onze(&[twelve], &[]))[0],
        "Le 12 rouge va à côté du 11. Encore une fois pour le poser."
    );
    let fourteen = Number(spot(Yellow, 14));
    let view = onze(&[fourteen], &[spot(Red, 14), spot(Blue, 14)]);
    assert_eq!(
        places(&[fourteen], &view),
        [
            "Le 14 jaune : par une Liaison depuis le rouge ou le bleu.",
            "The yellow 14: over a Liaison from red or blue."
        ]
    );
    let joker = places(&[Joker], &onze(&[twelve, Joker], &[]));
    assert_eq!(joker[0], "Le joker va sur 8 places, ou se défausse.");
    assert_eq!(joker[1], "The joker goes on 8 spots, or is discarded.");
}

#[test]
fn onze_says_what_a_card_waits_for() {
    use onze::Card::Number;
    use onze::Colour::{Blue, Red};
    let (sixteen, last) = (Number(spot(Red, 16)), Number(spot(Blue, 21)));
    let mut view = onze(&[sixteen, last], &[]);
    assert_eq!(
        why_not(sixteen, &view),
        [
            "Le 16 rouge ne touche rien encore : il lui faut le 15 ou le 17.",
            "The red 16 touches nothing yet: it needs the 15 or the 17.",
        ]
    );
    assert_eq!(why_not(last, &view)[0], "Le 21 bleu ne touche rien encore : il lui faut le 20.");
    view.public.seat = seat(2);
    assert_eq!(why_not(last, &view), ["Patience : c'est à Véra de jouer.", "Not yet: it is Véra's turn."]);
}

#[test]
fn nain_jaune_says_what_a_card_does_to_the_run() {
    let card = |number| nain_jaune::Card::new(nain_jaune::Rank::new(number).expect("a rank"), nain_jaune::Suit::Hearts);
    let (six, queen, ace) = (card(6), card(12), card(1));
    let mut view = dealt::<NainJaune>();
    view.public.seat = seat(0);
    view.hand = Some(nain_jaune::Hand { cards: [six, queen, ace].into_iter().collect() });
    view.public.board.need = nain_jaune::Rank::new(6);
    assert_eq!(
        places(&[six], &view),
        [
            "Le 6 de cœur continue la suite. Encore une fois pour le poser.",
            "The 6 of hearts goes on with the run. Choose again to lay it.",
        ]
    );
    assert_eq!(why_not(queen, &view)[0], "On demande un 6 : la dame de cœur ne convient pas.");
    view.public.board.need = None;
    assert_eq!(places(&[queen], &view)[0], "La dame de cœur ouvre une suite. Encore une fois pour la poser.");
    assert_eq!(places(&[ace], &view)[0], "L'as de cœur ouvre une suite. Encore une fois pour le poser.");
}

#[test]
fn dos_says_what_cards_match() {
    use dos::Colour::{Blue, Green, Red, Yellow};
    let card = |colour, number| dos::Card::number(colour, number).expect("a card");
    let (seven, three, nine) = (card(Red, 7), card(Yellow, 3), card(Green, 9));
    let mut view = dealt::<Dos>();
    view.public.seat = seat(0);
    view.hand =
        Some(dos::Hand { cards: [seven, three, nine].into_iter().fold(dos::CardBag::EMPTY, dos::CardBag::with) });
    view.public.hand_sizes[seat(0)] = 3;
    view.public.board.centre = [card(Blue, 7), card(Blue, 10)].into_iter().collect();
    assert_eq!(
        places(&[seven], &view),
        [
            "Le 7 rouge va sur le 7 bleu, ou avec le 3 sur le 10.",
            "The red 7 goes on the blue 7, or with the 3 on the 10."
        ]
    );
    assert_eq!(places(&[three], &view)[0], "Le 3 jaune va avec le 7 sur le 10.");
    assert_eq!(
        places(&[three, seven], &view),
        [
            "Le 3 et le 7 vont sur le 10 bleu. Encore une fois pour les poser.",
            "The 3 and the 7 go on the blue 10. Choose again to lay them.",
        ]
    );
    assert_eq!(
        why_not(nine, &view),
        [
            "Aucune carte de la rangée ne va avec le 9 vert, seul ou à deux.",
            "No card of the row goes with the green 9, alone or with another.",
        ]
    );
}

#[test]
fn quarante_six_says_what_a_card_touches() {
    let number = |number| quarante_six::Card::number(number).expect("1 to 46");
    let mut view = dealt::<QuaranteSix>();
    view.public.seat = seat(0);
    let taken = [number(31), number(32)].map(|card| view.public.board.grid.place(card));
    view.public.board.taken = taken.into_iter().fold(quarante_six::SquareSet::EMPTY, quarante_six::SquareSet::with);
    let cards = [number(33), number(2), quarante_six::Card::JOKER].into_iter().collect();
    view.hand = Some(quarante_six::Hand { cards, last_card: None });
    view.public.hand_sizes[seat(0)] = 3;
    assert_eq!(
        places(&[number(33)], &view),
        ["Le 33 touche le 32. Encore une fois pour le poser.", "The 33 touches the 32. Choose again to lay it."]
    );
    assert_eq!(
        places(&[quarante_six::Card::JOKER], &view),
        ["Le joker va sur n'importe quelle case libre.", "The joker goes on any free square."]
    );
    assert_eq!(
        why_not(number(2), &view),
        [
            "Le 2 ne touche rien encore : il lui faut une carte voisine, comme le 1 ou le 3.",
            "The 2 touches nothing yet: it needs a card around it, like the 1 or the 3.",
        ]
    );
}

#[test]
fn rummy_says_which_set_a_tile_joins() {
    let tile = |rank| rummy::Tile::new(rummy::Colour::Red, rank).expect("a tile");
    let mut view = dealt::<Rummy>();
    view.public.seat = seat(0);
    view.public.board.opened[seat(0)] = true;
    view.public.board.table = rummy::Layout::EMPTY;
    assert!(view.public.board.table.push(&[tile(4), tile(5), tile(6)]));
    view.hand = Some(rummy::Rack { tiles: [tile(7), tile(11), tile(12), tile(13)].into_iter().collect() });
    let said = |tile| {
        let moves = Draft::new(view.clone()).moves_using(&[tile]);
        Lang::ALL.map(|lang| say_places::<Rummy>(&[tile], &moves, &view, &NAMES, lang).unwrap_or_default())
    };
    assert_eq!(said(tile(7))[0], "Le 7 rouge va avec une suite rouge du 4 au 6.");
    assert_eq!(
        said(tile(12)),
        ["La dame rouge va dans une combinaison de votre chevalet.", "The red queen goes in a set from your rack."]
    );
}

/// What a move is good for, in both languages.
fn merit<G: Words>(mv: &G::Move, view: &View<G>) -> [String; 2] {
    let step = <G as Codec>::write_move(mv);
    Lang::ALL.map(|lang| plain(&say_merit::<G>(&step, view, &NAMES, lang).unwrap_or_default()))
}

#[test]
fn onze_weighs_what_is_opened() {
    use onze::Card::{Joker, Number};
    use onze::Colour::Red;
    let lay = |value| onze::Move::Lay { spot: spot(Red, value), from: None };
    let (twelve, thirteen, one) = (Number(spot(Red, 12)), Number(spot(Red, 13)), Number(spot(Red, 1)));
    let no_liaisons = |mut view: View<Onze>| {
        view.public.board.liaisons = engine::PerSeat::new(view.public.sheet.seats());
        view
    };
    assert_eq!(
        merit(&lay(12), &no_liaisons(onze(&[twelve, one], &[spot(Red, 13)]))),
        [
            "Comble le trou entre 11 et 13 sans rien ouvrir aux autres.",
            "Fills the gap between 11 and 13 and opens nothing to the others.",
        ]
    );
    assert_eq!(
        merit(&lay(12), &onze(&[twelve, thirteen], &[]))[0],
        "Se défait de 12 points et ouvre la voie à votre 13 rouge."
    );
    let view = no_liaisons(onze(&[twelve, one, Joker], &[]));
    assert_eq!(
        merit(&lay(12), &view),
        [
            "Se défait de 12 points, mais ouvre 1 place aux autres ; le joker reste en main.",
            "Sheds 12 points, but opens 1 spot to the others; the joker stays in hand.",
        ]
    );
    assert_eq!(merit(&onze::Move::Draw, &view)[0], "Garde vos cartes pour un meilleur moment.");
    assert_eq!(merit(&onze::Move::Draw, &onze(&[one], &[]))[1], "There is nothing to lay.");
    assert_eq!(merit(&lay(12), &onze(&[twelve], &[]))[0], "Pose votre dernière carte : la manche s'arrête là.");
    let half: Vec<onze::Spot> = (2..=11).map(|value| spot(Red, value)).collect();
    assert_eq!(
        merit(&lay(1), &no_liaisons(onze(&[one, twelve], &half)))[0],
        "Complète une demi-rangée pour un Bonus sans rien ouvrir aux autres."
    );
}

#[test]
fn nain_jaune_weighs_the_run() {
    let card = |number, suit| nain_jaune::Card::new(nain_jaune::Rank::new(number).expect("a rank"), suit);
    let hearts = |number| card(number, nain_jaune::Suit::Hearts);
    let mut view = dealt::<NainJaune>();
    view.public.seat = seat(0);
    view.public.board.need = None;
    view.public.board.laid = Default::default();
    let mut hold = |cards: &[nain_jaune::Card]| {
        view.hand = Some(nain_jaune::Hand { cards: cards.iter().copied().collect() });
        view.public.hand_sizes[seat(0)] = u8::try_from(cards.len()).expect("a hand");
        view.clone()
    };
    let run = hold(&[hearts(9), hearts(10), hearts(11), hearts(2)]);
    assert_eq!(
        merit(&nain_jaune::Move::Lay(hearts(9)), &run),
        [
            "Pose 3 cartes d'affilée, jusqu'au valet ; on demande ensuite une dame.",
            "Lays 3 cards in a row, up to the jack; then a queen is asked for.",
        ]
    );
    let king = hold(&[hearts(13), hearts(2)]);
    assert_eq!(
        merit(&nain_jaune::Move::Lay(hearts(13)), &king),
        ["Rapporte 4 jetons ; vous ouvrez ensuite une nouvelle suite.", "Wins 4 tokens; then you open a new run."]
    );
    let two = hold(&[hearts(2), hearts(12)]);
    assert_eq!(
        merit(&nain_jaune::Move::Lay(hearts(12)), &two)[0],
        "Se défait d'une carte, la dame de cœur ; on demande ensuite un roi."
    );
    let all = hold(&[hearts(2), hearts(3)]);
    assert_eq!(
        merit(&nain_jaune::Move::Lay(hearts(2)), &all)[0],
        "Pose d'affilée vos 2 dernières cartes : la manche s'arrête là."
    );
    let mut none = hold(&[hearts(2)]);
    none.public.board.need = Some(nain_jaune::Rank::ACE);
    assert_eq!(
        merit(&nain_jaune::Move::Sans, &none),
        ["On demande un as, et vous n'en avez pas.", "An ace is asked for, and you hold none."]
    );
}

#[test]
fn dos_weighs_points_and_bonuses() {
    use dos::Colour::{Blue, Red, Yellow};
    let card = |colour, number| dos::Card::number(colour, number).expect("a card");
    let mut view = dealt::<Dos>();
    view.public.seat = seat(0);
    let cards = [card(Red, 7), card(Blue, 7), card(Blue, 3), card(Yellow, 3)];
    view.hand = Some(dos::Hand { cards: cards.into_iter().fold(dos::CardBag::EMPTY, dos::CardBag::with) });
    view.public.hand_sizes[seat(0)] = 4;
    view.public.board.centre = [card(Blue, 7), card(Blue, 10)].into_iter().collect();
    let single = |card, centre| dos::Move::Match { play: dos::Play::single(card), centre };
    let double = |one, other| dos::Move::Match { play: dos::Play::double(one, other), centre: 1 };
    assert_eq!(
        merit(&single(card(Red, 7), 0), &view),
        ["Se défait de 7 points ; il vous reste 3 cartes.", "Sheds 7 points; 3 cards left."]
    );
    assert_eq!(
        merit(&double(card(Red, 7), card(Yellow, 3)), &view),
        [
            "Se défait de 10 points ; il vous reste 2 cartes, dites « DOS ! ».",
            "Sheds 10 points; 2 cards left, call “DOS!”."
        ]
    );
    assert_eq!(
        merit(&double(card(Blue, 7), card(Blue, 3)), &view)[0],
        "Se défait de 10 points, place une carte de plus et fait piocher les autres."
    );
    assert_eq!(
        merit(&dos::Move::Add(card(Red, 1)), &view),
        ["Se défait d'un point de plus grâce au bonus.", "Sheds 1 point more thanks to the bonus."]
    );
    assert_eq!(merit(&dos::Move::Catch(seat(2)), &view)[0], "Fait piocher deux cartes à Véra.");
}

#[test]
fn rummy_weighs_tiles_and_points() {
    let tile = |rank| rummy::Tile::new(rummy::Colour::Red, rank).expect("a tile");
    let mut view = dealt::<Rummy>();
    view.public.seat = seat(0);
    view.public.board.table = rummy::Layout::EMPTY;
    let tiles = [tile(10), tile(11), tile(12), tile(2), rummy::Tile::JOKER];
    view.hand = Some(rummy::Rack { tiles: tiles.into_iter().collect() });
    let mut table = view.public.board.table;
    assert!(table.push(&[tile(10), tile(11), tile(12)]));
    assert_eq!(
        merit(&rummy::Move::Play(table), &view),
        ["Ouvre avec 33 points en 3 tuiles et garde un joker.", "Opens with 33 points in 3 tiles and keeps a joker."]
    );
    view.public.board.opened[seat(0)] = true;
    assert_eq!(merit(&rummy::Move::Play(table), &view)[0], "Pose 3 tuiles (33 points) et garde un joker.");
}

#[test]
fn quarante_six_weighs_what_is_opened() {
    let number = |number| quarante_six::Card::number(number).expect("1 to 46");
    let mut view = dealt::<QuaranteSix>();
    view.public.seat = seat(0);
    view.public.board.taken = quarante_six::SquareSet::EMPTY.with(view.public.board.grid.place(number(1)));
    let mut hold = |cards: &[usize]| {
        let cards: quarante_six::CardSet = cards.iter().map(|card| number(*card)).collect();
        view.public.hand_sizes[seat(0)] = u8::try_from(cards.len()).expect("a hand");
        view.hand = Some(quarante_six::Hand { cards, last_card: None });
        view.clone()
    };
    let lay = quarante_six::Move::Lay(number(2));
    assert_eq!(
        merit(&lay, &hold(&[2, 3])),
        ["Se défait de 2 points et ouvre la voie à votre 3.", "Sheds 2 points and opens the way to your 3."]
    );
    assert_eq!(
        merit(&lay, &hold(&[2, 40])),
        ["Se défait de 2 points, mais ouvre 2 cases aux autres.", "Sheds 2 points, but opens 2 squares to the others."]
    );
    assert_eq!(merit(&lay, &hold(&[2, 3, 15]))[0], "Se défait de 2 points et ouvre la voie à 2 de vos cartes.");
}
