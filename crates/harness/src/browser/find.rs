//! How something on a page is named in a test: by selector, or by the words people read.

use std::fmt;

use serde_json::{Value, json};

/// The functions `find`, `place` and others, for scripts to begin with.
pub(crate) const SCRIPT: &str = include_str!("find.js");

/// Something that can be seen on a page. Plain text where one is wanted is a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Find<'a> {
    /// The first that fits a selector and can be seen.
    Css(&'a str),
    /// The innermost element with this text in it, or with it in its label; of several the first on the page. Any
    /// white space equals any other, so French may be written with plain spaces.
    Text(&'a str),
}

impl<'a> From<&'a str> for Find<'a> {
    fn from(selector: &'a str) -> Self {
        Self::Css(selector)
    }
}

impl Find<'_> {
    /// What the script takes.
    pub(crate) fn arguments(self) -> Vec<Value> {
        match self {
            Self::Css(selector) => vec![json!("css"), json!(selector)],
            Self::Text(text) => vec![json!("text"), json!(text)],
        }
    }
}

impl fmt::Display for Find<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Css(selector) => write!(formatter, "`{selector}`"),
            Self::Text(text) => write!(formatter, "the text “{text}”"),
        }
    }
}
