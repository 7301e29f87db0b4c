//! What is said around a game: moves by their names, who comes and goes, whether deals hold.

use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy, dos};
use engine::{GameId, Seat, View, Viewer, with_game};
use testkit::{Dice, Scene, Specimen};
use wire::house::{BotLevel, DealFault, Happening, Here, ReplaceReason, Seating, Sitter};
use wire::write_step;
use words::house::{
    Checked, say_dishonest_deal, say_happening, say_honest_deal, say_place, say_presence, say_record_holds, say_turn,
    say_unproven_deal,
};
use words::{Lang, Listener, Words, say_step};

const NAMES: [&str; 4] = ["Inès", "Tom", "Véra", "Octave"];

fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

fn plain(said: String) -> String {
    said.replace(['\u{a0}', '\u{202f}'], " ")
}

fn dealt<G: Specimen>() -> View<G> {
    View::of(&Scene::<G>::dealt(&G::Rules::default(), 4, 7).table().state, Viewer::Seat(seat(0)))
}

/// A step by its name, in both languages.
fn named<G: Words>(step: &str, view: &View<G>) -> [String; 2] {
    Lang::ALL.map(|lang| say_step::<G>(step, view, &NAMES, lang).map(plain).unwrap_or_default())
}

#[test]
fn moves_of_dos_have_names() {
    let mut view = dealt::<Dos>();
    let card = |colour, number| dos::Card::number(colour, number).expect("a card");
    view.public.board.centre = [card(dos::Colour::Blue, 9), dos::Card::DOS].into_iter().collect();
    assert_eq!(named("R9>0", &view), ["jouer un 9 rouge sur le 9 bleu", "play a red 9 on the blue 9"]);
    assert_eq!(
        named("R1+R1>1 dos", &view),
        ["jouer deux 1 rouges sur le Joker DOS et annoncer DOS", "play two red 1s on the Joker DOS and call DOS"]
    );
    assert_eq!(named("put G5", &view), ["poser un 5 vert dans la rangée", "put a green 5 into the row"]);
    assert_eq!(named("add G5", &view), ["ajouter un 5 vert en bonus", "add a green 5 as a bonus"]);
    assert_eq!(named("0:catch 2", &view), ["prendre Véra en défaut", "catch Véra"]);
    assert_eq!(named("draw", &view)[0], "piocher");
    assert_eq!(named("nonsense", &view), ["", ""]);
}

#[test]
fn moves_of_the_others_have_names() {
    let view = dealt::<Onze>();
    assert_eq!(named("R10", &view), ["poser le 10 rouge", "lay the red 10"]);
    assert_eq!(
        named("*R9@B", &view),
        [
            "poser un joker à la place du 9 rouge par une Liaison depuis la rangée bleue",
            "lay a joker for the red 9 over a Liaison from the blue row"
        ]
    );
    assert_eq!(named("R9=*", &view), ["échanger le 9 rouge contre le joker", "swap the red 9 for the joker"]);
    let mut view = dealt::<NainJaune>();
    view.public.board.need = None;
    assert_eq!(named("QS", &view), ["poser la dame de pique", "lay the queen of spades"]);
    assert_eq!(named("sans", &view), ["dire sans", "say no"]);
    let view = dealt::<QuaranteSix>();
    assert_eq!(named("12", &view), ["poser le 12", "lay the 12"]);
    assert_eq!(named("*@25", &view), ["poser le joker sur la case 25", "lay the joker on square 25"]);
    let view = dealt::<Rummy>();
    assert_eq!(named("play r7 r8 r9", &view), ["poser une suite rouge du 7 au 9", "lay a red run from 7 to 9"]);
}

/// Plays at random, and names every legal move of every seat on the way.
fn name_all<G: Specimen + Words>(seed: u8) {
    let seats = *G::SEATS.start();
    let mut scene = Scene::<G>::dealt(&G::Rules::default(), seats, seed);
    let mut dice = Dice::new(u64::from(seed));
    for _ in 0..120 {
        let state = scene.table().state.clone();
        let mover = state.public.seat;
        let mut moves = Vec::new();
        G::moves(&state.public, &state.hands[mover], mover, &mut moves);
        if moves.is_empty() {
            return;
        }
        let view = View::<G>::of(&state, Viewer::Seat(mover));
        for (mv, lang) in moves.iter().flat_map(|mv| Lang::ALL.map(|lang| (mv, lang))) {
            let step = write_step::<G>(&view.public, mover, mv);
            let said = say_step::<G>(&step, &view, &NAMES, lang).expect("a name");
            assert!(said.chars().count() > 3 && said.trim() == said, "{step}: {said:?}");
        }
        let step = write_step::<G>(&view.public, mover, &moves[dice.below(moves.len())]);
        scene = scene.play(&step);
    }
}

#[test]
fn every_legal_move_has_a_name() {
    for (game, seed) in GameId::ALL.into_iter().flat_map(|game| (0..4).map(move |seed| (game, seed))) {
        with_game!(game, G => name_all::<G>(seed));
    }
}

