//! Why a record breaks, in words.

use wire::RecordProblem;

use crate::Lang;
use crate::lang::set_type;

/// What is wrong with a line of a record, in one sentence.
#[must_use]
pub fn say_record_problem(problem: RecordProblem, lang: Lang) -> String {
    let (french, english) = match problem {
        RecordProblem::Empty => ("Le fichier est vide.", "The file is empty."),
        RecordProblem::NotJson => (
            "Cette ligne n'est pas du JSON : le fichier a sans doute été coupé ici.",
            "This line is not JSON: the file was probably cut here.",
        ),
        RecordProblem::NotAHeader => (
            "Cette ligne n'est pas l'en-tête d'un enregistrement de partie connu.",
            "This line is not the header of a game record known here.",
        ),
        RecordProblem::NotALine => (
            "Cette ligne n'est ni un coup, ni une graine, ni un résultat.",
            "This line is neither a move, nor a seed, nor a result.",
        ),
        RecordProblem::Altered => (
            "Le sceau de cette ligne ne correspond pas : elle a été modifiée, déplacée, ou une ligne manque avant elle.",
            "This line's seal does not fit: it was altered or moved, or a line before it is missing.",
        ),
        RecordProblem::Cut => (
            "L'enregistrement s'arrête avant le résultat : la fin a été coupée.",
            "The record stops before the result: the end was cut off.",
        ),
        RecordProblem::AfterResult => {
            ("Il y a encore une ligne après le résultat.", "There is another line after the result.")
        }
    };
    set_type(lang.of(french, english), lang)
}
