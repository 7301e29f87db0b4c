//! Builds the crate `web` for the browser with a cargo of its own, binds it with wasm-bindgen, compresses all files and
//! lists them for the program.
//!
//! `TAPIS_WEB=skip` leaves the client out: for editors, and for machines that cannot build it.

mod order;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::{env, fs};

use sha2::{Digest, Sha256};

const TARGET: &str = "wasm32-unknown-unknown";

/// What the client is made of; when one of these changes it is built again.
const WATCHED: [&str; 17] = [
    "Cargo.lock",
    "Cargo.toml",
    "crates/bots",
    "crates/client",
    "crates/engine",
    "crates/referee",
    "crates/host",
    "crates/solver",
    "crates/web",
    "crates/web-dist/build.rs",
    "crates/web-dist/order.rs",
    "crates/web-worker/Cargo.toml",
    "crates/web-worker/src",
    "crates/wire/Cargo.toml",
    "crates/wire/src",
    "crates/words",
    "docs/RULES",
];

fn main() {
    let root = variable("CARGO_MANIFEST_DIR").join("../..");
    let root = root.canonicalize().unwrap_or_else(|error| fail(&format!("{}: {error}", root.display())));
    let out = variable("OUT_DIR");
    for path in WATCHED {
        println!("cargo::rerun-if-changed={}", root.join(path).display());
    }
    println!("cargo::rerun-if-env-changed=TAPIS_WEB");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let files = if env::var("TAPIS_WEB").is_ok_and(|wish| wish == "skip") {
        Vec::new()
    } else {
        ensure_target();
        let folder = build(&root, &out, is_release);
        let mut bound = bind(&folder.join("web.wasm"), "app", &out, is_release);
        bound.extend(bind(&folder.join("web_worker.wasm"), "house", &out, is_release));
        pages(bound, &root)
    };
    list(&files, &out, is_release);
}

/// A file as the house serves it.
struct File {
    path: String,
    bytes: Vec<u8>,
}

/// Builds the modules of the page and of its worker, and returns the folder they are in.
fn build(root: &Path, out: &Path, is_release: bool) -> PathBuf {
    // The cargo that runs this script holds the lock of the common folder.
    let profiles = out.ancestors().find(|path| path.file_name().is_some_and(|name| name == "build"));
    let folder = profiles.and_then(|path| path.ancestors().nth(2)).unwrap_or(out).join("web");
    let profile = if is_release { "web" } else { "web-dev" };
    let mut cargo = Command::new(variable("CARGO"));
    for (name, _) in env::vars_os() {
        if is_of_outer_build(&name.to_string_lossy()) {
            cargo.env_remove(name);
        }
    }
    // Both cargos together keep to the number of jobs that was asked for.
    if let Some(flags) = env::var_os("CARGO_MAKEFLAGS") {
        cargo.env("CARGO_MAKEFLAGS", flags);
    }
    let packages = ["--package", "web", "--package", "web-worker"];
    let arguments = ["build", "--locked", "--lib", "--target", TARGET, "--profile", profile];
    // Views of one kind for the whole client, rather than one for each place, make it smaller and quicker to build.
    cargo.args(["--config", &format!("target.{TARGET}.rustflags=['--cfg', 'erase_components']")]);
    cargo
        .args(arguments.into_iter().chain(packages).map(OsString::from))
        .arg("--target-dir")
        .arg(&folder)
        .current_dir(root);
    let built =
        cargo.output().unwrap_or_else(|error| fail(&format!("cargo cannot be run for the web client: {error}")));
    if !built.status.success() {
        fail(&format!("The web client cannot be built:\n{}", String::from_utf8_lossy(&built.stderr)));
    }
    folder.join(TARGET).join(profile)
}

/// Whether a variable belongs to the build that runs this script, and would mislead another.
fn is_of_outer_build(name: &str) -> bool {
    let is_kept = name == "CARGO_HOME"
        || ["CARGO_NET_", "CARGO_HTTP_", "CARGO_REGISTRIES_", "CARGO_SOURCE_", "CARGO_TERM_"]
            .iter()
            .any(|prefix| name.starts_with(prefix));
    let is_outer = name.starts_with("CARGO")
        || name.starts_with("RUSTC")
        || name.starts_with("DEP_")
        || matches!(
            name,
            "RUSTFLAGS"
                | "RUSTDOCFLAGS"
                | "TARGET"
                | "HOST"
                | "OUT_DIR"
                | "PROFILE"
                | "OPT_LEVEL"
                | "DEBUG"
                | "NUM_JOBS"
        )
        || matches!(name, "CLIPPY_ARGS" | "CLIPPY_CONF_DIR" | "__CARGO_FIX_PLZ" | "LLVM_PROFILE_FILE");
    is_outer && !is_kept
}

