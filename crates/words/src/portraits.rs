//! Who is seen around a table: the animal that stands for a name, and the name short enough for a seat.
//!
//! Deliberately absent: the drawings of the animals; here they have names only.

use crate::grammar::lower;

/// The animals that are drawn, and the words in names that mean one of them.
const ANIMALS: [(&str, &[&str]); 31] = [
    ("otter", &["loutre", "otter", "ondine"]),
    ("badger", &["blaireau", "badger", "basile"]),
    ("owl", &["hibou", "chouette", "owl", "octave"]),
    ("fox", &["renard", "fox", "goupil"]),
    ("mouse", &["souris", "mouse", "mulot", "mamie"]),
    ("cat", &["chat", "cat", "céleste", "minou"]),
    ("tortoise", &["tortue", "tortoise", "turtle", "firmin", "papi"]),
    ("cicada", &["cigale", "cicada", "léonie"]),
    ("falcon", &["faucon", "falcon", "gaspard"]),
    ("ladybird", &["coccinelle", "ladybird", "mirabelle"]),
    ("beaver", &["castor", "beaver"]),
    ("trout", &["truite", "trout", "saumon", "salmon"]),
    ("squirrel", &["écureuil", "squirrel"]),
    ("hedgehog", &["hérisson", "hedgehog"]),
    ("frog", &["grenouille", "frog", "crapaud", "toad"]),
    ("hare", &["lièvre", "hare", "lapin", "rabbit"]),
    ("bear", &["ours", "ourse", "bear"]),
    ("bee", &["abeille", "bee"]),
    ("blackbird", &["merle", "blackbird"]),
    ("tit", &["mésange", "tit"]),
    ("swallow", &["hirondelle", "swallow"]),
    ("robin", &["rouge-gorge", "robin"]),
    ("magpie", &["pie", "magpie"]),
    ("finch", &["pinson", "finch"]),
    ("sparrow", &["moineau", "sparrow"]),
    ("weasel", &["belette", "weasel"]),
    ("boar", &["sanglier", "boar"]),
    ("marmot", &["marmotte", "marmot"]),
    ("ant", &["fourmi", "ant"]),
    ("dragonfly", &["libellule", "dragonfly"]),
    ("lizard", &["lézard", "lizard"]),
];

/// How somebody is shown at their seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatName {
    /// The animal of the portrait.
    pub portrait: &'static str,
    /// What they are called in short; no two at a table are called the same unless their whole names are.
    pub short: String,
    /// What follows in the whole name.
    pub rest: String,
}

/// How the people at a table are shown, seat by seat: each with a portrait of their own that fits the name where one
/// does.
#[must_use]
pub fn seat_names(names: &[&str]) -> Vec<SeatName> {
    let mut taken = Vec::new();
    // Who bears the name of an animal has its portrait; the others take what is left.
    let mut portraits: Vec<Option<&'static str>> = names
        .iter()
        .map(|name| {
            let fitting = fitting(name).filter(|portrait| !taken.contains(portrait));
            taken.extend(fitting);
            fitting
        })
        .collect();
    for (portrait, name) in portraits.iter_mut().zip(names).filter(|(portrait, _)| portrait.is_none()) {
        let first = usize::try_from(hash(name)).unwrap_or(0) % ANIMALS.len();
        let free = (0..ANIMALS.len()).map(|step| ANIMALS[(first + step) % ANIMALS.len()].0);
        let mut free = free.filter(|animal| !taken.contains(animal));
        *portrait = Some(free.next().unwrap_or(ANIMALS[first].0));
        taken.extend(*portrait);
    }
    let short = |(index, name): (usize, &&str)| {
        let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
        let is_shared =
            names.iter().enumerate().any(|(other, name)| other != index && name.split(' ').next() == Some(first));
        let initial = rest.chars().next().filter(|_| is_shared).map(|initial| format!(" {initial}."));
        let rest = if initial.is_some() { String::new() } else { rest.to_owned() };
        (format!("{first}{}", initial.unwrap_or_default()), rest)
    };
    let shorts = names.iter().enumerate().map(short);
    let seat = |((short, rest), portrait): ((String, String), Option<&'static str>)| SeatName {
        portrait: portrait.unwrap_or(ANIMALS[0].0),
        short,
        rest,
    };
    shorts.zip(portraits).map(seat).collect()
}

/// The animal a name speaks of.
fn fitting(name: &str) -> Option<&'static str> {
    let name: String = name.chars().map(lower).collect();
    let means = |words: &[&str]| name.split(' ').any(|word| words.contains(&word));
    ANIMALS.iter().find(|(_, words)| means(words)).map(|(animal, _)| *animal)
}

/// A number that is the same for a name on every machine.
fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::GUEST_NAMES;

    fn shown(names: &[&str]) -> Vec<(&'static str, String)> {
        seat_names(names).into_iter().map(|seat| (seat.portrait, seat.short)).collect()
    }

    #[test]
    fn a_portrait_fits_its_name_and_is_seen_once() {
        let names = ["Castor Tranquille", "Ondine", "Basile", "Anne", "Loutre Joyeuse"];
        let portraits: Vec<&str> = shown(&names).into_iter().map(|(portrait, _)| portrait).collect();
        assert_eq!(portraits[..3], ["beaver", "otter", "badger"]);
        let mut once = portraits.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), portraits.len());
    }

    #[test]
    fn two_with_one_first_word_are_told_apart() {
        let shorts: Vec<String> =
            shown(&["Hibou Patient", "Hibou Rêveur", "Anne"]).into_iter().map(|it| it.1).collect();
        assert_eq!(shorts, ["Hibou P.", "Hibou R.", "Anne"]);
    }

    #[test]
    fn guests_of_the_house_have_an_animal() {
        for name in GUEST_NAMES {
            assert!(fitting(name).is_some(), "{name}");
        }
        let mut portraits: Vec<&str> = GUEST_NAMES.into_iter().filter_map(fitting).collect();
        portraits.sort_unstable();
        portraits.dedup();
        assert_eq!(portraits.len(), GUEST_NAMES.len() - 1, "only the two owls share one");
    }
}
