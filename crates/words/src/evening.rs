//! Duplicate evenings for people: why something is refused, and the page of an evening, as a piece of HTML.
//!
//! Deliberately absent: when the ranking is shown, and how it is worked out.

use engine::{Game, GameId, with_game};
use wire::house::{BotLevel, EveningLine, EveningPlace, EveningView, MAX_EVENING_HOURS, PlayerId};

use crate::lang::set_type;
use crate::privacy::shown_name;
use crate::{Lang, game_name, lobby};

/// Why something about an evening is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EveningRefusal {
    /// There is no such evening.
    Missing,
    /// It has too many deals, or is open for too long, or has none of either.
    OutOfBounds {
        /// The most deals.
        deals: u16,
        /// The most hours.
        hours: u16,
    },
    /// The player has opened too many that are not over.
    TooMany {
        /// How many are allowed.
        most: u32,
    },
    /// It is over.
    Over,
    /// The player has played all its deals.
    Done,
    /// It has as many players as it may.
    Full {
        /// How many are allowed.
        most: usize,
    },
    /// It is not over yet, so that nobody may look into its deals.
    Open,
}

impl EveningRefusal {
    /// The stable name of the reason.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Missing => "no-such-evening",
            Self::OutOfBounds { .. } => "bad-evening",
            Self::TooMany { .. } => "too-many-evenings",
            Self::Over => "evening-over",
            Self::Done => "evening-done",
            Self::Full { .. } => "evening-full",
            Self::Open => "evening-open",
        }
    }

    /// The reason in one sentence.
    #[must_use]
    pub fn say(self, lang: Lang) -> String {
        let (french, english) = match self {
            Self::Missing => ("Il n'y a pas de telle soirée.".into(), "There is no such evening.".into()),
            Self::OutOfBounds { deals, hours } => (
                format!("Une soirée a 1 à {deals} donnes et dure 1 à {hours} heures."),
                format!("An evening has 1 to {deals} deals and lasts 1 to {hours} hours."),
            ),
            Self::TooMany { most } => (
                format!("Vous avez déjà {most} soirées ouvertes : attendez que l'une finisse."),
                format!("You have {most} open evenings already: wait until one is over."),
            ),
            Self::Over => ("Cette soirée est finie.".into(), "This evening is over.".into()),
            Self::Done => (
                "Vous avez joué toutes les donnes de cette soirée.".into(),
                "You have played all deals of this evening.".into(),
            ),
            Self::Full { most } => {
                (format!("Cette soirée a déjà {most} joueurs."), format!("This evening has {most} players already."))
            }
            Self::Open => (
                "Les donnes d'une soirée s'ouvrent quand elle est finie.".into(),
                "The deals of an evening are opened when it is over.".into(),
            ),
        };
        set_type(&lang.of(french, english), lang)
    }
}

/// The page of an evening for one of its players, or for somebody who may become one. What can be pressed says in
/// `data-evening` what it does, and a moment is in `data-at`: the browser knows what time it is where it is.
#[must_use]
pub fn page(evening: &EveningView, asker: Option<&PlayerId>, lang: Lang) -> String {
    let say = |french: &str, english: &str| set_type(lang.of(french, english), lang);
    let mut page = about(evening, lang);
    page += &ways(evening, lang);
    page += &players(evening, asker, lang);
    page += &format!("<section class=\"evening-ranking\"><h2>{}</h2>", say("Classement", "Ranking"));
    page += &match &evening.ranking {
        None => format!(
            "<p id=\"evening-hidden\">{}</p>",
            say(
                "Les résultats s'ouvrent quand vous avez joué toutes vos donnes, pour ne rien gâcher.",
                "The results open when you have played all your deals, so that nothing is spoilt."
            )
        ),
        Some(lines) if lines.iter().all(|line| line.deals.is_empty()) => {
            format!("<p>{}</p>", say("Personne n'a encore joué.", "Nobody has played yet."))
        }
        Some(lines) => ranking(lines, evening, asker, lang),
    };
    page += "</section>";
    page + &proof(evening, lang)
}

