//! What is wrong with settings is told clearly, and what is there is never changed.

use journal::{JetStreamError, JetStreamJournal, JetStreamSettings, Position};

use crate::servers::{one_server, open, settings};
use crate::suite::{append, plain, read};

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
    use journal::Login;
    let logins =
        [Login::Token("hush".into()), Login::User { name: "house".into(), password: "hush".into() }, Login::None];
    for login in logins {
        let settings = JetStreamSettings { login, ..JetStreamSettings::default() };
        assert!(!format!("{settings:?}").contains("hush"), "{settings:?}");
    }
}
