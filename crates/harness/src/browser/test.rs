//! Running one test: its driver, its end, and what it leaves behind when it fails.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::Semaphore;

use crate::browser::BrowserError;
use crate::browser::driver::Driver;
use crate::browser::house::close_left;

/// How many tests run at once, however many threads there are: a browser is a heavy guest.
const AT_ONCE: usize = 2;
static PLACES: Semaphore = Semaphore::const_new(AT_ONCE);

/// So long a test may take: many times what the longest one does, since only one that hangs waits for it.
const LONGEST: Duration = Duration::from_secs(1_800);

/// Runs a test with a driver of its own. It fails if its steps do, or if one of its pages has errors in the console
/// at the end; then there is a picture of every page in `target/screenshots/failed`, named after the test.
///
/// # Panics
/// If the test fails.
pub fn test<F>(steps: F)
where
    F: AsyncFnOnce(&Driver) -> Result<(), BrowserError>,
{
    let name = name_of::<F>();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let outcome = match runtime {
        Ok(runtime) => runtime.block_on(run(&name, steps)),
        Err(error) => Err(error.to_string()),
    };
    if let Err(failure) = outcome {
        panic!("{name}: {failure}");
    }
}

async fn run<F>(name: &str, steps: F) -> Result<(), String>
where
    F: AsyncFnOnce(&Driver) -> Result<(), BrowserError>,
{
    let _place = PLACES.acquire().await;
    let driver = Driver::start().map_err(|error| error.to_string())?;
    let steps = AssertUnwindSafe(steps(&driver)).catch_unwind();
    let result = match tokio::time::timeout(LONGEST, steps).await {
        Ok(Ok(Ok(()))) => consoles(&driver).await,
        Ok(Ok(Err(error))) => Err(error.to_string()),
        Ok(Err(panic)) => Err(message(&*panic)),
        Err(_) => Err(format!("not done after {} seconds", LONGEST.as_secs())),
    };
    let result = match result {
        Ok(()) => Ok(()),
        Err(failure) => Err(format!("{failure}\n{}", pictures(name, &driver).await)),
    };
    let closed = driver.close().await.map_err(|error| error.to_string());
    close_left();
    result.and(closed)
}

/// No page may have errors in its console that nobody expected.
async fn consoles(driver: &Driver) -> Result<(), String> {
    for page in driver.pages() {
        let errors = page.take_console_errors().await.map_err(|error| error.to_string())?;
        if !errors.is_empty() {
            return Err(format!("errors in the console:\n  {}", errors.join("\n  ")));
        }
    }
    Ok(())
}

/// Keeps a picture of every page, and says where.
async fn pictures(name: &str, driver: &Driver) -> String {
    let mut told = String::new();
    for (number, page) in (1..).zip(driver.pages()) {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        let file = folder().join(format!("{name}{number}.png"));
        told += &match page.screenshot(&file).await {
            Ok(()) => format!("picture: {}\n", file.display()),
            Err(error) => format!("no picture: {error}\n"),
        };
    }
    told
}

fn folder() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).unwrap_or(here);
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("screenshots/failed")
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("the test panicked").to_owned()
}

/// The name of the test whose closure this is: what stands before `{{closure}}` in the name of its type.
fn name_of<F>() -> String {
    let path = std::any::type_name::<F>();
    let function = path.split("::{{closure}}").next().unwrap_or(path);
    function.rsplit("::").next().unwrap_or(function).to_owned()
}