fn about(evening: &EveningView, lang: Lang) -> String {
    let settings = &evening.settings;
    let game = game_name(settings.game);
    let deals = match settings.deals {
        1 => lang.of("la même donne", "the same deal").to_owned(),
        deals => lang.of(format!("les {deals} mêmes donnes"), format!("the same {deals} deals")),
    };
    let host = escape(&shown_name(&evening.host, lang));
    let closes = format!("<time data-at=\"{}\"></time>", evening.closes);
    let (title, sentences, opened) = match lang {
        Lang::French => (
            format!("Soirée {game} en duplicate"),
            format!(
                "Tout le monde joue {deals} contre les mêmes robots, chacun à sa table et quand il \
                 veut. Pour chaque donne, la moyenne des tables dit ce que valaient les cartes ; le reste est votre jeu. \
                 N'en parlez à personne avant la fin : une donne connue n'en est plus une."
            ),
            format!("ouverte par {host}, jusqu'au {closes}"),
        ),
        Lang::English => (
            format!("Duplicate evening of {game}"),
            format!(
                "Everybody plays {deals} against the same bots, each at a table of their own and when \
                 they like. For every deal the mean of the tables says what the cards were worth; the rest is your play. \
                 Tell nobody about them before the end: a deal that is known is none."
            ),
            format!("opened by {host}, until {closes}"),
        ),
    };
    let company = lobby::company(settings.seats, settings.level, lang);
    let exchange = settings.exchange.then(|| lang.of(" · sièges échangés", " · seats exchanged"));
    let sentences = set_type(&sentences, lang);
    format!(
        "<h1>{title}</h1><p class=\"evening-about\">{sentences}</p><p class=\"evening-facts\">{company}{} · {opened}</p>",
        exchange.unwrap_or_default()
    )
}

/// What one can do now.
fn ways(evening: &EveningView, lang: Lang) -> String {
    let deals = evening.settings.deals;
    let done = evening.done.unwrap_or_default();
    let play = match () {
        () if evening.over => {
            format!("<b id=\"evening-over\">{}</b>", lang.of("La soirée est finie.", "The evening is over."))
        }
        () if done >= deals => {
            let french = "Vous avez tout joué : merci !";
            let said = set_type(lang.of(french, "You have played them all: thank you!"), lang);
            format!("<b id=\"evening-done\">{said}</b>")
        }
        () => {
            let next = done + 1;
            let label = lang.of(format!("Jouer la donne {next} sur {deals}"), format!("Play deal {next} of {deals}"));
            format!(
                "<button type=\"button\" class=\"primary\" id=\"evening-play\" data-evening=\"play\">{label}</button>"
            )
        }
    };
    let (label, copy, copied) =
        lang.of(("Lien pour inviter", "Copier le lien", "Copié"), ("Link to invite", "Copy the link", "Copied"));
    let link = escape(&evening.link);
    let invite = format!(
        "<div class=\"evening-link\"><input type=\"text\" id=\"evening-link\" readonly aria-label=\"{label}\" \
         value=\"{link}\"><button type=\"button\" id=\"evening-copy\" data-evening=\"copy\" data-done=\"{copied}\">{copy}\
         </button></div>"
    );
    let invite = if evening.over { "" } else { &invite };
    format!("<div class=\"evening-ways\">{play}{invite}<p class=\"evening-said\" role=\"alert\"></p></div>")
}

/// The form that opens an evening.
#[must_use]
pub fn form(lang: Lang) -> String {
    let say = |french: &str, english: &str| set_type(lang.of(french, english), lang);
    let option = |value: &str, label: &str, extra: &str| format!("<option value=\"{value}\"{extra}>{label}</option>");
    let field = |name: &str, label: &str, options: String| {
        format!(
            "<div class=\"field\"><label for=\"evening-{name}\">{label}</label>\
             <select id=\"evening-{name}\" name=\"{name}\">{options}</select></div>"
        )
    };
    let chosen = |is_chosen: bool| if is_chosen { " selected" } else { "" };
    let game = |game: GameId| {
        let seats = with_game!(game, G => <G as Game>::SEATS);
        let range = format!(" data-least=\"{}\" data-most=\"{}\"", seats.start(), seats.end());
        option(game.slug(), game_name(game), &range)
    };
    let games: String = GameId::ALL.map(game).concat();
    let numbers = |of: &[u16], usual: u16| -> String {
        of.iter().map(|number| option(&number.to_string(), &number.to_string(), chosen(*number == usual))).collect()
    };
    let level =
        |(value, level): (&str, BotLevel)| option(value, lobby::level(level, lang), chosen(level == BotLevel::Skilled));
    let levels = [
        ("novice", BotLevel::Novice),
        ("casual", BotLevel::Casual),
        ("skilled", BotLevel::Skilled),
        ("expert", BotLevel::Expert),
    ];
    let hours = [(6, "six heures", "six hours"), (24, "un jour", "a day"), (72, "trois jours", "three days")];
    let hours = hours.into_iter().chain([(MAX_EVENING_HOURS, "une semaine", "a week")]);
    let hours =
        hours.map(|(hours, french, english)| option(&hours.to_string(), lang.of(french, english), chosen(hours == 24)));
    let fields = [
        field("game", lang.of("Jeu", "Game"), games),
        field("deals", lang.of("Donnes", "Deals"), numbers(&[1, 2, 3, 4, 6, 8, 12, 24], 4)),
        field("seats", lang.of("Joueurs à table", "Players at a table"), numbers(&[2, 3, 4, 5, 6, 7, 8], 4)),
        field("level", lang.of("Robots", "Bots"), levels.map(level).concat()),
        field("hours", lang.of("Ouverte pendant", "Open for"), hours.collect()),
    ]
    .concat();
    let about = say(
        "Tout le monde joue les mêmes donnes contre les mêmes robots, chacun à sa table et à son heure. À la fin, on voit \
         ce qui tenait aux cartes et ce qui tenait au jeu. Chaque donne est une manche.",
        "Everybody plays the same deals against the same bots, each at a table of their own and in their own time. At the \
         end you see how much was cards and how much was play. Every deal is one round.",
    );
    let exchange = say(
        "Échanger les sièges : chacun joue une autre main de la donne",
        "Exchange seats: everybody plays another hand of the deal",
    );
    let (title, open) = (say("Soirée en duplicate", "Duplicate evening"), say("Ouvrir la soirée", "Open the evening"));
    format!(
        "<h1>{title}</h1><p class=\"evening-about\">{about}</p><form class=\"evening-form\" id=\"evening-form\">{fields}\
         <label class=\"choice evening-wide\"><input type=\"checkbox\" id=\"evening-exchange\" name=\"exchange\">{exchange}\
         </label><p class=\"evening-said evening-wide\" role=\"alert\"></p>\
         <button class=\"primary\" id=\"evening-open\">{open}</button></form>"
    )
}

