//! The expert: information-set Monte-Carlo tree search.
//!
//! A world that fits the view is imagined; every candidate still in the race is played in it, the tree below
//! chooses how it goes on as long as it knows the way, and heuristics play the rest. All candidates meet the
//! same worlds with the same luck, so that their differences are seen early; who is clearly behind is
//! dropped, and the race is over when one is left or the budget is spent.

use engine::{Chance, Seat, Seed, Shuffle, State, View};

use crate::tree::{Tree, lead};
use crate::{Budget, Seated, Skill};

/// What the expert thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<G: Skill> {
    /// The move it would make.
    pub mv: G::Move,
    /// What it thought about, the best first.
    pub candidates: Vec<Candidate<G>>,
}

/// A move that was thought about.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate<G: Skill> {
    /// The move.
    pub mv: G::Move,
    /// What the seat scores in this round after it, on average.
    pub score: f64,
    /// How much more that is than what the others score, on average.
    pub lead: f64,
    /// How uncertain the gap between this move's lead and the best one's is: one standard error.
    pub error: f64,
    /// In how many imagined worlds it was tried.
    pub worlds: usize,
}

/// Worlds before anyone is dropped, and how much the field of worlds grows from one look to the next.
const FIRST_LOOK: usize = 12;
const NEXT_LOOK: (usize, usize) = (3, 2);
/// The first look where nothing is hidden: all worlds are alike there, and only the tree below, which takes some
/// time to grow, tells what a move is worth.
const FIRST_LOOK_IN_THE_OPEN: usize = 60;
/// A candidate is dropped when it is behind the best by so many standard errors.
const CLEARLY_BEHIND: f64 = 2.5;
/// Enough worlds for any decision: memory stays bounded whatever the budget.
const MAX_WORLDS: usize = 20_000;
/// A stream that no deal uses.
const DREAM: Shuffle = Shuffle { round: 0, reshuffle: 0 };

/// Thinks about the move of a seat whose turn it is. The moves `also` are thought about to the end
/// whatever they promise; they must be legal.
pub fn think<G: Skill>(
    seated: &Seated<G>,
    also: &[G::Move],
    budget: &mut Budget<'_>,
    chance: &mut Chance,
) -> Thought<G> {
    let imagine = |view: &View<G>, chance: &mut Chance| G::suppose(view, seated.notes(), chance);
    think_in(seated, also, budget, chance, imagine)
}

/// Thinks in worlds of the caller's making; [`think`] imagines them from what the seat knows.
/// This is how a benchmark measures what knowing more would be worth.
pub fn think_in<G: Skill>(
    seated: &Seated<G>,
    also: &[G::Move],
    budget: &mut Budget<'_>,
    chance: &mut Chance,
    mut imagine: impl FnMut(&View<G>, &mut Chance) -> State<G>,
) -> Thought<G> {
    let seen = seated.seen();
    let favourite = G::favourite(seen, chance);
    let mut moves = vec![favourite];
    G::options(seen, &mut moves);
    moves.extend_from_slice(also);
    let mut arms: Vec<Arm<G>> = Vec::with_capacity(moves.len());
    for mv in moves {
        if !arms.iter().any(|arm| arm.mv == mv) {
            arms.push(Arm::new(mv));
        }
    }
    let mut race = Race { seat: seen.seat, arms, also, tree: Tree::new() };
    race.run(seated, budget, chance, &mut imagine);
    race.thought()
}

/// One candidate in the race: what came of it in each world so far.
struct Arm<G: Skill> {
    mv: G::Move,
    leads: Vec<f32>,
    score: f64,
    is_racing: bool,
}

impl<G: Skill> Arm<G> {
    fn new(mv: G::Move) -> Self {
        Self { mv, leads: Vec::new(), score: 0.0, is_racing: true }
    }

    fn mean(&self) -> f64 {
        self.leads.iter().copied().map(f64::from).sum::<f64>() / self.leads.len().max(1) as f64
    }
}

struct Race<'a, G: Skill> {
    seat: Seat,
    /// The first is what the heuristics would play.
    arms: Vec<Arm<G>>,
    also: &'a [G::Move],
    tree: Tree<G>,
}

