//! Settings: who wins, and what is said about bad ones.

use std::path::PathBuf;

use clap::Parser;
use server::{Config, ConfigError, Settings};
use tempfile::TempDir;

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    settings: Settings,
}

fn flags(arguments: &[&str]) -> Result<Settings, clap::Error> {
    Flags::try_parse_from(std::iter::once(&"tapis").chain(arguments)).map(|flags| flags.settings)
}

fn file(text: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tapis.toml");
    std::fs::write(&path, text).expect("written");
    (folder, path)
}

fn resolve(arguments: &[&str], text: &str) -> Result<Config, ConfigError> {
    let (_folder, path) = file(text);
    Config::resolve(flags(arguments).expect("good flags"), Some(&path))
}

#[test]
fn flags_win_over_the_file_and_the_file_over_defaults() {
    let text = "listen = \"0.0.0.0:1\"\nlogin-attempts = 7\nlog-format = \"json\"";
    let config = resolve(&["--listen", "127.0.0.1:2"], text).expect("good settings");
    assert_eq!(config.listen.to_string(), "127.0.0.1:2");
    assert_eq!(config.login_attempts.get(), 7);
    assert_eq!(config.log_format, server::config::LogFormat::Json);
    assert_eq!(config.new_guests, Config::default().new_guests);
}

#[test]
fn the_home_network_is_let_in_by_a_flag_that_needs_no_value() {
    for (arguments, text, is_let_in) in [
        (&["--lan"][..], "", true),
        (&[][..], "lan = true", true),
        (&["--lan", "false"][..], "lan = true", false),
        (&[][..], "", false),
    ] {
        let config = resolve(arguments, text).expect("good settings");
        assert_eq!(config.lan, is_let_in, "{arguments:?} {text}");
        let listening = config.listen_address();
        assert_eq!((listening.ip().is_unspecified(), listening.port()), (is_let_in, 4646), "{arguments:?} {text}");
        assert_eq!(config.url(listening), "http://127.0.0.1:4646/", "the address for this machine itself");
        assert_eq!(config.lan_url(listening).is_some(), is_let_in && server::lan_address().is_some());
    }
    let config = resolve(&["--lan", "--listen", "192.168.1.20:80"], "").expect("good settings");
    assert_eq!(config.listen_address().to_string(), "192.168.1.20:80", "who chose an address keeps it");
}

#[test]
fn what_is_printed_can_be_read_again() {
    let config = resolve(&["--public-url", "https://jeux.example", "--data", "x.db"], "bot-pace-ms = 5").expect("good");
    assert_eq!(resolve(&[], &config.to_toml()).expect("good settings"), config);
    assert_eq!(resolve(&[], &Config::default().to_toml()).expect("good settings"), Config::default());
}

#[test]
fn a_bad_file_is_refused_with_the_key_and_the_reason() {
    for (text, told) in [
        ("lisen = \"0.0.0.0:1\"", "unknown field `lisen`"),
        ("login-attempts = 0", "login-attempts"),
        ("login-attempts = \"many\"", "login-attempts"),
        ("listen = \"here\"", "listen"),
        ("durability = \"some\"", "unknown variant `some`, expected `full` or `normal`"),
        ("public-url = \"jeux.example/path\"", "is no origin"),
        ("proxy-header = \"a b\"", "is no header"),
        ("listen", "the settings in"),
    ] {
        let error = resolve(&[], text).expect_err(text).to_string();
        assert!(error.contains(told) && error.contains("tapis.toml"), "{text}: {error}");
    }
    let missing = Config::resolve(Settings::default(), Some("no/such/file".as_ref())).expect_err("no file").to_string();
    assert!(missing.contains("no/such/file"), "{missing}");
}

#[test]
fn a_bad_flag_is_refused_with_its_name_and_the_reason() {
    for (arguments, told) in [
        (["--listen", "here"], "--listen"),
        (["--login-attempts", "0"], "--login-attempts"),
        (["--durability", "some"], "it is one of full, normal"),
        (["--allowed-origins", "https://a.example,b"], "`b` is no origin"),
        (["--public-url", "ftp://a.example"], "is no origin"),
        (["--data", ""], "a file has a name"),
    ] {
        let error = flags(&arguments).expect_err("a bad flag").to_string();
        assert!(error.contains(told), "{arguments:?}: {error}");
    }
}