/// Which deal of an evening is played.
#[must_use]
pub fn deal_of(place: &EveningPlace, lang: Lang) -> String {
    let EveningPlace { deal, deals, .. } = place;
    lang.of(format!("Donne {deal} sur {deals}"), format!("Deal {deal} of {deals}"))
}

fn players(evening: &EveningView, asker: Option<&PlayerId>, lang: Lang) -> String {
    let title = lang.of("Qui joue", "Who plays");
    if evening.players.is_empty() {
        let nobody = lang.of("Personne encore : commencez.", "Nobody yet: begin.");
        return format!(
            "<section class=\"evening-players\"><h2>{title}</h2><p>{}</p></section>",
            set_type(nobody, lang)
        );
    }
    let deals = evening.settings.deals;
    let line = |player: &wire::house::EveningPlayer| {
        let dots: String = (0..deals).map(|deal| if deal < player.done { '●' } else { '○' }).collect();
        let far = lang.of(format!("{} sur {deals}", player.done), format!("{} of {deals}", player.done));
        let (own, name) = called(&player.name, asker == Some(&player.player), lang);
        format!("<li{own}><span>{name}</span><i aria-hidden=\"true\">{dots}</i><small>{far}</small></li>")
    };
    let lines: String = evening.players.iter().map(line).collect();
    format!("<section class=\"evening-players\"><h2>{title}</h2><ul>{lines}</ul></section>")
}

/// The mark of one's own line, and a name.
fn called(name: &str, is_own: bool, lang: Lang) -> (&'static str, String) {
    let name = escape(&shown_name(name, lang));
    match is_own {
        true => (" data-own", format!("{name} <small>({})</small>", lang.of("vous", "you"))),
        false => ("", name),
    }
}

fn ranking(lines: &[EveningLine], evening: &EveningView, asker: Option<&PlayerId>, lang: Lang) -> String {
    let say = |french: &str, english: &str| set_type(lang.of(french, english), lang);
    let numbers = lines.iter().flat_map(|line| {
        let error = line.error.unwrap_or_default();
        [line.cards, line.play.map(|play| play.abs() + error)]
    });
    let most = numbers.flatten().fold(1.0, |most: f64, number| most.max(number.abs()));
    let row = |line: &EveningLine| {
        let place = line.place.map_or_else(|| "–".to_owned(), |place| place.to_string());
        let (own, name) = called(&line.name, asker == Some(&line.player), lang);
        let points = lang.number(line.points as f64, 0);
        let cards =
            line.cards.map_or_else(unknown, |cards| format!("{}{}", lang.signed(cards, 1), bar(cards, 0.0, most)));
        let play = line.play.map_or_else(unknown, |play| {
            let error = line.error.map(|error| format!(" <small>±&nbsp;{}</small>", lang.number(error, 1)));
            format!(
                "{}{}{}",
                lang.signed(play, 1),
                error.unwrap_or_default(),
                bar(play, line.error.unwrap_or(0.0), most)
            )
        });
        format!(
            "<tr{own}><td>{place}</td><th scope=\"row\">{name}</th><td>{points}</td>\
             <td class=\"evening-cards\">{cards}</td><td class=\"evening-play\">{play}</td></tr>"
        )
    };
    let head: String =
        [("Rang", "Rank"), ("Joueur", "Player"), ("Points", "Points"), ("Cartes", "Cards"), ("Jeu", "Play")]
            .iter()
            .map(|(french, english)| format!("<th scope=\"col\">{}</th>", lang.of(french, english)))
            .collect();
    let rows: String = lines.iter().map(row).collect();
    let note = if lines.iter().all(|line| line.play.is_none()) {
        say(
            "Il faut deux tables pour une même donne : on ne peut pas encore dire ce qui tenait aux cartes.",
            "It takes two tables for the same deal: nobody can tell yet how much was cards.",
        )
    } else {
        say(
            "Points = cartes + jeu. « ± » est l'erreur type, tirée des écarts d'une donne à l'autre : un avantage plus \
             petit peut être du hasard. Le classement suit le jeu ; sans rang, il reste des donnes à jouer ou à comparer.",
            "Points = cards + play. “±” is the standard error, from how deals differ: a smaller lead may be luck. The \
             ranking goes by play; who has no rank has deals left to play or to compare.",
        )
    };
    format!(
        "<div class=\"evening-scroll\" tabindex=\"0\"><table id=\"evening-ranking\"><thead><tr>{head}</tr></thead>\
         <tbody>{rows}</tbody></table></div><p class=\"evening-note\">{note}</p>{}",
        deal_by_deal(lines, evening, lang)
    )
}

