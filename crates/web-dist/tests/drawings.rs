//! The drawings of the client are small, all of them together.

use std::io::Write as _;
use std::path::Path;

/// What all drawings may take, each compressed as the house sends it.
const MAX_BYTES: usize = 60 * 1024;

/// Every drawing in a folder and the folders in it, by how many bytes it takes. Pictures for other sites are no
/// drawings of the client.
fn drawings(folder: &Path) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && entry.file_name() != "og" {
            found.extend(drawings(&path));
        } else if path.extension().is_some_and(|ending| ending == "svg") {
            let bytes = std::fs::read(&path).expect("a drawing");
            found.push((compressed(&bytes), path.display().to_string()));
        }
    }
    found
}

/// How long bytes are when they are sent.
fn compressed(bytes: &[u8]) -> usize {
    let mut small = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut small, 1 << 16, 11, 22);
    writer.write_all(bytes).expect("memory to write to");
    drop(writer);
    small.len()
}

#[test]
fn all_drawings_together_are_small() {
    let mut drawings = drawings(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/assets"));
    drawings.sort();
    assert!(!drawings.is_empty(), "the client has drawings, and they are not where they were");
    let sum: usize = drawings.iter().map(|(bytes, _)| bytes).sum();
    let largest: Vec<String> = drawings.iter().rev().take(5).map(|(bytes, file)| format!("{bytes}: {file}")).collect();
    assert!(
        sum <= MAX_BYTES,
        "{} drawings take {sum} bytes compressed, and {MAX_BYTES} are enough; the largest:\n  {}",
        drawings.len(),
        largest.join("\n  ")
    );
}
