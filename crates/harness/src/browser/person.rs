//! A person at a table: sees what can be lifted and where it can go, and plays on until the match is over; with a
//! mouse, a finger, or a keyboard alone.
//!
//! It knows how every table is handled (pieces, spots, buttons), and looks at the page only: whatever it does, the page
//! has offered. It plays on rather than well.
//!
//! Deliberately absent: the rules.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::browser::find::Find;
use crate::browser::page::Page;
use crate::browser::{BrowserError, Key};

const SCRIPT: &str = include_str!("person.js");
/// So many keys bring the focus anywhere on a page.
const MAX_KEYS: usize = 150;
/// So much is done in the longest match a test plays.
const MAX_ACTIONS: usize = 600;
/// What is higher or lower by fewer pixels lies in the same row.
const ROW: f64 = 40.0;
/// Buttons that bring a turn on, in the order they are tried when no card can be laid.
const BUTTONS: [&str; 4] = ["draw", "end", "pass", "sans"];
/// The button that lays out a play where the whole table is rearranged, and the one that plays it.
const SHOW_PLAY: &str = "show-play";
const PLAY: &str = "play";

/// What a person has hands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hands {
    /// A mouse.
    Mouse,
    /// A screen to touch.
    Fingers,
    /// A keyboard and nothing else.
    Keys,
}

/// What somebody did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// Something in a turn.
    Act,
    /// Was ready for the next round.
    NextRound,
    /// Nothing: the match is over.
    MatchOver,
}

/// What the page of several people waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Awaited {
    /// That somebody uncovers their hand.
    Cover,
    /// That who has done so plays.
    Turn,
    /// That the sheet is read, between two rounds or at the end.
    Sheet,
}

/// A person at a page.
#[derive(Debug, Clone)]
pub struct Person {
    pub(super) page: Page,
    hands: Hands,
    /// What was done, so that it is not always the same.
    acts: usize,
}

/// What is seen of a table.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TableOnScreen {
    is_turn: bool,
    sheet: Sheet,
    pieces: Vec<String>,
    lifted: Vec<String>,
    spots: Vec<String>,
    buttons: Vec<String>,
    told: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sheet {
    None,
    Between,
    Final,
}

impl TableOnScreen {
    fn has(&self, button: &str) -> bool {
        self.buttons.iter().any(|id| id == button)
    }
}

/// Where the focus is, and how far from where it is to go.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Focus {
    is_there: bool,
    is_nowhere: bool,
    is_marked: bool,
    name: String,
    right: f64,
    down: f64,
}

impl Person {
    /// Somebody in front of a page.
    #[must_use]
    pub fn new(page: &Page, hands: Hands) -> Self {
        Self { page: page.clone(), hands, acts: 0 }
    }

    /// Plays until the match is over and its sheet is shown.
    ///
    /// # Errors
    /// If it never is.
    pub async fn play_match(&mut self) -> Result<(), BrowserError> {
        for _ in 0..MAX_ACTIONS {
            if self.act().await? == Done::MatchOver {
                return Ok(());
            }
        }
        Err(self.page.unexpected("the match never ended").await)
    }

    /// Plays until the round is over and its sheet is shown.
    ///
    /// # Errors
    /// If it never is.
    pub async fn play_round(&mut self) -> Result<(), BrowserError> {
        for _ in 0..MAX_ACTIONS {
            if self.see().await?.sheet != Sheet::None {
                return Ok(());
            }
            self.act().await?;
        }
        Err(self.page.unexpected("the round never ended").await)
    }

    /// Does so many things, and waits until it is one's turn again.
    ///
    /// # Errors
    /// If nothing can be done, or the match is over before.
    pub async fn play_on(&mut self, acts: usize) -> Result<(), BrowserError> {
        for _ in 0..acts {
            self.act().await?;
        }
        self.until_turn().await
    }

