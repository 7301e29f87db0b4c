//! What is wrong with settings is told clearly, and what is there is never changed.

#[cfg(target_os = "linux")]
use std::path::Path;

#[cfg(target_os = "linux")]
use journal::{ClientCertificate, Tls};
use journal::{JetStreamError, JetStreamJournal, JetStreamSettings, Login, Position};
use nats_cluster::Cluster;

use crate::servers::{one_server, open, settings};
use crate::suite::{append, news, plain, read};

async fn refused(settings: &JetStreamSettings) -> JetStreamError {
    JetStreamJournal::open(settings).await.expect_err("the journal cannot be opened")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_with_another_configuration_are_refused_and_left_alone() {
    let cluster = one_server();
    let settings = settings(&cluster, 2, 1);
    let journal = open(&settings).await;
    append(&journal, "table.a", Position::START, plain("kept")).await;
    for (other, expected) in [
        (JetStreamSettings { partitions: 3, ..settings.clone() }, "partition 0 of 2”, not “journal, partition 0 of 3”"),
        (JetStreamSettings { partitions: 1, ..settings.clone() }, "partition 0 of 2”, not “journal, partition 0 of 1”"),
        (JetStreamSettings { replicas: 3, ..settings.clone() }, "the number of its replicas is 1, not 3"),
    ] {
        let error = refused(&other).await;
        assert!(matches!(error, JetStreamError::OtherStream { .. }), "{error:?}");
        let (told, name) = (error.to_string(), format!("the stream {}-", settings.prefix));
        // Any of the streams may be the first to be looked at, the news among them.
        assert!(told.starts_with(&name) && (told.contains(expected) || told.contains("news of 2")), "{told}");
    }
    let again = open(&settings).await;
    assert_eq!(read(&again, "table.a", Position::START).await.len(), 1);
}

#[tokio::test]
async fn settings_that_cannot_be_are_refused() {
    let good = JetStreamSettings::default();
    for prefix in ["", "Tapis", "a.b", "a b", "*", "é", &"a".repeat(33)] {
        let error = refused(&JetStreamSettings { prefix: prefix.into(), ..good.clone() }).await;
        assert!(matches!(error, JetStreamError::Prefix(_)), "{error:?}");
    }
    for partitions in [0, 65] {
        let error = refused(&JetStreamSettings { partitions, ..good.clone() }).await;
        assert!(matches!(error, JetStreamError::Partitions(_)), "{error:?}");
    }
    for replicas in [0, 6] {
        let error = refused(&JetStreamSettings { replicas, ..good.clone() }).await;
        assert!(matches!(error, JetStreamError::Replicas(_)), "{error:?}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    // A port that is bound but not listened on refuses every connection.
    let socket = std::net::UdpSocket::bind("127.0.0.1:0").expect("a port is free");
    let address = format!("nats://{}", socket.local_addr().expect("it has an address"));
    let settings = JetStreamSettings { servers: vec![address.clone()], ..JetStreamSettings::default() };
    let error = refused(&settings).await;
    assert!(matches!(error, JetStreamError::Unreachable { .. }), "{error:?}");
    assert!(error.to_string().contains(&address), "{error}");
}

#[test]
fn secrets_are_not_shown() {
    let logins =
        [Login::Token("hush".into()), Login::User { name: "house".into(), password: "hush".into() }, Login::None];
    for login in logins {
        let settings = JetStreamSettings { login, ..JetStreamSettings::default() };
        assert!(!format!("{settings:?}").contains("hush"), "{settings:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logging_in_is_asked_for_and_done() {
    let user = || Login::User { name: "house".into(), password: "hush".into() };
    let token = || Login::Token("hush".into());
    for (configuration, login, other) in [
        ("authorization { user: house, password: hush }", user(), token()),
        ("authorization { token: hush }", token(), user()),
    ] {
        let cluster = Cluster::start_with(1, configuration).expect("a server can be started");
        let settings = settings(&cluster, 1, 1);
        let journal = open(&JetStreamSettings { login, ..settings.clone() }).await;
        append(&journal, "table.a", Position::START, news("let in")).await;
        for login in [Login::None, other] {
            let error = refused(&JetStreamSettings { login, ..settings.clone() }).await;
            assert!(matches!(error, JetStreamError::Unreachable { .. }), "{error:?}");
            assert!(error.to_string().contains("authorization"), "{error}");
        }
    }
    let missing = Login::Credentials("nowhere/house.creds".into());
    let error = refused(&JetStreamSettings { login: missing, ..JetStreamSettings::default() }).await;
    assert!(error.to_string().starts_with("the credentials file nowhere/house.creds: "), "{error}");
}

/// A certificate and its key in a folder, signed by another or by itself.
#[cfg(target_os = "linux")]
fn certificate(folder: &Path, name: &str, extension: &str, signed_by: Option<&ClientCertificate>) -> ClientCertificate {
    let [certificate, key, config] = ["pem", "key", "conf"].map(|ending| folder.join(format!("{name}.{ending}")));
    // Without the system's own configuration, which would make each an authority.
    std::fs::write(&config, "[req]\ndistinguished_name = dn\n[dn]\n").expect("a file");
    let mut command = std::process::Command::new("openssl");
    command.args(["req", "-x509", "-nodes", "-days", "2", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]);
    command.args(["-subj", &format!("/CN={name}"), "-addext", extension]);
    command.arg("-config").arg(&config).arg("-out").arg(&certificate).arg("-keyout").arg(&key);
    if let Some(by) = signed_by {
        command.arg("-CA").arg(&by.certificate).arg("-CAkey").arg(&by.key);
    }
    let made = command.output().expect("openssl is installed");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    ClientCertificate { certificate, key }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_encrypted_and_both_sides_known() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let authority = certificate(folder.path(), "authority", "basicConstraints=critical,CA:TRUE", None);
    let server = certificate(folder.path(), "server", "subjectAltName=IP:127.0.0.1", Some(&authority));
    let house = certificate(folder.path(), "house", "subjectAltName=DNS:house", Some(&authority));
    let stranger = certificate(folder.path(), "stranger", "basicConstraints=critical,CA:TRUE", None);
    let configuration = format!(
        "tls {{ cert_file: {:?}, key_file: {:?}, ca_file: {:?}, verify: true }}",
        server.certificate, server.key, authority.certificate
    );
    let cluster = Cluster::start_with(1, &configuration).expect("a server can be started");
    let settings = settings(&cluster, 1, 1);
    let tls = |authorities: &Path, certificate: Option<&ClientCertificate>| {
        let tls = Tls { authorities: Some(authorities.into()), certificate: certificate.cloned() };
        JetStreamSettings { tls: Some(tls), ..settings.clone() }
    };
    let journal = open(&tls(&authority.certificate, Some(&house))).await;
    append(&journal, "table.a", Position::START, news("let in")).await;
    for other in [
        tls(&authority.certificate, None),
        tls(&authority.certificate, Some(&stranger)),
        tls(&stranger.certificate, Some(&house)),
        tls(Path::new("nowhere"), Some(&house)),
    ] {
        let error = refused(&other).await;
        assert!(matches!(error, JetStreamError::Unreachable { .. }), "{error:?}");
    }
}
