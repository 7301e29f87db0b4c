//! Whether there is a journal on servers at all, for whoever must not make one.
//!
//! Deliberately absent: whether it is laid out as the settings say; opening it tells.

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::GetStreamErrorKind;

use super::settings::{JetStreamError, JetStreamSettings};

impl JetStreamSettings {
    /// Whether the first stream of such a journal is there.
    ///
    /// # Errors
    /// If no server can be reached, or it does not answer.
    pub async fn is_there(&self) -> Result<bool, JetStreamError> {
        let layout = self.layout()?;
        let context = async_nats::jetstream::new(self.connect().await?);
        let stream = layout.stream(0);
        match context.get_stream(&stream).await {
            Ok(_) => Ok(true),
            Err(error) => match error.kind() {
                GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(false),
                _ => Err(JetStreamError::NoStream { stream, error: error.to_string() }),
            },
        }
    }
}
