//! Every refusal of every game, made once and said in both languages: in words for people, without the signs of the
//! notation, the keys of options, the numbers of seats and of rules. All of them can be read in
//! `testkit/data/<game>/refusals.txt`.

use std::collections::BTreeSet;

use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy, dos, nain_jaune, onze, quarante_six, rummy};
use engine::{GameId, Refuse, Seat, SeatCount};
use testkit::{Specimen, golden};
use words::{Lang, Words, explain_refusal, options, say_refusal};

/// Says all refusals of a game, and finds those that people would not understand.
fn explain<G: Words + Specimen>(refusals: &[G::Refusal]) {
    let mut text = String::new();
    let mut sentences = BTreeSet::new();
    for refusal in refusals {
        let said = Lang::ALL.map(|lang| explain_refusal::<G>(refusal, lang));
        for (sentence, lang) in said.iter().zip(Lang::ALL) {
            judge::<G>(sentence, lang);
            assert!(sentences.insert(sentence.clone()), "{refusal:?} says what another says: {sentence}");
            let cited = say_refusal::<G>(refusal, lang);
            assert_eq!(cited, format!("{sentence} ({} {})", lang.of("règle", "rule"), refusal.rule()));
        }
        text += &format!("{} {}\n  {}\n  {}\n", refusal.code(), refusal.rule(), said[0], said[1]);
    }
    golden::<G>("refusals.txt", &text);
}

/// One sentence, in words for people.
fn judge<G: Words + Specimen>(sentence: &str, lang: Lang) {
    assert!(sentence.starts_with(|first: char| first.is_uppercase() || "«“".contains(first)), "no capital: {sentence}");
    assert!(sentence.ends_with('.'), "no end: {sentence}");
    assert!(!sentence.contains(['_', '`', '*', '@', '=', '>', '|', '[', '{']), "a sign of the notation: {sentence}");
    let loose = [" :", " ;", " !", " ?", "« ", " »"].iter().any(|mark| sentence.contains(mark));
    assert!(lang == Lang::English || !loose, "a loose mark: {sentence}");
    let words = || sentence.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_code = |word: &str| {
        let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
        letters < word.chars().count() && letters > 0 || ["J", "Q", "K", "V", "D", "R", "Y", "B", "G"].contains(&word)
    };
    assert!(!words().any(is_code), "a code: {sentence}");
    assert!(
        !words().any(|word| ["siège", "Siège", "seat", "Seat"].contains(&word)),
        "the number of a seat: {sentence}"
    );
    let seats = SeatCount::new(*G::SEATS.end()).expect("seats");
    let keys = options::of(G::ID, seats, lang).into_iter().map(|option| option.key);
    // Keys of one plain word, such as `joker`, are words of people too.
    let keys: Vec<&str> = keys.filter(|key| key.contains('_')).collect();
    assert!(!keys.iter().any(|key| sentence.contains(key)), "the key of an option: {sentence}");
}

fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

#[test]
fn onze_explains() {
    use onze::Refusal::*;
    let spot = |colour, value| onze::Spot::new(colour, value).expect("a spot");
    let spot_9 = spot(onze::Colour::Blue, 9);
    let all = [
        RoundOver,
        NotYourTurn { turn: seat(2) },
        NotInHand { card: onze::Card::Joker },
        NotInHand { card: onze::Card::Number(spot_9) },
        FourCards,
        SpotTaken { spot: spot_9 },
        JokerThere { spot: spot_9 },
        NotConnected { spot: spot_9 },
        LiaisonNotNeeded { spot: spot_9 },
        NoLiaisonLeft,
        NotNeighbours { from: onze::Colour::Blue, to: onze::Colour::Green },
        NothingToLink { from: spot(onze::Colour::Yellow, 9) },
        NoJokerThere { spot: spot_9 },
        SwapNeedsCard,
        MustPlay { spot: spot_9 },
        PileEmpty,
        PileNotEmpty { cards: 1 },
        PileNotEmpty { cards: 12 },
        UsedAlready,
        NothingUsed,
    ];
    // Whoever adds a refusal adds it here.
    for refusal in &all {
        match refusal {
            RoundOver | NotYourTurn { .. } | NotInHand { .. } | FourCards | SpotTaken { .. } | JokerThere { .. } => {}
            NotConnected { .. } | LiaisonNotNeeded { .. } | NoLiaisonLeft | NotNeighbours { .. } => {}
            NothingToLink { .. } | NoJokerThere { .. } | SwapNeedsCard | MustPlay { .. } | PileEmpty => {}
            PileNotEmpty { .. } | UsedAlready | NothingUsed => {}
        }
    }
    explain::<Onze>(&all);
}

