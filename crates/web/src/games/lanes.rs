//! The columns and rows of a board's grid: a lane with a lit spot is as wide as a finger, and the others give way.
//!
//! The style sheet of the board says how wide a finger is (`--finger`).

/// The tracks of a grid, from first to last. Where there are too many lit ones they share what the others can spare.
/// The style sheet knows under these names how long all lanes are together and how narrow one may become.
pub(super) fn lanes(is_lit: &[bool], together: &str, narrow: &str) -> Vec<String> {
    let lit = is_lit.iter().filter(|is_lit| **is_lit).count();
    let others = is_lit.len() - lit;
    let track = |is_lit: &bool| match is_lit {
        true => format!("minmax(min(var(--finger),(var({together}) - {others}*var({narrow}))/{lit}),1fr)"),
        false => "minmax(0,1fr)".to_owned(),
    };
    is_lit.iter().map(track).collect()
}
