//! What nodes tell each other, as bytes: a tag and the fields of each item, one after the other.
//!
//! Both ends are nodes of one house; what cannot be read is left, with all that follows it.
//! Deliberately absent: what the items mean.

use host::{HouseAct, Person};
use words::Lang;

use crate::hosts::nodes::{Item, TableAct};

/// Adds an item.
pub(crate) fn write_item(item: &Item<'_>, bytes: &mut Vec<u8>) {
    match item {
        Item::Asked { line, person, message } => {
            bytes.push(b'a');
            number(*line, bytes);
            let Person { player, name, is_program, is_claimed, lang } = person;
            bytes.push(u8::from(*is_program) | u8::from(*is_claimed) << 1 | u8::from(*lang == Lang::English) << 2);
            [player, &**name, message].iter().for_each(|word| text(word, bytes));
        }
        Item::Unwatched { line, table } => on_line(b'u', *line, table, bytes),
        Item::Behind { line, table } => on_line(b'b', *line, table, bytes),
        Item::Gone { line } => on_line(b'g', *line, "", bytes),
        Item::Act { table, act } => {
            bytes.push(b'x');
            text(table, bytes);
            let (tag, said, player) = match act {
                TableAct::Close => (0, 0, ""),
                TableAct::Reload => (1, 0, ""),
                TableAct::House(HouseAct::Close) => (2, 0, ""),
                TableAct::House(HouseAct::DeleteChat { player, said: None }) => (3, 0, &**player),
                TableAct::House(HouseAct::DeleteChat { player, said: Some(said) }) => (4, *said, &**player),
            };
            bytes.push(tag);
            number(said, bytes);
            text(player, bytes);
        }
        Item::Answered { line, table, id, text: message } => {
            on_line(b'r', *line, table, bytes);
            text(id, bytes);
            text(message, bytes);
        }
        Item::Recorded { line } => on_line(b'w', *line, "", bytes),
        Item::Told { lines, table, text: message } => {
            on_line(b't', lines.len() as u64, table, bytes);
            lines.iter().for_each(|line| number(*line, bytes));
            text(message, bytes);
        }
        Item::Lost { table } => on_line(b'l', 0, table, bytes),
        Item::Grown { table } => on_line(b'n', 0, table, bytes),
        Item::Listed { summary } => on_line(b's', 0, summary, bytes),
        Item::Invited { player, invitation } => {
            on_line(b'i', 0, player, bytes);
            text(invitation, bytes);
        }
    }
}

fn on_line(tag: u8, line: u64, word: &str, bytes: &mut Vec<u8>) {
    bytes.push(tag);
    number(line, bytes);
    text(word, bytes);
}

fn number(number: u64, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

fn text(text: &str, bytes: &mut Vec<u8>) {
    number(text.len() as u64, bytes);
    bytes.extend_from_slice(text.as_bytes());
}

/// The next item, which is taken off; `None` at the end, and where it cannot be read.
pub(crate) fn read_item<'a>(bytes: &mut &'a [u8]) -> Option<Item<'a>> {
    let mut reader = Reader(bytes);
    let tag = reader.byte()?;
    let item = match tag {
        b'a' => {
            let (line, marks) = (reader.number()?, reader.byte()?);
            let (player, name) = (reader.text()?.into(), reader.text()?.into());
            let lang = if marks & 4 == 0 { Lang::French } else { Lang::English };
            let person = Person { player, name, is_program: marks & 1 != 0, is_claimed: marks & 2 != 0, lang };
            Item::Asked { line, person, message: reader.text()? }
        }
        b'x' => {
            let (table, tag) = (reader.text()?, reader.byte()?);
            let (said, player) = (reader.number()?, reader.text()?);
            let act = match tag {
                0 => TableAct::Close,
                1 => TableAct::Reload,
                2 => TableAct::House(HouseAct::Close),
                3 => TableAct::House(HouseAct::DeleteChat { player: player.into(), said: None }),
                4 => TableAct::House(HouseAct::DeleteChat { player: player.into(), said: Some(said) }),
                _ => return None,
            };
            Item::Act { table, act }
        }
        _ => {
            let (line, word) = (reader.number()?, reader.text()?);
            match tag {
                b'u' => Item::Unwatched { line, table: word },
                b'b' => Item::Behind { line, table: word },
                b'g' => Item::Gone { line },
                b'r' => Item::Answered { line, table: word, id: reader.text()?, text: reader.text()? },
                b'w' => Item::Recorded { line },
                b't' => {
                    let lines = (0..line).map(|_| reader.number()).collect::<Option<Vec<u64>>>()?;
                    Item::Told { lines, table: word, text: reader.text()? }
                }
                b'l' => Item::Lost { table: word },
                b'n' => Item::Grown { table: word },
                b's' => Item::Listed { summary: word },
                b'i' => Item::Invited { player: word, invitation: reader.text()? },
                _ => return None,
            }
        }
    };
    *bytes = reader.0;
    Some(item)
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*bytes))
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Item<'static>> {
        let person =
            Person {
                player: "p".into(), name: "Zoé".into(), is_program: true, is_claimed: false, lang: Lang::English
            };
        let delete = HouseAct::DeleteChat { player: "p".into(), said: Some(5) };
        vec![
            Item::Asked { line: 7, person, message: "{}" },
            Item::Unwatched { line: 1, table: "t" },
            Item::Behind { line: 2, table: "t" },
            Item::Gone { line: 3 },
            Item::Act { table: "t", act: TableAct::House(delete) },
            Item::Act { table: "t", act: TableAct::Reload },
            Item::Answered { line: 4, table: "t", id: "5", text: "yes" },
            Item::Recorded { line: 5 },
            Item::Told { lines: vec![1, 2, u64::MAX], table: "t", text: "news" },
            Item::Lost { table: "t" },
            Item::Grown { table: "t" },
            Item::Listed { summary: "{}" },
            Item::Invited { player: "p", invitation: "{}" },
        ]
    }

    #[test]
    fn items_are_read_as_they_were_written() {
        let mut bytes = Vec::new();
        all().iter().for_each(|item| write_item(item, &mut bytes));
        let mut rest = &bytes[..];
        let read: Vec<Item<'_>> = std::iter::from_fn(|| read_item(&mut rest)).collect();
        assert_eq!(read, all());
        assert!(rest.is_empty());
    }

    #[test]
    fn what_is_cut_short_or_disturbed_is_left() {
        let mut bytes = Vec::new();
        all().iter().for_each(|item| write_item(item, &mut bytes));
        for length in 0..bytes.len() {
            let mut rest = &bytes[..length];
            while read_item(&mut rest).is_some() {}
        }
        for place in 0..bytes.len() {
            let mut disturbed = bytes.clone();
            disturbed[place] ^= 0xa5;
            let mut rest = &disturbed[..];
            while read_item(&mut rest).is_some() {}
        }
    }
}
