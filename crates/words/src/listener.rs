//! Who is told what happens at a table: they have a seat or look on, read one language, and know the others by name.
//!
//! The listener is « vous » and “you”; everybody else is called by name.
//!
//! Deliberately absent: what is told; each game does that in its own folder.

use engine::{Game, Outcome, Seat, SeatSet, View, Viewer};

use crate::Lang;
use crate::grammar::{Joint, amount, capital, list};

/// Who is told, and how they call those at the table.
#[derive(Clone, Copy, Debug)]
pub struct Listener<'a> {
    names: &'a [&'a str],
    viewer: Viewer,
    pub(crate) lang: Lang,
}

impl<'a> Listener<'a> {
    /// The listener who is this viewer; `names` are those of the seats in order.
    #[must_use]
    pub fn new(names: &'a [&'a str], viewer: Viewer, lang: Lang) -> Self {
        Self { names, viewer, lang }
    }

    /// Whether the listener sits there.
    pub(crate) fn is(&self, seat: Seat) -> bool {
        self.viewer.sees(seat)
    }

    /// What a seat is called inside a sentence.
    pub(crate) fn call(&self, seat: Seat) -> String {
        match self.names.get(seat.index()) {
            _ if self.is(seat) => self.lang.of("vous", "you").into(),
            Some(name) if !name.is_empty() => (*name).into(),
            _ => {
                // People count places from 1.
                let number = seat.index() + 1;
                self.lang.of(format!("place {number}"), format!("seat {number}"))
            }
        }
    }

    /// The same to begin a sentence with; a name stays as its owner writes it.
    fn begin_with(&self, seat: Seat) -> String {
        let called = self.call(seat);
        if self.names.get(seat.index()) == Some(&called.as_str()) { called } else { capital(&called) }
    }

    /// A sentence that begins with what a seat does, to go on another with: « vous piochez. »; nothing if it does not.
    pub(crate) fn done_by(&self, seat: Seat, said: &str) -> Option<String> {
        let rest = said.strip_prefix(&self.begin_with(seat))?;
        rest.starts_with(' ').then(|| self.call(seat) + rest)
    }

    /// What a seat does, to begin a sentence with: « Vous piochez », « Inès pioche ».
    /// The forms of the verb are that of « vous » and “you”, and that of anybody else.
    pub(crate) fn does(&self, seat: Seat, french: [&str; 2], english: [&str; 2]) -> String {
        format!("{} {}", self.begin_with(seat), self.form(seat, french, english))
    }

    /// The same inside a sentence: « vous piochez ».
    pub(crate) fn then_does(&self, seat: Seat, french: [&str; 2], english: [&str; 2]) -> String {
        format!("{} {}", self.call(seat), self.form(seat, french, english))
    }

    /// The form of a verb that goes with a seat.
    fn form<'v>(&self, seat: Seat, french: [&'v str; 2], english: [&'v str; 2]) -> &'v str {
        let [own, other] = self.lang.of(french, english);
        if self.is(seat) { own } else { other }
    }

    /// A seat does what takes no more words than the verb.
    pub(crate) fn just_does(&self, seat: Seat, french: [&str; 2], english: [&str; 2]) -> String {
        self.does(seat, french, english) + "."
    }

    /// A seat draws: what, if the listener saw it.
    pub(crate) fn draws(&self, seat: Seat, card: Option<String>) -> String {
        let draws = self.does(seat, ["piochez", "pioche"], ["draw", "draws"]);
        match card {
            Some(card) => format!("{draws} {card}."),
            None => draws + ".",
        }
    }

    /// A seat passes.
    pub(crate) fn passes(&self, seat: Seat) -> String {
        self.just_does(seat, ["passez", "passe"], ["pass", "passes"])
    }

    /// A seat is the one to move, and it is another's.
    pub(crate) fn is_playing(&self, seat: Seat) -> String {
        self.just_does(seat, ["jouez", "joue"], ["play", "is playing"])
    }

    /// A round was dealt: what was done for it, and who starts.
    pub(crate) fn round_dealt<G: Game>(&self, before: &View<G>, shown: &G::Shown, done: &[String]) -> String {
        let round = before.public.sheet.round.saturating_add(1);
        let mut after = before.clone();
        // The engine knows who starts; a deal that does not fit has no start.
        let starter = G::follow(&mut after, shown).ok().map(|()| after.public.seat);
        let starts = starter.map(|seat| self.then_does(seat, ["commencez", "commence"], ["start", "starts"]));
        let done: Vec<String> = done.iter().cloned().chain(starts).collect();
        self.lang.of(format!("Manche {round} : {}.", done.join(", ")), format!("Round {round}: {}.", done.join(", ")))
    }

    /// A seat has laid its last card.
    pub(crate) fn is_out_of_cards(&self, seat: Seat) -> String {
        let has = self.does(seat, ["n'avez plus", "n'a plus"], ["have", "has"]);
        self.lang.of(format!("{has} de cartes."), format!("{has} no cards left."))
    }

    /// Everybody has passed.
    pub(crate) fn all_passed(&self) -> String {
        self.lang.of("Tout le monde a passé.", "Everybody has passed.").into()
    }

    /// The end of a round: how it came, what each won or lost in it, and who has won the match if that is over.
    pub(crate) fn round_ended(&self, end: &str, outcome: &Outcome, counted: SeatSet, unit: Unit) -> String {
        let lang = self.lang;
        let score =
            |seat: Seat| format!("{} {}", self.call(seat), lang.signed(f64::from(outcome.round_scores[seat]), 0));
        let scores = counted.iter().map(score).collect::<Vec<_>>().join(", ");
        let heading = match unit {
            Unit::Points => lang.of("Points", "Points"),
            Unit::Tokens => lang.of("Jetons", "Tokens"),
        };
        let scores = lang.of(format!("{heading} : {scores}."), format!("{heading}: {scores}."));
        format!("{end} {scores}{}", self.match_won(outcome, unit))
    }

    /// Who has won the match, if it is over, as one more sentence.
    pub(crate) fn match_won(&self, outcome: &Outcome, unit: Unit) -> String {
        let Some(winner) = outcome.winners.iter().next().filter(|_| outcome.match_over) else { return String::new() };
        let lang = self.lang;
        let total = amount(outcome.totals[winner], unit.words(lang), lang);
        let win = self.win(outcome.winners);
        let many = outcome.winners.len() > 1;
        let said = match (lang, many) {
            (Lang::French, false) => format!("{win} la partie avec {total}."),
            (Lang::English, false) => format!("{win} the match with {total}."),
            (Lang::French, true) => format!("{win} la partie à égalité, avec {total}."),
            (Lang::English, true) => format!("{win} the match together, with {total}."),
        };
        format!(" {said}")
    }

    /// Those who win: « Véra et vous gagnez », “You and Véra win”.
    pub(crate) fn win(&self, winners: SeatSet) -> String {
        let (own, others): (Vec<Seat>, Vec<Seat>) = winners.iter().partition(|seat| self.is(*seat));
        match (own.as_slice(), others.as_slice()) {
            ([seat], []) | ([], [seat]) => self.does(*seat, ["gagnez", "gagne"], ["win", "wins"]),
            ([], others) => format!("{} {}", self.call_all(others), self.lang.of("gagnent", "win")),
            // In French politeness puts the one who is spoken to last; in English “you” comes first.
            (own, others) => {
                let all = self.call_all(&self.lang.of([others, own], [own, others]).concat());
                self.lang.of(format!("{all} gagnez"), format!("{} win", capital(&all)))
            }
        }
    }

    fn call_all(&self, seats: &[Seat]) -> String {
        list(&seats.iter().map(|seat| self.call(*seat)).collect::<Vec<_>>(), Joint::And, self.lang)
    }

    /// The match is over, and who has won it.
    pub(crate) fn match_is_over(&self, winners: SeatSet) -> String {
        let over = self.lang.of("La partie est finie.", "The match is over.");
        if winners.is_empty() { over.into() } else { format!("{over} {}.", self.win(winners)) }
    }
}

/// What a game counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    Points,
    Tokens,
}

impl Unit {
    /// One, several.
    pub(crate) fn words(self, lang: Lang) -> [&'static str; 2] {
        match self {
            Self::Points => lang.of(["point", "points"], ["point", "points"]),
            Self::Tokens => lang.of(["jeton", "jetons"], ["token", "tokens"]),
        }
    }
}
