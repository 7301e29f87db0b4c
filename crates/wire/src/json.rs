//! Plain data from JSON, for programs that everybody downloads: what does not fit is left unread, and nothing is said
//! about it.
//!
//! `serde_json` reads every type in several ways and can tell what is wrong with it, which makes up a good part of a small
//! program. Here there is one way for each: structs are objects, and an error is nothing but an error.

use std::fmt::{self, Display};

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::{Map, Value, map};

/// Reads plain data; nothing if it does not fit.
#[must_use]
pub fn read_json<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(Reader(value)).ok()
}

/// Reads plain data from a text; nothing if it is no JSON or does not fit.
#[must_use]
pub fn read_json_text<T: DeserializeOwned>(text: &str) -> Option<T> {
    read_json(&serde_json::from_str(text).ok()?)
}

/// Something does not fit.
#[derive(Debug)]
struct Misfit;

impl Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it does not fit")
    }
}

impl std::error::Error for Misfit {}

impl Error for Misfit {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn missing_field(_: &'static str) -> Self {
        Self
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}

/// A value that is being read.
#[derive(Clone, Copy)]
struct Reader<'de>(&'de Value);

impl<'de> Reader<'de> {
    fn fields(self) -> Result<Fields<'de>, Misfit> {
        self.0.as_object().map(|object| Fields { left: object.iter(), value: None }).ok_or(Misfit)
    }

    fn elements(self) -> Result<Elements<'de>, Misfit> {
        self.0.as_array().map(|array| Elements(array.iter())).ok_or(Misfit)
    }

    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match (self.0.as_u64(), self.0.as_i64()) {
            (Some(number), _) => visitor.visit_u64(number),
            (_, Some(number)) => visitor.visit_i64(number),
            _ => Err(Misfit),
        }
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_str(self.0.as_str().ok_or(Misfit)?)
    }
}

/// Methods that read something in the same way.
macro_rules! alike {
    ($way:ident: $($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            self.$way(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Misfit;

    alike! { integer: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 }
    alike! { integer: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }
    alike! { deserialize_f64: deserialize_f32 }
    alike! { text: deserialize_char deserialize_str deserialize_string deserialize_identifier }
    alike! { deserialize_any: deserialize_bytes deserialize_byte_buf }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) if number.is_f64() => self.deserialize_f64(visitor),
            Value::Number(_) => self.integer(visitor),
            Value::String(_) => self.text(visitor),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_bool(self.0.as_bool().ok_or(Misfit)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_f64(self.0.as_f64().ok_or(Misfit)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.0.is_null() { visitor.visit_unit() } else { Err(Misfit) }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let mut elements = self.elements()?;
        let read = visitor.visit_seq(&mut elements)?;
        // Of a tuple there may be too much.
        if elements.0.len() == 0 { Ok(read) } else { Err(Misfit) }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_map(self.fields()?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_enum(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }
}

impl<'de> IntoDeserializer<'de, Misfit> for Reader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The fields of an object that were not read yet.
struct Fields<'de> {
    left: map::Iter<'de>,
    value: Option<&'de Value>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        let Some((key, value)) = self.left.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(StrDeserializer::<Misfit>::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        seed.deserialize(Reader(self.value.take().ok_or(Misfit)?))
    }
}

/// The elements of a list that were not read yet.
struct Elements<'de>(std::slice::Iter<'de, Value>);

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        self.0.next().map(|element| seed.deserialize(Reader(element))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The only field of an object, which is how variants are written that hold something.
fn only(object: &Map<String, Value>) -> Option<(&str, &Value)> {
    let mut fields = object.iter();
    let (name, value) = fields.next()?;
    fields.next().is_none().then_some((name, value))
}

impl<'de> EnumAccess<'de> for Reader<'de> {
    type Error = Misfit;
    type Variant = Held<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Held<'de>), Misfit> {
        let (name, held) = match self.0 {
            Value::String(name) => (name.as_str(), None),
            Value::Object(object) => only(object).map(|(name, value)| (name, Some(value))).ok_or(Misfit)?,
            _ => return Err(Misfit),
        };
        Ok((seed.deserialize(StrDeserializer::<Misfit>::new(name))?, Held(held)))
    }
}

/// What a variant holds.
struct Held<'de>(Option<&'de Value>);

impl<'de> Held<'de> {
    fn reader(self) -> Result<Reader<'de>, Misfit> {
        self.0.map(Reader).ok_or(Misfit)
    }
}

impl<'de> VariantAccess<'de> for Held<'de> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        if self.0.is_none_or(Value::is_null) { Ok(()) } else { Err(Misfit) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misfit> {
        seed.deserialize(self.reader()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.reader()?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Misfit> {
        self.reader()?.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Shape {
        Bare,
        Held(u8),
        Pair(i16, String),
        Named { side: f64 },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Plain {
        number: u8,
        #[serde(default)]
        text: Option<String>,
        #[serde(default)]
        shapes: Vec<Shape>,
        #[serde(default)]
        whole: Value,
        #[serde(default)]
        named: BTreeMap<String, bool>,
        #[serde(default)]
        pair: (char, Option<i64>),
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Outer {
        #[serde(flatten)]
        inner: BTreeMap<String, Value>,
    }

    #[test]
    fn what_fits_is_read_as_by_serde_json_and_the_rest_not_at_all() {
        for value in [
            json!({ "number": 7 }),
            json!({ "number": 7, "text": null, "shapes": ["bare", { "held": 3 }, { "pair": [-4, "é"] }] }),
            json!({ "number": 0, "shapes": [{ "named": { "side": 2 } }, { "named": { "side": 2.5 } }, { "bare": null }] }),
            json!({ "number": 1, "whole": [{ "a": [1, -2, 0.5, true, null, "x"] }], "named": { "a": true } }),
            json!({ "number": 1, "pair": ["x", -5] }),
            json!({ "number": 1, "pair": ["x", null] }),
            json!({ "number": 256 }),
            json!({ "number": -1 }),
            json!({ "number": 1.5 }),
            json!({ "number": "1" }),
            json!({ "text": "no number" }),
            json!({ "number": 1, "more": 1 }),
            json!({ "number": 1, "shapes": ["held"] }),
            json!({ "number": 1, "shapes": ["other"] }),
            json!({ "number": 1, "shapes": [{ "held": 1, "bare": null }] }),
            json!({ "number": 1, "shapes": {} }),
            json!({ "number": 1, "pair": ["x", 1, 2] }),
            json!({ "number": 1, "pair": ["xy", 1] }),
            json!(null),
            json!("number"),
        ] {
            let expected = serde_json::from_value::<Plain>(value.clone()).ok();
            assert_eq!(read_json::<Plain>(&value), expected, "{value}");
            assert_eq!(read_json_text::<Plain>(&value.to_string()), expected, "{value}");
            assert_eq!(read_json::<Outer>(&value), serde_json::from_value(value.clone()).ok(), "{value}");
        }
        assert_eq!(read_json_text::<Plain>("{"), None);
    }
}
