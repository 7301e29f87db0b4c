//! Rows of text in columns.

/// How a column is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Sets rows in columns, two spaces apart; the first row is the heading.
pub(crate) fn table(columns: &[Align], rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for ((cell, width), align) in row.iter().zip(&widths).zip(columns) {
            let gap = " ".repeat(width - cell.chars().count());
            line += &match align {
                Align::Left => format!("  {cell}{gap}"),
                Align::Right => format!("  {gap}{cell}"),
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [["donne", "é"], ["a", "10"]].map(|row| row.map(String::from).to_vec());
        assert_eq!(table(&[Align::Left, Align::Right], &rows), "  donne   é\n  a      10\n");
    }
}