fn unknown() -> String {
    "–".into()
}

/// A bar from the middle, to the right for what was won; a line across it is how far it may be off.
fn bar(value: f64, error: f64, most: f64) -> String {
    let at = |value: f64| 50.0 + 48.0 * value / most;
    let (left, width) = (at(value.min(0.0)), 48.0 * value.abs() / most);
    let range = match error > 0.0 {
        true => {
            format!("<path d=\"M{:.2} 3.5V8.5M{0:.2} 6H{:.2}M{1:.2} 3.5V8.5\"/>", at(value - error), at(value + error))
        }
        false => String::new(),
    };
    format!(
        "<svg viewBox=\"0 0 100 12\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect x=\"{left:.2}\" y=\"2\" width=\"{width:.2}\" height=\"8\"/><path d=\"M50 0V12\"/>{range}</svg>"
    )
}

/// What everybody made of every deal; when the evening is over, with the way to see it again.
fn deal_by_deal(lines: &[EveningLine], evening: &EveningView, lang: Lang) -> String {
    let names: String =
        lines.iter().map(|line| format!("<th scope=\"col\">{}</th>", escape(&shown_name(&line.name, lang)))).collect();
    let cell = |line: &EveningLine, deal: u16| {
        let Some(result) = line.deals.iter().find(|result| result.deal == deal) else {
            return "<td>–</td>".to_owned();
        };
        let points = lang.number(result.points as f64, 0);
        let points = match evening.over {
            true => format!("<a href=\"/table/{}/replay\">{points}</a>", result.table),
            false => points,
        };
        let play = result.play.map(|play| format!(" <small>{}</small>", lang.signed(play, 1))).unwrap_or_default();
        format!("<td>{points}{play}</td>")
    };
    let row = |deal: u16| {
        let cells: String = lines.iter().map(|line| cell(line, deal)).collect();
        format!("<tr><th scope=\"row\">{deal}</th>{cells}</tr>")
    };
    let rows: String = (1..=evening.settings.deals).map(row).collect();
    let (title, deal) =
        lang.of(("Donne par donne : points, et jeu", "Donne"), ("Deal by deal: points, and play", "Deal"));
    let title = set_type(title, lang);
    format!(
        "<details class=\"evening-deals\" id=\"evening-deals\"><summary>{title}</summary><div class=\"evening-scroll\" tabindex=\"0\"><table>\
         <thead><tr><th scope=\"col\">{deal}</th>{names}</tr></thead><tbody>{rows}</tbody></table></div></details>"
    )
}

/// What the house has promised, and once it is over what it had drawn.
fn proof(evening: &EveningView, lang: Lang) -> String {
    let (french, english) = match evening.over {
        false => (
            "Toutes les donnes viennent d'une graine tirée à l'ouverture. Son engagement :",
            "All deals come from a seed drawn at the opening. Its commitment:",
        ),
        true => (
            "Toutes les donnes venaient d'une même graine, et « tapis verify » le contrôle. Engagement et graine :",
            "All deals came from one seed, and “tapis verify” checks it. Commitment and seed:",
        ),
    };
    let seed = evening.seed.as_ref().map(|seed| format!("<code>{seed}</code>")).unwrap_or_default();
    let said = set_type(lang.of(french, english), lang);
    format!("<footer class=\"evening-proof\">{said} <code>{}</code>{seed}</footer>", evening.commitment)
}

/// Text as it stands in HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
