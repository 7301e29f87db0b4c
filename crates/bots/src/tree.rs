//! What the expert remembers of the lines it has tried, and how imagined play goes on.

use engine::{Chance, Scores, Seat, State, Turn};

use crate::{Budget, Knowledge, Skill, asked};

/// How much a move that was seldom tried is favoured, in spreads of what play brings.
const CURIOSITY: f64 = 0.5;
/// The tree stops growing here: memory stays bounded whatever the budget.
const MAX_NODES: usize = 1 << 15;

/// Lines of play below the candidates; a place is reached by the moves made since, whatever is hidden.
pub(crate) struct Tree<G: Skill> {
    nodes: Vec<Node<G>>,
    /// The place below each candidate.
    tops: Vec<Option<usize>>,
    moves: Vec<G::Move>,
    /// How widely results spread: their count and the sum of their squares.
    results: (f64, f64),
}

struct Node<G: Skill> {
    visits: u32,
    edges: Vec<Edge<G>>,
}

struct Edge<G: Skill> {
    mv: G::Move,
    to: usize,
    /// How often it could have been tried, and was.
    offered: u32,
    tried: u32,
    /// What the mover's lead was afterwards, all in all.
    total: f64,
}

/// A move chosen in the tree: the place, the edge and who made it.
type Taken = (usize, usize, Seat);

impl<G: Skill> Tree<G> {
    pub(crate) fn new() -> Self {
        Self { nodes: Vec::new(), tops: Vec::new(), moves: Vec::new(), results: (0.0, 0.0) }
    }

    /// Plays a candidate in a world, and on to the end of the round; what each seat scores.
    #[expect(
        clippy::too_many_arguments,
        reason = "a playout touches all of these, and a struct would only rename them"
    )]
    pub(crate) fn play(
        &mut self,
        candidate: usize,
        world: &State<G>,
        seat: Seat,
        mv: &G::Move,
        notes: &G::Notes,
        luck: &mut Chance,
        budget: &mut Budget<'_>,
    ) -> Scores {
        let mut state = world.clone();
        let mut place = self.top(candidate);
        let mut path: Vec<Taken> = Vec::new();
        make::<G>(&mut state, seat, mv);
        let (own, others_are_casual) = (seat, luck.below(100) < G::CASUAL_WORLDS);
        for _ in 0..G::HORIZON {
            budget.pay(G::PRICE);
            if budget.is_spent() {
                break;
            }
            let public = &state.public;
            if public.outcome().is_some() {
                break;
            }
            match G::turn(public) {
                Turn::Over(_) => break,
                Turn::Dealer(_) => {
                    for event in G::deal(&state, luck) {
                        apply::<G>(&mut state, &event);
                    }
                }
                Turn::Seat { seat, also } => {
                    if let Some((speaker, mv)) = spoken::<G>(&state, seat, also, notes) {
                        make::<G>(&mut state, speaker, &mv);
                        continue;
                    }
                    let seen = Knowledge { public, hand: &state.hands[seat], seat, notes };
                    let mv = match place.and_then(|node| self.choose(node, seen, luck)) {
                        Some(((node, edge, mover), mv)) => {
                            path.push((node, edge, mover));
                            place = Some(self.nodes[node].edges[edge].to);
                            mv
                        }
                        None => {
                            place = None;
                            if others_are_casual && seat != own { G::casual(seen, luck) } else { G::quick(seen, luck) }
                        }
                    };
                    make::<G>(&mut state, seat, &mv);
                }
            }
        }
        let scores = state.public.outcome().map_or_else(|| G::estimate(&state), |outcome| outcome.round_scores);
        for (node, edge, mover) in path {
            let result = lead(&scores, mover);
            let edge = &mut self.nodes[node].edges[edge];
            edge.tried += 1;
            edge.total += result;
            self.results = (self.results.0 + 1.0, self.results.1 + result * result);
        }
        scores
    }

    /// The place below a candidate.
    fn top(&mut self, candidate: usize) -> Option<usize> {
        if self.tops.len() <= candidate {
            self.tops.resize(candidate + 1, None);
        }
        if self.tops[candidate].is_none() {
            self.tops[candidate] = self.grow();
        }
        self.tops[candidate]
    }

    fn grow(&mut self) -> Option<usize> {
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        self.nodes.push(Node { visits: 0, edges: Vec::new() });
        Some(self.nodes.len() - 1)
    }

    /// The move the tree would have tried at a place, unless it is too new to say.
    fn choose(&mut self, node: usize, seen: Knowledge<'_, G>, luck: &mut Chance) -> Option<(Taken, G::Move)> {
        self.nodes[node].visits = self.nodes[node].visits.saturating_add(1);
        if self.nodes[node].visits <= G::OPENS_AFTER {
            return None;
        }
        let favourite = G::quick(seen, luck);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        moves.push(favourite);
        G::options(seen, &mut moves);
        let spread = (self.results.1 / self.results.0.max(1.0)).sqrt();
        let mut best: Option<(f64, usize)> = None;
        let mut first_lead = None;
        for (index, mv) in moves.iter().enumerate() {
            if index > 0 && *mv == moves[0] {
                continue;
            }
            let edge = match self.nodes[node].edges.iter().position(|edge| edge.mv == *mv) {
                Some(edge) => edge,
                None => {
                    let Some(to) = self.grow() else { continue };
                    self.nodes[node].edges.push(Edge { mv: mv.clone(), to, offered: 0, tried: 0, total: 0.0 });
                    self.nodes[node].edges.len() - 1
                }
            };
            let it = &mut self.nodes[node].edges[edge];
            it.offered += 1;
            // What was never tried is taken for no better than what the heuristics would play.
            let (mean, tried) = match it.tried {
                0 => (first_lead.unwrap_or(f64::MAX), 1.0),
                tried => (it.total / f64::from(tried), f64::from(tried)),
            };
            if index == 0 {
                first_lead = Some(mean);
            }
            let promise = mean + CURIOSITY * spread * (f64::from(it.offered).ln() / tried).sqrt();
            if best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, edge));
            }
        }
        self.moves = moves;
        let (_, edge) = best?;
        Some(((node, edge, seen.seat), self.nodes[node].edges[edge].mv.clone()))
    }
}