    /// Waits until it is one's turn, through the end of a round if need be.
    ///
    /// # Errors
    /// If it never is, or the match is over.
    pub async fn until_turn(&mut self) -> Result<(), BrowserError> {
        loop {
            match self.see().await?.sheet {
                Sheet::None => return Ok(()),
                Sheet::Between => self.go_on().await?,
                Sheet::Final => return Err(self.page.unexpected("the match is over").await),
            }
        }
    }

    /// Waits until something can be done, and does it.
    ///
    /// # Errors
    /// If nothing ever can, or what the page offered does not happen.
    pub async fn act(&mut self) -> Result<Done, BrowserError> {
        let seen = self.see().await?;
        self.acts += 1;
        match seen.sheet {
            Sheet::Final => return Ok(Done::MatchOver),
            Sheet::Between => {
                self.go_on().await?;
                return Ok(Done::NextRound);
            }
            // Cards ignore the pointer while they are animated.
            Sheet::None => self.page.until_still().await?,
        }
        if seen.has(SHOW_PLAY) {
            let told = self.play_what_is_shown(&seen).await?;
            return self.until_told(&told).await;
        }
        if !self.lay_something(&seen).await? {
            self.press_something(&seen).await?;
        }
        self.until_told(&seen.told).await
    }

    /// Waits until somebody has to uncover their hand, to play, or to read the sheet.
    ///
    /// # Errors
    /// If nobody ever has.
    pub async fn until_awaited(&self) -> Result<Awaited, BrowserError> {
        let script = format!(
            "{SCRIPT}\nif (find('css', '#uncover')) return 'cover';
            const seen = tableSeen();
            return seen.sheet !== 'none' ? 'sheet' : seen.isTurn ? 'turn' : null;"
        );
        self.page.wait("nobody has anything to do", &script, Vec::new()).await
    }

    /// Waits until something has happened at the table since this was told.
    async fn until_told(&self, told: &str) -> Result<Done, BrowserError> {
        let happened = "return (told() !== arguments[0] || document.querySelector('dialog.sheet[open]')) || null;";
        let script = format!("{SCRIPT}\n{happened}");
        self.page.wait::<bool>("nothing came of what was done", &script, vec![told.into()]).await?;
        Ok(Done::Act)
    }

    /// Lets a play be laid out, and plays it if there is one; gives what was told before.
    async fn play_what_is_shown(&self, seen: &TableOnScreen) -> Result<String, BrowserError> {
        self.press_button(SHOW_PLAY).await?;
        let script = format!(
            "{SCRIPT}\nconst seen = tableSeen();
            return seen.buttons.includes('{PLAY}') || document.querySelector('.notice') ? seen : null;"
        );
        let shown: TableOnScreen =
            self.page.wait("no play was shown, and nobody said that there is none", &script, Vec::new()).await?;
        if shown.has(PLAY) {
            self.press_button(PLAY).await?;
        } else {
            self.press_something(seen).await?;
        }
        Ok(shown.told)
    }

    /// Goes on to the next round, where nobody else is to be asked. It may be over before it is one's turn: then the
    /// sheet is there again, with one line more.
    async fn go_on(&mut self) -> Result<(), BrowserError> {
        let lines = "document.querySelectorAll('#scores tbody tr').length";
        let before: usize = self.page.run(&format!("return {lines};"), Vec::new()).await?;
        self.be_ready().await?;
        self.page.until_true(&format!("{lines} !== {before}")).await
    }

    /// Says on the sheet that the next round may begin; it does when the others have said so too.
    ///
    /// # Errors
    /// If there is no sheet between rounds.
    pub async fn be_ready(&mut self) -> Result<(), BrowserError> {
        self.press("#next-round").await
    }

    /// Lifts a card that can be laid somewhere, and gives where; the cards it tried before are put back. Nothing can be
    /// lifted where the round is over or no card fits.
    ///
    /// # Errors
    /// If the page does not let go of a card.
    pub async fn lift_something(&self) -> Result<Option<(String, Vec<String>)>, BrowserError> {
        let seen = self.see().await?;
        if seen.sheet == Sheet::None { self.lift_one_of(&seen).await } else { Ok(None) }
    }

