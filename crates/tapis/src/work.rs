//! Work at scale: `tapis worker`, and the coordinator's half for `arena` and `simulate`.
//!
//! Deliberately absent: what is played (`sim`), and how pieces travel (`workqueue`).

use std::future::Future;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Error, Result};
use clap::Args;
use indicatif::ProgressBar;
use tokio::runtime::Runtime;
use words::Lang;
use words::cluster as say;
use workqueue::{News, Perform, Run, WorkQueue};

use crate::cluster::{ClusterArgs, Servers};
use crate::commands::complain;
use crate::serve::lang_of_the_terminal;

/// Programs of one release play the same; others may not, and have a queue of their own.
const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// Play for the `arena --cluster` and `simulate --cluster` of others, until told to end. As many as you like, on as many
/// machines.
#[derive(Debug, Args)]
pub(crate) struct WorkerArgs {
    /// The servers of the cluster: nats://a:4222,b:4222.
    #[arg(long, env = "TAPIS_CLUSTER", value_name = "SERVERS")]
    cluster: Servers,
    #[command(flatten)]
    settings: ClusterArgs,
    /// How many threads to use; all cores if absent.
    #[arg(long)]
    threads: Option<std::num::NonZeroUsize>,
}

impl WorkerArgs {
    /// Works until a signal.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let lang = lang_of_the_terminal();
        let threads = match self.threads {
            Some(threads) => threads.get(),
            None => std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get),
        };
        // As many pieces at once as there are threads, each on one of them: none waits for the others.
        let perform: Perform = Arc::new(|piece| {
            let piece = std::str::from_utf8(piece).map_err(|error| error.to_string())?;
            let done = sim::on_threads(1, || sim::work::perform(piece)).map_err(|error| error.to_string())?;
            done.map(String::into_bytes).map_err(|error| error.to_string())
        });
        let runtime = runtime()?;
        let done = AtomicU64::new(0);
        let working = async {
            let queue = WorkQueue::open(&self.settings.settings(&self.cluster), RELEASE).await?;
            complain(&say::working(threads, lang));
            let on_done = || {
                done.fetch_add(1, Ordering::Relaxed);
            };
            queue.work(threads, perform, &on_done).await
        };
        let ended = runtime.block_on(until_told(working))?;
        // A piece that is being worked at is left to others.
        runtime.shutdown_background();
        if let Some(ended) = ended {
            ended?;
        }
        complain(&say::worked(done.into_inner(), lang));
        Ok(ExitCode::SUCCESS)
    }
}

/// Where the work of an arena or a simulation may go.
#[derive(Debug, Args)]
pub(crate) struct SpreadArgs {
    /// Let the workers of a cluster play (`tapis worker`): nats://a:4222,b:4222. What comes out is the same.
    #[arg(long, value_name = "SERVERS", conflicts_with = "threads")]
    cluster: Option<Servers>,
    #[command(flatten)]
    settings: ClusterArgs,
}

impl SpreadArgs {
    /// The run on a cluster, if the work goes there.
    pub(crate) fn begin(&self, lang: Lang) -> Result<Option<Spread>> {
        let Some(servers) = &self.cluster else { return Ok(None) };
        let runtime = runtime()?;
        let settings = self.settings.settings(servers);
        let run = runtime.block_on(async { WorkQueue::open(&settings, RELEASE).await?.begin().await })?;
        Ok(Some(Spread { runtime, run, lang }))
    }
}

/// A run whose work is done by others.
pub(crate) struct Spread {
    runtime: Runtime,
    run: Run,
    lang: Lang,
}

impl Spread {
    /// Has pieces done, and gives their results in their order; the bar moves by as much as each piece stands for.
    pub(crate) fn perform(&mut self, pieces: &[String], bar: &ProgressBar, numbers: u64) -> Result<Vec<Vec<u8>>> {
        let payloads: Vec<bytes::Bytes> = pieces.iter().map(|piece| piece.clone().into()).collect();
        let (start, done) = (bar.position(), AtomicU64::new(0));
        let news = |news: News| match news {
            News::Done(more) => {
                let done = done.fetch_add(more as u64, Ordering::Relaxed) + more as u64;
                bar.set_position(start + numbers * done / pieces.len().max(1) as u64);
            }
            News::Silence => {
                let _ = complain(&say::no_worker(self.lang));
            }
        };
        let performed = self.runtime.block_on(until_told(self.run.perform(&payloads, &news)))?;
        let results = performed.ok_or_else(|| Error::msg(say::work_interrupted(self.lang)))??;
        Ok(results.into_iter().map(|result| result.to_vec()).collect())
    }

    /// Takes what is left of the run out of the queue.
    pub(crate) fn end(self) {
        self.runtime.block_on(self.run.end());
    }
}

fn runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().context("runtime")
}

/// What comes of some work, or nothing if the program is told to end before.
async fn until_told<T>(work: impl Future<Output = T>) -> Result<Option<T>> {
    let mut terminated = terminated()?;
    tokio::select! {
        done = work => Ok(Some(done)),
        told = tokio::signal::ctrl_c() => told.map(|()| None).context("signal"),
        () = &mut terminated => Ok(None),
    }
}

#[cfg(unix)]
fn terminated() -> Result<std::pin::Pin<Box<dyn Future<Output = ()>>>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminated = signal(SignalKind::terminate()).context("signal")?;
    Ok(Box::pin(async move {
        terminated.recv().await;
    }))
}

#[cfg(not(unix))]
fn terminated() -> Result<std::pin::Pin<Box<dyn Future<Output = ()>>>> {
    Ok(Box::pin(std::future::pending()))
}