#[test]
fn who_comes_and_goes_is_told() {
    let told = |happening: &Happening, viewer: Viewer| {
        Lang::ALL.map(|lang| say_happening(happening, &Listener::new(&NAMES, viewer, lang)).map(plain))
    };
    let said = |happening: Happening| told(&happening, Viewer::Seat(seat(0))).map(Option::unwrap_or_default);
    let sat = |number, name: &str, seating| Happening::Sat {
        seat: seat(number),
        sitter: Sitter { name: name.into(), claimed: false, seating },
    };
    let person = Seating::Human { player: "p".into() };
    assert_eq!(said(sat(1, "Yann", person.clone())), ["Yann s'assoit à la table.", "Yann sits down at the table."]);
    assert_eq!(said(sat(0, "Inès", person))[0], "Vous vous asseyez à la table.");
    let bot = Seating::Bot { level: BotLevel::Skilled };
    assert_eq!(
        said(sat(1, "Octave", bot)),
        ["Octave, robot habile, prend place.", "Octave, a skilled bot, sits down."]
    );
    assert_eq!(said(Happening::Left { seat: seat(1) }), ["Tom quitte la table.", "Tom leaves the table."]);
    assert_eq!(said(Happening::Left { seat: seat(0) })[1], "You leave the table.");
    let undone = |number| Happening::Undone { seat: seat(number), view: wire::Value::Null };
    assert_eq!(said(undone(0)), ["Vous reprenez votre dernier coup.", "You take your last move back."]);
    assert_eq!(said(undone(2)), ["Véra reprend son dernier coup.", "Véra takes the last move back."]);
    let dealt = Happening::Revealed { round: 1, seed: String::new() };
    assert_eq!(told(&dealt, Viewer::Spectator), [None, None], "the score sheet tells it");
}

#[test]
fn who_is_away_is_told_to_the_others() {
    let said = |number, before, now| {
        let to = Listener::new(&NAMES, Viewer::Seat(seat(0)), Lang::French);
        say_presence(seat(number), before, now, &to)
    };
    assert_eq!(said(1, Here::Here, Here::Away).as_deref(), Some("On attend Tom, la ligne est coupée."));
    assert_eq!(said(1, Here::Away, Here::StandIn).as_deref(), Some("Un robot joue pour Tom en attendant."));
    assert_eq!(said(1, Here::StandIn, Here::Here).as_deref(), Some("Tom est de retour."));
    assert_eq!(said(0, Here::StandIn, Here::Here), None, "one knows it oneself");
    assert_eq!(said(1, Here::Here, Here::Gone), None, "who leaves a match that is over has not lost the line");
    assert_eq!(said(1, Here::Gone, Here::Here), None, "and was not missed");
    assert_eq!(said(1, Here::Here, Here::Here), None);
}

#[test]
fn it_is_said_why_a_bot_goes_on() {
    let bot = Sitter { name: "Ondine".into(), seating: Seating::Bot { level: BotLevel::Skilled }, claimed: false };
    let said = |number, why, lang| {
        let happening = Happening::Replaced { seat: seat(number), sitter: bot.clone(), why };
        say_happening(&happening, &Listener::new(&NAMES, Viewer::Seat(seat(0)), lang)).map(plain).unwrap_or_default()
    };
    let timeouts = said(1, ReplaceReason::Timeouts, Lang::French);
    assert_eq!(timeouts, "Tom a trop souvent laissé passer le temps : Ondine continue.");
    assert_eq!(
        said(0, ReplaceReason::Timeouts, Lang::English),
        "You have let the time run out too often: Ondine goes on."
    );
    assert_eq!(said(0, ReplaceReason::Vote, Lang::French), "Ondine joue désormais pour vous : la table l'a voulu.");
    let by_host = said(2, ReplaceReason::Host, Lang::English);
    assert_eq!(by_host, "Ondine plays for Véra from now on: the host wanted it.");
}

#[test]
fn whoever_plays_out_of_turn_is_told_whose_turn_it_is() {
    let said = |number, lang| say_turn(seat(number), &Listener::new(&NAMES, Viewer::Seat(seat(0)), lang));
    assert_eq!(said(1, Lang::French), "C'est à Tom de jouer.");
    assert_eq!(said(2, Lang::English), "It is Véra's turn.");
}

#[test]
fn deals_are_judged_in_words() {
    let all = [Checked::Promise, Checked::OwnEntropy, Checked::Cards];
    let said = |checked: &[Checked]| Lang::ALL.map(|lang| plain(say_honest_deal(2, checked, lang)));
    assert_eq!(
        said(&all),
        [
            "La donne de la manche 2 est honnête : l'engagement est tenu, votre contribution y est et les cartes sont les bonnes.",
            "The deal of round 2 is honest: the commitment was kept, what you added is in it and the cards are the right ones.",
        ]
    );
    assert_eq!(said(&[])[1], "The deal of round 2 is honest.");
    for lang in Lang::ALL {
        assert!(!plain(say_unproven_deal(2, lang)).contains(lang.of("honnête", "honest")), "it is not a good word");
    }
    let bad = plain(say_dishonest_deal(3, &DealFault::BadSeed, Lang::French));
    assert_eq!(bad, "Manche 3 : La graine révélée est illisible.");
    let holds = plain(say_record_holds(1, 40, Lang::English));
    assert_eq!(holds, "All was replayed in this browser: 1 round, 40 moves, and every deal keeps its promise.");
    assert_eq!([1, 2].map(|place| say_place(place, Lang::French)), ["1er", "2e"]);
    assert_eq!([1, 2, 3, 4].map(|place| say_place(place, Lang::English)), ["1st", "2nd", "3rd", "4th"]);
}