    /// Presses a button, wherever it is on the page.
    ///
    /// # Errors
    /// If it is never there.
    pub async fn press<'a>(&self, what: impl Into<Find<'a>>) -> Result<(), BrowserError> {
        let what = what.into();
        match self.hands {
            Hands::Mouse => self.page.click(what).await,
            Hands::Fingers => self.page.tap(what).await,
            Hands::Keys => {
                self.tab_to(what).await?;
                self.page.press(Key::Enter).await
            }
        }
    }

    /// Writes something into a field, in place of what is there.
    ///
    /// # Errors
    /// If it is never there.
    pub async fn write<'a>(&self, field: impl Into<Find<'a>>, text: &str) -> Result<(), BrowserError> {
        let field = field.into();
        match self.hands {
            Hands::Mouse => self.page.click(field).await?,
            Hands::Fingers => self.page.tap(field).await?,
            Hands::Keys => self.tab_to(field).await?,
        }
        self.page.press_with(Key::Control, 'a').await?;
        self.page.write(text).await
    }

    /// Goes somewhere with the tabulator.
    async fn tab_to(&self, what: Find<'_>) -> Result<(), BrowserError> {
        self.page.until(what).await?;
        for _ in 0..MAX_KEYS {
            if self.focus(what).await?.is_there {
                return Ok(());
            }
            self.page.press(Key::Tab).await?;
        }
        Err(self.page.unexpected(&format!("the tabulator never came to {what}")).await)
    }

    /// What can be seen of the table once one can do something.
    async fn see(&self) -> Result<TableOnScreen, BrowserError> {
        let script = format!("{SCRIPT}\nreturn document.querySelector('main.table') && tableSeen();");
        let accept = |seen: &TableOnScreen| {
            let can_act = !(seen.pieces.is_empty() && seen.spots.is_empty() && seen.buttons.is_empty());
            if seen.sheet != Sheet::None || seen.is_turn && can_act { Ok(()) } else { Err(format!("{seen:?}")) }
        };
        self.page.poll("there never was anything to do", &script, Vec::new(), accept).await
    }

    async fn lay_something(&self, seen: &TableOnScreen) -> Result<bool, BrowserError> {
        let Some((piece, spots)) = self.lift_one_of(seen).await? else { return Ok(false) };
        let spot = lit(&spots[self.acts % spots.len()]);
        let piece = format!("[data-piece=\"{piece}\"]");
        // Every third card is dragged; with keys, one that goes to one spot only is laid from where it is.
        match (self.hands, self.acts % 3) {
            (Hands::Mouse, 0) if !self.is_hand_covered().await? => self.page.drag(&*piece, &*spot).await?,
            (Hands::Fingers, 0) if !self.is_hand_covered().await? => self.page.touch_drag(&*piece, &*spot).await?,
            (Hands::Keys, 0) if self.page.run("return find('css', '[data-only]') !== null;", Vec::new()).await? => {
                self.page.press(Key::Enter).await?;
            }
            _ => self.point_at(&spot).await?,
        }
        Ok(true)
    }

    /// Whether the board has grown over the hand, so that the places of what is lifted have room for fingers.
    async fn is_hand_covered(&self) -> Result<bool, BrowserError> {
        self.page.until_still().await?;
        self.page.run("return find('css', '#put-back') !== null;", Vec::new()).await
    }

    async fn lift_one_of(&self, seen: &TableOnScreen) -> Result<Option<(String, Vec<String>)>, BrowserError> {
        if !seen.lifted.is_empty() {
            self.put_back().await?;
        }
        let count = seen.pieces.len();
        for number in 0..count {
            let piece = &seen.pieces[(self.acts + number) % count];
            let selector = format!("[data-piece=\"{piece}\"]");
            self.point_at(&selector).await?;
            self.page.until(&*format!("{selector}.lifted")).await?;
            let now: TableOnScreen = self.page.run(&format!("{SCRIPT}\nreturn tableSeen();"), Vec::new()).await?;
            if now.lifted == [piece.clone()] && !now.spots.is_empty() {
                return Ok(Some((piece.clone(), now.spots)));
            }
            self.put_back().await?;
        }
        Ok(None)
    }

    /// Puts back what is lifted. To point at it once more would lay it where only one place fits.
    async fn put_back(&self) -> Result<(), BrowserError> {
        self.page.press(Key::Escape).await?;
        self.page.until_gone("[data-piece].lifted").await
    }

    async fn press_something(&self, seen: &TableOnScreen) -> Result<(), BrowserError> {
        let button = BUTTONS.into_iter().find(|button| seen.has(button));
        match (button, seen.spots.first()) {
            (Some(button), _) => self.press_button(button).await,
            (None, Some(spot)) => self.point_at(&lit(spot)).await,
            (None, None) => Err(self.page.unexpected(&format!("there is nothing to press among {seen:?}")).await),
        }
    }

    /// Presses a button of the table; with keys its own key does it, wherever the focus is.
    pub(super) async fn press_button(&self, id: &str) -> Result<(), BrowserError> {
        if self.hands != Hands::Keys {
            return self.press(&*format!("#{id}:not([disabled])")).await;
        }
        let script = "return document.getElementById(arguments[0]).getAttribute('aria-keyshortcuts');";
        let key: String = self.page.run(script, vec![id.into()]).await?;
        self.page.write(&key).await
    }

    /// Points at something on the table; with keys the arrows lead there.
    ///
    /// # Errors
    /// If it is never there, or the arrows do not lead there.
    pub async fn point_at(&self, selector: &str) -> Result<(), BrowserError> {
        match self.hands {
            Hands::Mouse => self.page.click(selector).await,
            Hands::Fingers => self.page.tap(selector).await,
            Hands::Keys => {
                self.walk_to(selector).await?;
                self.page.press(Key::Enter).await
            }
        }
    }

    /// Walks there with arrows. No arrow is tried twice at one place, so it gets there or tells that it cannot.
    async fn walk_to(&self, selector: &str) -> Result<(), BrowserError> {
        let mut tried: BTreeSet<(String, char)> = BTreeSet::new();
        for _ in 0..MAX_KEYS {
            let focus = self.focus(selector.into()).await?;
            if !focus.is_nowhere && !focus.is_marked {
                return Err(self.page.unexpected(&format!("nothing shows that `{}` has the focus", focus.name)).await);
            }
            if focus.is_there {
                return Ok(());
            }
            let Some(key) = arrows(&focus).into_iter().find(|key| !tried.contains(&(focus.name.clone(), *key))) else {
                break;
            };
            tried.insert((focus.name, key));
            self.page.press(key).await?;
        }
        Err(self.page.unexpected(&format!("arrows never came to `{selector}`")).await)
    }

    async fn focus(&self, what: Find<'_>) -> Result<Focus, BrowserError> {
        let script = format!("{SCRIPT}\nreturn focusSeen(...arguments);");
        self.page.wait(&format!("{what} was never seen"), &script, what.arguments()).await
    }
}

/// A spot that is lit, as a selector: what lies around it may have the same name.
fn lit(spot: &str) -> String {
    format!(".lit[data-spot=\"{spot}\"]")
}

/// The arrows in the order they lead towards something: first to its row, then along it.
fn arrows(focus: &Focus) -> [char; 4] {
    let across = if focus.right > 0.0 { [Key::Right, Key::Left] } else { [Key::Left, Key::Right] }.map(char::from);
    let along = if focus.down > 0.0 { [Key::Down, Key::Up] } else { [Key::Up, Key::Down] }.map(char::from);
    if focus.down.abs() > ROW {
        [along[0], across[0], across[1], along[1]]
    } else {
        [across[0], along[0], along[1], across[1]]
    }
}
