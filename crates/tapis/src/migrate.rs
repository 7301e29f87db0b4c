//! `tapis migrate`: a house is moved from its file into a cluster, or back.

use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Mutex;

use anyhow::{Error, Result};
use clap::Args;
use journal::{
    Durability, JetStreamJournal, ListedJournal, MigrateError, MigrateStep, Moved, Options, Progress, Snapshots,
    SqliteJournal,
};
use serde_json::json;
use server::config::DataFile;
use server::ledger::LedgerProjection;
use words::Lang;
use words::cluster::{self as say, MoveStep, MovedHouse};

use crate::cluster::{ClusterArgs, Servers};
use crate::commands::print;
use crate::run::progress_bar;
use crate::serve::lang_of_the_terminal;

/// Move a house from its file into a cluster, or back: all records, in their order, and at the end both sides are
/// compared. The house has to be closed. It can be interrupted and repeated: what is there is compared and left.
#[derive(Debug, Args)]
pub(crate) struct MigrateArgs {
    /// Where the house is: a file of data, or the servers of a cluster (nats://a:4222,b:4222).
    #[arg(long, value_name = "PLACE")]
    from: Location,
    /// Where it is to be: another of these. What it holds already has to be a part of the house.
    #[arg(long, value_name = "PLACE")]
    to: Location,
    /// Leave snapshots out; each table is then read from its beginning once more.
    #[arg(long)]
    without_snapshots: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cluster: ClusterArgs,
}

/// Where a house can be.
#[derive(Clone, Debug)]
enum Location {
    File(DataFile),
    Cluster(Servers),
}

impl FromStr for Location {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if Servers::is_named_by(text) { text.parse().map(Self::Cluster) } else { text.parse().map(Self::File) }
    }
}

impl Location {
    /// The location as it is shown; what logs in stays away.
    fn name(&self) -> String {
        match self {
            Self::File(file) => file.path().display().to_string(),
            Self::Cluster(Servers(servers)) => {
                let without_login = |server: &String| match server.rsplit_once('@') {
                    Some((_, host)) => format!("nats://{host}"),
                    None => server.clone(),
                };
                servers.iter().map(without_login).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// Opens what is there; nothing if there is nothing.
    async fn open_existing(&self, cluster: &ClusterArgs) -> Result<Option<Box<dyn ListedJournal>>> {
        let is_there = match self {
            Self::File(file) => file.path().exists(),
            Self::Cluster(servers) => cluster.settings(servers).is_there().await?,
        };
        if is_there { self.open(cluster).await.map(Some) } else { Ok(None) }
    }

    async fn open(&self, cluster: &ClusterArgs) -> Result<Box<dyn ListedJournal>> {
        match self {
            Self::File(file) => {
                file.prepare_folder().map_err(|(path, error)| Error::new(error).context(path.display().to_string()))?;
                // A power cut only means doing it again, so nothing waits for the disk; closing the file flushes it.
                let projections: Vec<Box<dyn journal::Projection>> = vec![Box::new(LedgerProjection)];
                let options = Options { durability: Durability::Normal, projections, ..Options::default() };
                Ok(Box::new(SqliteJournal::open(file.path(), options)?))
            }
            Self::Cluster(servers) => Ok(Box::new(JetStreamJournal::open(&cluster.settings(servers)).await?)),
        }
    }
}

impl MigrateArgs {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let lang = lang_of_the_terminal();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let moved = runtime.block_on(self.migrate(lang))?;
        let Moved { subjects, records, news, bytes, snapshots, written, digest } = moved;
        let digest = digest.to_string();
        if self.json {
            let found = json!({
                "subjects": subjects, "records": records, "news": news, "bytes": bytes, "snapshots": snapshots,
                "written": written, "digest": digest,
            });
            return print(&format!("{found}\n"));
        }
        let house = MovedHouse { subjects, records, news, bytes, snapshots, written, digest };
        print(&format!("{}\n", say::moved(&house, &self.from.name(), &self.to.name(), lang)))
    }

    async fn migrate(&self, lang: Lang) -> Result<Moved> {
        let Some(from) = self.from.open_existing(&self.cluster).await? else {
            return Err(Error::msg(say::nothing_to_move(&self.from.name(), lang)));
        };
        let to = self.to.open(&self.cluster).await?;
        let snapshots = if self.without_snapshots { Snapshots::LeftOut } else { Snapshots::Moved };
        let bar = progress_bar(0);
        let shown = Mutex::new(None);
        let progress = |progress: Progress| {
            let Ok(mut shown) = shown.lock() else { return };
            if *shown != Some(progress.step) {
                *shown = Some(progress.step);
                bar.set_length(progress.of);
                bar.set_message(say_step(progress.step).say(lang));
            }
            bar.set_position(progress.done);
        };
        let moved = journal::migrate(&*from, &*to, &server::HouseReferences, snapshots, &progress).await;
        bar.finish_and_clear();
        moved.map_err(|error| Error::msg(self.explain(&error, lang)))
    }

    fn explain(&self, error: &MigrateError, lang: Lang) -> String {
        let to = self.to.name();
        match error {
            MigrateError::Foreign { subject } => say::foreign_target(subject.name(), &to, lang),
            MigrateError::Differs { subject, number } => say::other_record(subject.name(), *number, &to, lang),
            MigrateError::Order { subject, number } => say::other_order(subject.name(), *number, &to, lang),
            MigrateError::Changed { subject } => say::written_meanwhile(subject.name(), lang),
            MigrateError::Failed(error) => say::move_interrupted(&error.to_string(), lang),
        }
    }
}

fn say_step(step: MigrateStep) -> MoveStep {
    match step {
        MigrateStep::Comparing => MoveStep::Comparing,
        MigrateStep::Copying => MoveStep::Copying,
        MigrateStep::Verifying => MoveStep::Verifying,
    }
}