/// Makes a module something a page or a worker can load.
fn bind(wasm: &Path, name: &str, out: &Path, is_release: bool) -> Vec<File> {
    let folder = out.join("bound").join(name);
    let _ = fs::remove_dir_all(&folder);
    let bound = wasm_bindgen_cli_support::Bindgen::new().input_path(wasm).web(true).and_then(|bindgen| {
        bindgen
            .typescript(false)
            .omit_default_module_path(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .out_name(name)
            .generate(&folder)
    });
    if let Err(error) = bound {
        fail(&format!("wasm-bindgen cannot bind the web client: {error:#}"));
    }
    let [script, module] = [format!("{name}.js"), format!("{name}_bg.wasm")];
    let mut wasm = read(&folder.join(&module));
    // It makes the download smaller, and takes a while.
    if is_release {
        wasm = order::put_alike_together(&wasm).unwrap_or_else(|error| fail(&format!("{module}: {error}")));
    }
    vec![File { bytes: read(&folder.join(&script)), path: script }, File { bytes: wasm, path: module }]
}

/// All files of the client. What the page loads lies in a folder named after its contents, so that a browser may keep
/// it for ever.
fn pages(mut loaded: Vec<File>, root: &Path) -> Vec<File> {
    let assets = root.join("crates/web/assets");
    // Pictures for messengers, which keep them by their addresses.
    let mut fixed: Vec<File> = files_in(&assets.join("og"))
        .into_iter()
        .map(|path| File { path: format!("og/{}", name_of(&path)), bytes: read(&path) })
        .collect();
    // What is installed: icons, by names that stay.
    let icons = files_in(&assets.join("icons")).into_iter();
    fixed.extend(icons.map(|path| File { path: format!("icons/{}", name_of(&path)), bytes: read(&path) }));
    loaded.push(File { path: "style.css".into(), bytes: styles(&root.join("crates/web/style")) });
    for path in files_in(&assets) {
        let file = File { path: name_of(&path), bytes: read(&path) };
        match file.path.as_str() {
            "index.html" | "favicon.svg" | "manifest.webmanifest" | "sw.js" => fixed.push(file),
            _ => loaded.push(file),
        }
    }
    // Lessons, puzzles and the phrases of scripts, fetched when they are used.
    for (folder, from) in
        [("lessons", "crates/words/lessons"), ("puzzles", "crates/client/puzzles"), ("phrases", "crates/words/phrases")]
    {
        let files = files_in(&root.join(from)).into_iter();
        loaded.extend(files.map(|path| File { path: format!("{folder}/{}", name_of(&path)), bytes: read(&path) }));
    }
    let mut hash = Sha256::new();
    for file in &loaded {
        hash.update(&file.path);
        hash.update(&file.bytes);
    }
    let version: String = hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    for file in &mut loaded {
        file.path = format!("assets/{version}/{}", file.path);
    }
    // What is there without a network: all of it but the pictures for other sites.
    let kept = loaded.iter().chain(fixed.iter().filter(|file| !file.path.starts_with("og/")));
    let names: Vec<String> =
        kept.map(|file| format!("\"/{}\"", file.path)).filter(|name| name != "\"/sw.js\"").collect();
    for file in &mut fixed {
        if matches!(file.path.as_str(), "index.html" | "sw.js") {
            let text = String::from_utf8_lossy(&file.bytes).replace("{version}", &version);
            file.bytes = text.replace("\"{files}\"", &names.join(", ")).into_bytes();
        }
    }
    loaded.extend(fixed);
    loaded
}

/// The files of a folder in the order of their names, without those of folders in it.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// All styles in one file, the base first.
fn styles(folder: &Path) -> Vec<u8> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
    paths.sort_by_key(|path| (!path.ends_with("base.css"), path.clone()));
    paths.iter().flat_map(|path| read(path)).collect()
}

/// Writes all files, plain and compressed, and the list of them that the program includes.
fn list(files: &[File], out: &Path, is_release: bool) {
    let folder = out.join("files");
    let _ = fs::remove_dir_all(&folder);
    write(&folder.join("README"), b"made by build.rs");
    let mut list = String::from("&[\n");
    for (index, File { path, bytes }) in files.iter().enumerate() {
        let kind = match path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("json") => "application/json",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("webmanifest") => "application/manifest+json",
            Some("wasm") => "application/wasm",
            _ => "application/octet-stream",
        };
        let (plain, small) = (folder.join(format!("{index}")), folder.join(format!("{index}.br")));
        write(&plain, bytes);
        write(&small, &compress(bytes, if is_release { 11 } else { 4 }));
        let _ = writeln!(
            list,
            "    File {{ path: {path:?}, kind: {kind:?}, plain: include_bytes!({plain:?}), \
             brotli: include_bytes!({small:?}) }},"
        );
    }
    list.push_str("]\n");
    write(&out.join("files.rs"), list.as_bytes());
}

fn compress(bytes: &[u8], quality: u32) -> Vec<u8> {
    let mut small = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut small, 1 << 16, quality, 22);
    if let Err(error) = writer.write_all(bytes) {
        fail(&format!("a file cannot be compressed: {error}"));
    }
    drop(writer);
    small
}

/// Sees to the standard library for the browser, or says how to get it.
fn ensure_target() {
    if has_target() {
        return;
    }
    println!("cargo::warning=The target {TARGET} is not installed: running `rustup target add {TARGET}`.");
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET]);
    if let Some(toolchain) = env::var_os("RUSTUP_TOOLCHAIN") {
        rustup.arg("--toolchain").arg(toolchain);
    }
    let why = match rustup.output() {
        Ok(output) if output.status.success() && has_target() => return,
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        Err(error) => format!("rustup cannot be run: {error}"),
    };
    fail(&format!(
        "The web client needs the Rust target {TARGET}, which is missing and could not be installed:\n{why}\n\
         Do one of these:\n\
         - rustup target add {TARGET}\n\
         - install the package of your system (Debian: libstd-rust-dev-wasm32)\n\
         - TAPIS_WEB=skip cargo run --release (a house without the web client)"
    ));
}

/// Whether the standard library for the browser is there.
fn has_target() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    let Ok(output) = asked else { return false };
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.into_iter().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
}

fn variable(name: &str) -> PathBuf {
    env::var_os(name).map_or_else(|| fail(&format!("cargo has not set {name}")), PathBuf::from)
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| fail(&format!("{}: {error}", path.display())))
}

fn write(path: &Path, bytes: &[u8]) {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, bytes));
    if let Err(error) = made {
        fail(&format!("{}: {error}", path.display()));
    }
}

/// Ends the build; cargo prints these lines as they are.
fn fail(message: &str) -> ! {
    for line in message.lines() {
        println!("cargo::error={line}");
    }
    exit(1)
}
