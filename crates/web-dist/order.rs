//! Puts the functions of a module into an order in which it can be compressed well: those that look alike beside each
//! other.
//!
//! Most functions of a program made of generics are near copies of others; an encoder that has just seen one writes the
//! next in few bytes. What the module does stays the same: only the numbers of functions change.

use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    BinaryReaderError, CodeSectionReader, FunctionBody, FunctionSectionReader, Operator, Parser, Payload, TypeRef,
};

/// The module with its functions in that order.
pub(super) fn put_alike_together(wasm: &[u8]) -> Result<Vec<u8>, String> {
    let (imported, looks) = look(wasm).map_err(|error| error.to_string())?;
    let mut order: Vec<usize> = (0..looks.len()).collect();
    order.sort_by(|one, other| looks[*one].cmp(&looks[*other]));
    let mut places = vec![0; order.len()];
    for (place, function) in order.iter().enumerate() {
        places[*function] = imported + place as u32;
    }
    let mut module = Module::new();
    let parsed = Ordered { imported, order, places }.parse_core_module(&mut module, Parser::new(0), wasm);
    parsed.map_err(|error| error.to_string())?;
    Ok(module.finish())
}

/// How a function looks: its type, and its code without the numbers of the functions in it.
type Look = (u32, Vec<u8>);

/// How many functions are imported, and how the others look.
fn look(wasm: &[u8]) -> Result<(u32, Vec<Look>), BinaryReaderError> {
    let (mut imported, mut types, mut looks) = (0, Vec::new(), Vec::new());
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::FunctionSection(functions) => types = functions.into_iter().collect::<Result<_, _>>()?,
            Payload::CodeSectionEntry(body) => looks.push((types[looks.len()], code(&body, wasm)?)),
            _ => {}
        }
    }
    Ok((imported, looks))
}

fn code(body: &FunctionBody<'_>, wasm: &[u8]) -> Result<Vec<u8>, BinaryReaderError> {
    let (mut code, mut from) = (Vec::new(), body.range().start);
    let mut is_left_out = false;
    for operator in body.get_operators_reader()?.into_iter_with_offsets() {
        let (operator, at) = operator?;
        code.extend_from_slice(&wasm[from..if is_left_out { from } else { at }]);
        is_left_out = matches!(operator, Operator::Call { .. } | Operator::RefFunc { .. });
        if is_left_out {
            code.push(wasm[at]);
        }
        from = at;
    }
    code.extend_from_slice(&wasm[from..body.range().end]);
    Ok(code)
}

/// Writes a module with its functions in another order.
struct Ordered {
    imported: u32,
    /// The functions of the module by their old places, in their new order.
    order: Vec<usize>,
    /// The new number of each.
    places: Vec<u32>,
}

impl Reencode for Ordered {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        Ok(function.checked_sub(self.imported).map_or(function, |own| self.places[own as usize]))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types: Vec<u32> = section.into_iter().collect::<Result<_, _>>()?;
        for function in &self.order {
            functions.function(types[*function]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader<'_>) -> Result<(), Error> {
        let bodies: Vec<FunctionBody<'_>> = section.into_iter().collect::<Result<_, _>>()?;
        for function in self.order.clone() {
            utils::parse_function_body(self, code, bodies[function].clone())?;
        }
        Ok(())
    }
}
