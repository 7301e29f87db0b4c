//! Styles do not leak: a class belongs to one file of styles.
//!
//! Every file of `crates/web/style` is a part of the client and owns the classes that its selectors mention. A class in
//! the selectors of two files fails: either part could change the looks of the other. `base.css` is a part like the
//! others; what it declares for elements and as custom properties mentions no class, so it never collides.
//!
//! Deliberately absent: whether a class is used, and anything else a declaration says.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::path::Path;
use std::str::Chars;

/// At-rules whose block holds rules, so that what stands in it is a selector.
const CONDITIONS: [&str; 7] = ["media", "container", "supports", "layer", "scope", "starting-style", "document"];

/// The classes that two files style, each with the files.
pub(super) fn shared_classes(folder: &Path) -> Vec<String> {
    let mut files: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
    files.sort();
    let mut parts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "css")) {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for class in classes(&std::fs::read_to_string(path).unwrap_or_default()) {
            parts.entry(class).or_default().push(file.clone());
        }
    }
    let shared = parts.into_iter().filter(|(_, files)| files.len() > 1);
    shared.map(|(class, files)| format!("the class `{class}` is styled by {}", files.join(" and "))).collect()
}

/// Every class that a selector of a style sheet mentions.
fn classes(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // What the blocks around the place hold: the innermost is the last.
    let mut blocks: Vec<Holds> = Vec::new();
    let mut prelude = String::new();
    let plain = without_comments_and_strings(text);
    for letter in plain.chars() {
        match letter {
            '{' => {
                blocks.push(opened(prelude.trim(), blocks.last().copied().unwrap_or(Holds::Rules), &mut found));
                prelude.clear();
            }
            '}' => {
                blocks.pop();
                prelude.clear();
            }
            // A declaration, or an at-rule without a block.
            ';' => prelude.clear(),
            _ => prelude.push(letter),
        }
    }
    found
}

/// What stands in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// Rules and declarations: what stands before a block in it is a selector.
    Rules,
    /// Nothing that is selected: the steps of an animation, the parts of a font.
    Other,
}

/// Notes the classes of what stands before a block, and gives what the block holds.
fn opened(prelude: &str, around: Holds, found: &mut BTreeSet<String>) -> Holds {
    if around == Holds::Other {
        return Holds::Other;
    }
    let Some(rule) = prelude.strip_prefix('@') else {
        found.extend(classes_of_selector(prelude));
        return Holds::Rules;
    };
    let end = rule.find(|letter: char| !is_of_name(letter)).unwrap_or(rule.len());
    let (name, condition) = rule.split_at(end);
    // The roots and limits of a scope are selectors; so is what `selector()` asks for.
    if name == "scope" || condition.contains("selector(") {
        found.extend(classes_of_selector(condition));
    }
    if CONDITIONS.contains(&name) { Holds::Rules } else { Holds::Other }
}

/// The classes in a selector: names after a point, outside of `[attribute=value]`.
fn classes_of_selector(selector: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut letters = selector.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '[' => while letters.next().is_some_and(|inside| inside != ']') {},
            '.' => {
                let class = name(&mut letters);
                // A name does not begin with a digit; `.5` is a number.
                if class.starts_with(|first: char| !first.is_ascii_digit()) {
                    found.insert(class);
                }
            }
            _ => {}
        }
    }
    found
}

/// The name that begins here; an escaped letter is part of it, as it stands.
fn name(letters: &mut Peekable<Chars<'_>>) -> String {
    let mut name = String::new();
    while let Some(letter) = letters.next_if(|letter| is_of_name(*letter) || *letter == '\\') {
        name.push(letter);
        if letter == '\\' {
            name.extend(letters.next());
        }
    }
    name
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-' || letter == '_' || !letter.is_ascii()
}