/// How much more a seat scores than the others do on average.
pub(crate) fn lead(scores: &Scores, seat: Seat) -> f64 {
    let others = scores.values().len().saturating_sub(1).max(1);
    let sum: i32 = scores.values().iter().sum();
    f64::from(scores[seat]) - f64::from(sum - scores[seat]) / others as f64
}

/// The first thing someone says out of turn, everyone paying attention.
fn spoken<G: Skill>(state: &State<G>, seat: Seat, also: engine::SeatSet, notes: &G::Notes) -> Option<(Seat, G::Move)> {
    if also.is_empty() {
        return None;
    }
    let public = &state.public;
    asked::<G>(public, seat, also).find_map(|speaker| {
        let seen = Knowledge { public, hand: &state.hands[speaker], seat: speaker, notes };
        G::speak(seen).map(|mv| (speaker, mv))
    })
}

/// Makes a move in an imagined world; what the rules refuse there is played as an absent seat would.
fn make<G: Skill>(state: &mut State<G>, seat: Seat, mv: &G::Move) {
    let decided = G::decide(state, seat, mv).or_else(|refusal| {
        // In a position that no play leads to, a seat may have no move at all.
        let absent = G::decide(state, seat, &G::fallback(&state.public, &state.hands[seat]));
        debug_assert!(absent.is_err(), "{}: {mv:?} is refused: {refusal:?}", G::ID.slug());
        absent
    });
    for event in decided.into_iter().flatten() {
        apply::<G>(state, &event);
    }
}

fn apply<G: Skill>(state: &mut State<G>, event: &G::Event) {
    let applied = G::apply(state, event);
    debug_assert!(applied.is_ok(), "{event:?} does not fit an imagined world: {applied:?}");
}
