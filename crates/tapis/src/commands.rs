//! The commands: what each reads and writes, and its exit code.

use std::io::{BufRead, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::{Parser, Subcommand, ValueEnum};
use engine::{Chance, GameId, Seed, Shuffle, with_game};
use referee::protocol::Referee;
use referee::records::{Broken, Verified, read_aloud, record_random, trace, verify};
use wire::{Faults, Player, PlayerKind, Value, read_options, read_seed, write_record};
use words::{Lang, Words, replay, say_fault};

use crate::admin::AdminArgs;
use crate::arena::ArenaArgs;
use crate::hint::HintArgs;
use crate::migrate::MigrateArgs;
use crate::puzzles::PuzzlesCommand;
use crate::review::ReviewArgs;
use crate::serve::{BackupArgs, RestoreArgs, ServeArgs};
use crate::simulate::SimulateArgs;
use crate::work::WorkerArgs;

/// One table for five French family shedding games. Without a command, `serve`.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    /// As `serve --lan`: let the home network in, and print its address and a QR code.
    #[arg(long)]
    lan: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The language people are spoken to in.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum LangArg {
    /// French.
    #[default]
    Fr,
    /// English.
    En,
}

impl From<LangArg> for Lang {
    fn from(lang: LangArg) -> Self {
        match lang {
            LangArg::Fr => Self::French,
            LangArg::En => Self::English,
        }
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(display_order = 0)]
    Serve(Box<ServeArgs>),
    Backup(BackupArgs),
    Restore(RestoreArgs),
    Migrate(MigrateArgs),
    Admin(AdminArgs),
    /// Referee games over standard input and output, one JSON object per line.
    Referee {
        /// The language of messages.
        #[arg(long, value_enum, default_value_t)]
        lang: LangArg,
    },
    /// Print the numbered rules of a game.
    Rules {
        /// onze, nain-jaune, dos, rummy or quarante-six.
        #[arg(value_parser = game)]
        game: GameId,
        /// The language of the rules.
        #[arg(long, value_enum, default_value_t)]
        lang: LangArg,
    },
    /// Replay a record and say whether it holds, or where it breaks.
    Verify {
        /// The record; `-` is standard input.
        record: PathBuf,
        /// The language of messages.
        #[arg(long, value_enum, default_value_t)]
        lang: LangArg,
    },
    /// Judge the moves of a record, each on what its player could know.
    Review(ReviewArgs),
    /// Say what an expert would play in a position, and why.
    Hint(HintArgs),
    /// Make puzzles: positions in which one move is clearly the best.
    Puzzles {
        #[command(subcommand)]
        command: PuzzlesCommand,
    },
    /// Print a record readably, turn it into positions, or make one.
    Record {
        #[command(subcommand)]
        command: RecordCommand,
    },
    /// Let bots meet on duplicate deals and say who is better.
    Arena(ArenaArgs),
    /// Play many rounds and say what they are like: length, scores, who has the edge, how they end.
    Simulate(SimulateArgs),
    Worker(WorkerArgs),
}

#[derive(Debug, Subcommand)]
enum RecordCommand {
    /// Print a record as a text to read.
    Show {
        /// The record; `-` is standard input.
        record: PathBuf,
        /// The language of the text.
        #[arg(long, value_enum, default_value_t)]
        lang: LangArg,
    },
    /// Print the position after every line of play, one JSON object per line.
    Positions {
        /// The record; `-` is standard input.
        record: PathBuf,
        /// The language of messages.
        #[arg(long, value_enum, default_value_t)]
        lang: LangArg,
    },
    /// Play a match of random legal moves and print its record.
    Random {
        /// onze, nain-jaune, dos, rummy or quarante-six.
        #[arg(value_parser = game)]
        game: GameId,
        /// How many play.
        #[arg(long, default_value_t = 4)]
        players: usize,
        /// Options as JSON, e.g. '{"rounds":2}'.
        #[arg(long, default_value = "{}")]
        options: String,
        /// 64 hexadecimal digits that fix the match; drawn if absent.
        #[arg(long)]
        seed: Option<String>,
        /// The language of messages.
        #[arg(long, value_enum, default_value_t)]
        lang: LangArg,
    },
}

impl Command {
    /// `tapis serve` with these flags, and with what the environment says.
    fn serve_as_always(flags: &[&str]) -> Self {
        let Cli { command, .. } = Cli::parse_from(["tapis", "serve"].iter().chain(flags));
        command.unwrap_or_else(|| Self::Serve(Box::default()))
    }
}

/// Reads the name of a game.
pub(crate) fn game(slug: &str) -> Result<GameId, String> {
    let known = || GameId::ALL.map(GameId::slug).join(", ");
    GameId::from_slug(slug).ok_or_else(|| format!("the games are {}", known()))
}

impl Cli {
    /// Does what was asked.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        // Who asks for nothing wants to play; all but one of the flags stand behind `serve`.
        let flags: &[&str] = if self.lan { &["--lan"] } else { &[] };
        match self.command.unwrap_or_else(|| Command::serve_as_always(flags)) {
            Command::Serve(serve) => serve.run(),
            Command::Backup(backup) => backup.run(),
            Command::Restore(restore) => restore.run(),
            Command::Migrate(migrate) => migrate.run(),
            Command::Admin(admin) => admin.run(),
            Command::Referee { lang } => referee_lines(lang.into()),
            Command::Rules { game, lang } => print(with_game!(game, G => G::rulebook(lang.into()))),
            Command::Verify { record, lang } => {
                let lang = lang.into();
                let verified = verify(&read(&record)?, lang);
                let said = |found: Verified| {
                    let evening = found.evening.map(|evening| replay::evening_deal(&evening, lang) + "\n");
                    replay::verified(found.rounds, found.moves, lang) + "\n" + &evening.unwrap_or_default()
                };
                print_result(verified.map(said), lang)
            }
            Command::Review(review) => review.run(),
            Command::Hint(hint) => hint.run(),
            Command::Record { command: RecordCommand::Show { record, lang } } => {
                print_result(read_aloud(&read(&record)?, lang.into()), lang.into())
            }
            Command::Record { command: RecordCommand::Positions { record, lang } } => {
                print_result(trace(&read(&record)?, lang.into()), lang.into())
            }
            Command::Record { command: RecordCommand::Random { game, players, options, seed, lang } } => {
                let options = serde_json::from_str(&options).context("--options")?;
                random_record(game, players, options, seed, lang.into())
            }
            Command::Arena(arena) => arena.run(),
            Command::Simulate(simulate) => simulate.run(),
            Command::Worker(worker) => worker.run(),
            Command::Puzzles { command } => command.run(),
        }
    }
}