/// The text with a space for every comment, string and unquoted address: what stands in them has no meaning here.
fn without_comments_and_strings(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = match first {
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' | '\'' => string_length(rest, first),
            'u' if rest.starts_with("url(") && !rest[4..].trim_start().starts_with(['"', '\'']) => {
                rest.find(')').map_or(rest.len(), |end| end + 1)
            }
            '\\' => {
                let escaped: String = rest.chars().take(2).collect();
                plain.push_str(&escaped);
                rest = &rest[escaped.len()..];
                continue;
            }
            _ => {
                plain.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
        };
        plain.push(' ');
        rest = &rest[skipped..];
    }
    plain
}

/// How long the string is that a text begins with, its quotes included; a string that is not closed ends with its line.
fn string_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (place, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return place,
            _ if letter == quote => return place + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        classes(text).into_iter().collect()
    }

    #[test]
    fn classes_are_found_in_lists_combinations_and_functions() {
        assert_eq!(found(".a, p.b > .c + .d~.e .f:hover::before { x: y }"), ["a", "b", "c", "d", "e", "f"]);
        assert_eq!(found(":is(.a, .b):not(.c):has(> .d:nth-child(6)) { }"), ["a", "b", "c", "d"]);
        assert_eq!(found(".a.b#c[d].e-f_g { }"), ["a", "b", "e-f_g"]);
    }

    #[test]
    fn comments_strings_addresses_and_attributes_hold_no_classes() {
        assert_eq!(found("/* .a { */ .b { content: \".c { \\\" }\"; } /* } .d {} */"), ["b"]);
        assert_eq!(found("[href='.a{'], [href$=.b], .c { background: url(x.d{) }"), ["c"]);
        assert_eq!(found(".a { background: url(data:image/svg+xml;x.y) ; } .b { }"), ["a", "b"]);
        assert_eq!(found("@import url(x.css); @import 'y.css'; .a { }"), ["a"]);
    }

    #[test]
    fn numbers_and_declarations_are_no_classes() {
        assert_eq!(found(".a { margin: .5em; transition: opacity .2s; --x: 1.5; } .b { flex: .5 }"), ["a", "b"]);
        assert_eq!(found("@media (min-width: 10.5em) { p { color: red } }"), Vec::<String>::new());
        assert_eq!(found(":root { --card: 84px } *, ::before { } button[aria-pressed=true] { }"), Vec::<String>::new());
    }

    #[test]
    fn rules_inside_of_rules_are_read() {
        assert_eq!(
            found(".a { color: red; & .b { x: y } &.c { } .d & { } > .e { } x: y; }"),
            ["a", "b", "c", "d", "e"]
        );
        assert_eq!(found(".a { @media (width > 4.5em) { x: .5; .b { } } &:hover { .c { } } }"), ["a", "b", "c"]);
    }

    #[test]
    fn at_rules_hold_rules_or_not() {
        assert_eq!(found("@media print { .a { } } @container hand (width < 3.5em) { .b { } }"), ["a", "b"]);
        assert_eq!(found("@supports selector(.a:has(.b)) { .c { } } @layer x.y { .d { } }"), ["a", "b", "c", "d"]);
        assert_eq!(found("@scope (.a) to (.b) { .c { } }"), ["a", "b", "c"]);
        assert_eq!(found("@keyframes rise { from { top: .5px } 33.3% { top: 0 } to { } } .a { }"), ["a"]);
        assert_eq!(found("@font-face { src: url(a.woff2) } @property --x { syntax: '*' } .a { }"), ["a"]);
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        assert_eq!(found(".été { } .a\\:b { } .-c { } ._d { }"), ["-c", "_d", "a\\:b", "été"]);
        assert_eq!(found(".a{}.b{}"), ["a", "b"]);
        assert_eq!(found(".a { unclosed"), ["a"]);
    }

    #[test]
    fn a_class_of_two_files_is_named_with_both() {
        let folder = std::env::temp_dir().join(format!("tapis-styles-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for (file, text) in
            [("base.css", ".sheet { } p { }"), ("onze.css", "p, .onze .sheet { }"), ("x.txt", ".onze {}")]
        {
            std::fs::write(folder.join(file), text).expect("a file");
        }
        let shared = shared_classes(&folder);
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(shared, ["the class `sheet` is styled by base.css and onze.css"]);
    }
}