#[test]
fn nain_jaune_explains() {
    use nain_jaune::Refusal::*;
    let rank = |number| nain_jaune::Rank::new(number).expect("a rank");
    let queen = nain_jaune::Card::new(rank(12), nain_jaune::Suit::Spades);
    let all = [
        RoundOver,
        NotYourTurn { turn: seat(2) },
        NotInHand { card: queen },
        WrongValue { card: queen, need: rank(1) },
        MustPlay { need: rank(11) },
        MustOpen,
    ];
    for refusal in &all {
        match refusal {
            RoundOver | NotYourTurn { .. } | NotInHand { .. } | WrongValue { .. } | MustPlay { .. } | MustOpen => {}
        }
    }
    explain::<NainJaune>(&all);
}

#[test]
fn dos_explains() {
    use dos::Refusal::*;
    let number = |colour, number| dos::Card::number(colour, number).expect("a card");
    let (three, seven) = (number(dos::Colour::Red, 3), number(dos::Colour::Green, 7));
    let all = [
        RoundOver,
        ShuffleFirst,
        NotYourTurn { turn: seat(2) },
        NotInHand { card: dos::Card::any(dos::Colour::Yellow) },
        NoCentreCard { centre: 4, cards: 2 },
        AlreadyMatched { card: seven },
        NoMatch { play: dos::Play::single(three), centre: seven },
        NoMatch { play: dos::Play::double(three, dos::Card::DOS), centre: seven },
        MatchedNoDraw,
        DrewAlready,
        NotDrawn,
        MatchedNoPut,
        NothingMatched,
        BonusesFirst { left: 2 },
        NoBonus,
        NoCallOwed { seat: seat(1) },
        CatchSelf,
    ];
    for refusal in &all {
        match refusal {
            RoundOver | ShuffleFirst | NotYourTurn { .. } | NotInHand { .. } | NoCentreCard { .. } => {}
            AlreadyMatched { .. } | NoMatch { .. } | MatchedNoDraw | DrewAlready | NotDrawn | MatchedNoPut => {}
            NothingMatched | BonusesFirst { .. } | NoBonus | NoCallOwed { .. } | CatchSelf => {}
        }
    }
    explain::<Dos>(&all);
}

#[test]
fn rummy_explains() {
    use rummy::Refusal::*;
    use rummy::SetFault::*;
    let tile = |colour, rank| rummy::Tile::new(colour, rank).expect("a tile");
    let queen = tile(rummy::Colour::Black, 12);
    let set = || Box::from([tile(rummy::Colour::Red, 11), rummy::Tile::JOKER, queen]);
    let faults = [TooShort, OnlyJokers, ColourTwice, TooLong, NotConsecutive, OffTheEnd, Mixed];
    for fault in faults {
        match fault {
            TooShort | OnlyJokers | ColourTwice | TooLong | NotConsecutive | OffTheEnd | Mixed => {}
        }
    }
    let all: Vec<rummy::Refusal> = [
        RoundOver,
        NotYourTurn { turn: seat(2) },
        NotInHand { tile: queen },
        NotInHand { tile: rummy::Tile::JOKER },
        TileMissing { tile: queen },
        NothingFromRack,
        NotOpened { set: set() },
        NotThirty { have: 21 },
        JokerHeld { stands_for: [queen, tile(rummy::Colour::Yellow, 12)].into_iter().collect() },
        PileEmpty,
        PileNotEmpty,
        NoClock,
    ]
    .into_iter()
    .chain(faults.map(|fault| InvalidSet { set: set(), fault }))
    .collect();
    for refusal in &all {
        match refusal {
            RoundOver | NotYourTurn { .. } | NotInHand { .. } | TileMissing { .. } | NothingFromRack => {}
            InvalidSet { .. } | NotOpened { .. } | NotThirty { .. } | JokerHeld { .. } | PileEmpty => {}
            PileNotEmpty | NoClock => {}
        }
    }
    explain::<Rummy>(&all);
}

#[test]
fn quarante_six_explains() {
    use quarante_six::Refusal::*;
    use quarante_six::Square;
    let number = quarante_six::Card::number(25).expect("a card");
    let all = [
        RoundOver,
        NotYourTurn { turn: seat(2) },
        NotInHand { card: quarante_six::Card::JOKER },
        SpotTaken { square: Square::Number(number) },
        SpotTaken { square: Square::Joker },
        PileSquare,
        NotTouching { square: Square::Number(number) },
        NoJokerThere { card: number },
        PileEmpty,
        LaidAlready,
        NothingLaid,
        OnlyLastCard { card: number },
    ];
    for refusal in &all {
        match refusal {
            RoundOver | NotYourTurn { .. } | NotInHand { .. } | SpotTaken { .. } | PileSquare => {}
            NotTouching { .. } | NoJokerThere { .. } | PileEmpty | LaidAlready | NothingLaid => {}
            OnlyLastCard { .. } => {}
        }
    }
    explain::<QuaranteSix>(&all);
}

#[test]
fn every_game_explains_here() {
    for id in GameId::ALL {
        let test = format!("fn {}_explains", id.slug().replace('-', "_"));
        assert!(include_str!("refusals.rs").contains(&test), "{test}");
    }
}