impl<G: Skill> Race<'_, G> {
    fn run(
        &mut self,
        seated: &Seated<G>,
        budget: &mut Budget<'_>,
        chance: &mut Chance,
        imagine: &mut impl FnMut(&View<G>, &mut Chance) -> State<G>,
    ) {
        let mut next_look = FIRST_LOOK;
        let mut worlds = 0;
        let mut open_world: Option<State<G>> = None;
        while worlds < MAX_WORLDS && self.is_open() {
            budget.pay(G::WORLD_PRICE);
            let world = imagine(seated.view(), chance);
            let luck = Seed(std::array::from_fn(|_| chance.below(256) as u8));
            let before: Vec<usize> = self.arms.iter().map(|arm| arm.leads.len()).collect();
            for (index, arm) in self.arms.iter_mut().enumerate().filter(|(_, arm)| arm.is_racing) {
                let mut luck = Chance::new(&luck, DREAM);
                let scores = self.tree.play(index, &world, self.seat, &arm.mv, seated.notes(), &mut luck, budget);
                if budget.is_spent() {
                    break;
                }
                arm.leads.push(lead(&scores, self.seat) as f32);
                arm.score += f64::from(scores[self.seat]);
            }
            if budget.is_spent() {
                // A world not all have seen would favour some.
                self.arms.iter_mut().zip(before).for_each(|(arm, count)| arm.forget_after(count));
                return;
            }
            worlds += 1;
            let is_open = worlds == 1 || open_world.as_ref() == Some(&world);
            open_world = is_open.then_some(world);
            let is_early = is_open && worlds < FIRST_LOOK_IN_THE_OPEN;
            if worlds >= next_look && !is_early {
                next_look = worlds * NEXT_LOOK.0 / NEXT_LOOK.1;
                self.drop_the_beaten();
            }
        }
    }

    /// Whether there is still something to find out.
    fn is_open(&self) -> bool {
        let racing = self.arms.iter().filter(|arm| arm.is_racing).count();
        racing > 1 || (racing == 1 && self.arms.len() == 1 && self.arms[0].leads.len() < FIRST_LOOK)
    }

    fn drop_the_beaten(&mut self) {
        let Some(best) = self.best() else { return };
        for index in 0..self.arms.len() {
            let arm = &self.arms[index];
            if index == best || !arm.is_racing || self.also.contains(&arm.mv) {
                continue;
            }
            let (gap, error) = self.gap(best, index);
            if gap > CLEARLY_BEHIND * error {
                self.arms[index].is_racing = false;
            }
        }
    }

    /// Who has the best average of those still racing.
    fn best(&self) -> Option<usize> {
        let racing = (0..self.arms.len()).filter(|index| self.arms[*index].is_racing);
        racing.max_by(|one, other| self.arms[*one].mean().total_cmp(&self.arms[*other].mean()).then(other.cmp(one)))
    }

    /// How far `one` is ahead of `other` in the worlds both saw, and the standard error of that.
    fn gap(&self, one: usize, other: usize) -> (f64, f64) {
        let pairs =
            || self.arms[one].leads.iter().zip(&self.arms[other].leads).map(|(one, other)| f64::from(one - other));
        let count = pairs().count().max(1) as f64;
        let mean = pairs().sum::<f64>() / count;
        let spread = pairs().map(|gap| (gap - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        (mean, (spread / count).sqrt())
    }

    fn thought(self) -> Thought<G> {
        let best = self.best().unwrap_or(0);
        // The heuristics stand unless something better is seen clearly enough.
        let (ahead, error) = self.gap(best, 0);
        let is_overruled = !self.arms[0].is_racing || ahead > G::CAUTION * error;
        let chosen = if is_overruled { best } else { 0 };
        let mut candidates: Vec<(bool, Candidate<G>)> = Vec::with_capacity(self.arms.len());
        for (index, arm) in self.arms.iter().enumerate() {
            let worlds = arm.leads.len();
            let error = self.gap(chosen, index).1;
            let score = arm.score / worlds.max(1) as f64;
            candidates
                .push((index == chosen, Candidate { mv: arm.mv.clone(), score, lead: arm.mean(), error, worlds }));
        }
        candidates.sort_by(|(one_chosen, one), (other_chosen, other)| {
            other_chosen.cmp(one_chosen).then(other.worlds.cmp(&one.worlds)).then(other.lead.total_cmp(&one.lead))
        });
        Thought { mv: self.arms[chosen].mv.clone(), candidates: candidates.into_iter().map(|(_, it)| it).collect() }
    }
}

impl<G: Skill> Arm<G> {
    /// Forgets the worlds beyond the first `count`; the score's share of them goes with the average.
    fn forget_after(&mut self, count: usize) {
        if self.leads.len() > count && count > 0 {
            self.score *= count as f64 / self.leads.len() as f64;
        }
        self.leads.truncate(count);
    }
}
