//! JSON with something wrong in it: what a reader must answer and never trip over.

use wire::{Value, json};

use crate::Dice;

/// Every place in a JSON value, as a pointer.
fn places(value: &Value, here: String, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                places(value, format!("{here}/{index}"), found);
            }
        }
        Value::Object(map) => {
            for (field, value) in map {
                places(value, format!("{here}/{field}"), found);
            }
        }
        _ => {}
    }
    found.push(here);
}

/// Changes a position, a view or an event in one place, so that it may or may not still be one.
pub fn disturb(value: &mut Value, dice: &mut Dice) {
    let mut pointers = Vec::new();
    places(value, String::new(), &mut pointers);
    if dice.below(2) == 0 {
        // Two cards change places: most often still a position, if a strange one.
        let texts: Vec<&String> =
            pointers.iter().filter(|place| value.pointer(place).is_some_and(Value::is_string)).collect();
        if texts.is_empty() {
            return;
        }
        let (one, other) = (texts[dice.below(texts.len())].clone(), texts[dice.below(texts.len())].clone());
        let (first, second) = (value.pointer(&one).cloned(), value.pointer(&other).cloned());
        for (place, text) in [(one, second), (other, first)] {
            if let (Some(place), Some(text)) = (value.pointer_mut(&place), text) {
                *place = text;
            }
        }
        return;
    }
    let other = value.pointer(&pointers[dice.below(pointers.len())]).cloned().unwrap_or_default();
    let Some(place) = value.pointer_mut(&pointers[dice.below(pointers.len())]) else { return };
    match (dice.below(9), &mut *place) {
        (0..=3, Value::Array(list)) if !list.is_empty() => {
            let index = dice.below(list.len());
            if dice.below(2) == 0 {
                list.remove(index);
            } else {
                list.insert(index, other);
            }
        }
        (0..=2, Value::Object(map)) if !map.is_empty() => {
            let field = map.keys().nth(dice.below(map.len())).cloned().unwrap_or_default();
            map.shift_remove(&field);
        }
        (_, Value::Number(number)) => {
            let numbers = [0, 1, 2, 3, 7, 13, 100, 255, 256, -1, 1_000_000_000, i64::MAX, i64::MIN];
            let near = number.as_i64().unwrap_or(0).wrapping_add(dice.below(5) as i64 - 2);
            *place = if dice.below(2) == 0 { near.into() } else { numbers[dice.below(numbers.len())].into() };
        }
        (_, Value::Bool(value)) => *value = !*value,
        (0..=1, place) => *place = Value::Null,
        (2, place) => *place = json!("R2"),
        (_, place) => *place = other,
    }
}