/// A stream of chance that no deal uses: rounds are counted from 1.
const NO_DEAL: Shuffle = Shuffle { round: 0, reshuffle: 0 };

/// Answers every line of standard input until it ends.
fn referee_lines(lang: Lang) -> anyhow::Result<ExitCode> {
    let mut chance = Chance::new(&fresh_seed()?, NO_DEAL);
    let draw_seed = move || Seed(std::array::from_fn(|_| chance.below(256) as u8));
    let start = Instant::now();
    let mut referee = Referee::new(lang, draw_seed, move || start.elapsed());
    let mut input = std::io::stdin().lock();
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        // Bytes that are no text, and lines with nothing, are answered like any other bad request.
        let request = String::from_utf8_lossy(&line);
        writeln!(output, "{}", referee.answer(&request))?;
        output.flush()?;
    }
}

fn random_record(
    game: GameId,
    players: usize,
    options: Value,
    seed: Option<String>,
    lang: Lang,
) -> anyhow::Result<ExitCode> {
    let seed = match seed {
        None => fresh_seed()?,
        Some(text) => {
            let faults = Faults::default();
            let seed = read_seed(&Value::String(text), &faults);
            faults.judge(seed).map_err(|faults| first_fault(&faults, lang))?
        }
    };
    let mut chance = Chance::new(&seed, NO_DEAL);
    let record = with_game!(game, G => {
        let options = read_options::<G>(i64::try_from(players)?, Some(options));
        let (seats, rules) = options.map_err(|faults| first_fault(&faults, lang))?;
        let player = |seat| Player { name: format!("{} {seat}", lang.of("Robot", "Bot")), kind: PlayerKind::Bot };
        let players = (0..seats.get()).map(player).collect();
        record_random::<G>(&rules, seats, players, today(), &mut |bound| chance.below(bound as u32) as usize)
    });
    print(&write_record(&record))
}

/// The first thing that is wrong, in words.
pub(crate) fn first_fault(faults: &[wire::Fault], lang: Lang) -> anyhow::Error {
    anyhow::Error::msg(faults.first().map(|fault| say_fault(fault, lang)).unwrap_or_default())
}

/// A seed from the machine's entropy.
fn fresh_seed() -> anyhow::Result<Seed> {
    let mut seed = Seed::default();
    getrandom::fill(&mut seed.0).context("the machine gave no entropy")?;
    Ok(seed)
}

/// The day, for the header of a record.
fn today() -> String {
    time::OffsetDateTime::now_utc().date().to_string()
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(path: &PathBuf) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    }
    // A byte that is no text breaks the seal of its line, which says where.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Prints a text, or where the record it was to come from breaks.
pub(crate) fn print_result(text: Result<String, Broken>, lang: Lang) -> anyhow::Result<ExitCode> {
    match text {
        Ok(text) => print(&text),
        Err(broken) => Ok(complain(&replay::at_line(broken.line, &broken.message, lang))),
    }
}

/// Prints a text.
pub(crate) fn print(text: &str) -> anyhow::Result<ExitCode> {
    let mut output = std::io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        // The reader has closed the pipe: `tapis rules dos | head`.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        written => Ok(written.map(|()| ExitCode::SUCCESS)?),
    }
}

/// Says on standard error why it did not work.
pub(crate) fn complain(message: &str) -> ExitCode {
    // Standard error may be closed too.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::FAILURE
}
