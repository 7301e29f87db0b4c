//! What streams, subjects and consumers are called.
//!
//! Deliberately absent: what is in them.

/// The names of a queue.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    prefix: String,
    release: String,
}

impl Names {
    pub(crate) fn new(prefix: &str, release: &str) -> Self {
        let word = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        Self { prefix: prefix.into(), release: release.chars().map(word).collect() }
    }

    pub(crate) fn work_stream(&self) -> String {
        format!("{}-work", self.prefix)
    }

    pub(crate) fn result_stream(&self) -> String {
        format!("{}-results", self.prefix)
    }

    /// The consumer that all workers of this release share.
    pub(crate) fn workers(&self) -> String {
        format!("workers-{}", self.release)
    }

    /// All work of this release.
    pub(crate) fn all_work(&self) -> String {
        format!("{}.{}.>", self.work_stream(), self.release)
    }

    /// A piece of work.
    pub(crate) fn piece(&self, run: &str, number: usize) -> String {
        format!("{}.{}.{run}.{number}", self.work_stream(), self.release)
    }

    /// All results of a run.
    pub(crate) fn results_of(&self, run: &str) -> String {
        format!("{}.{run}.*", self.result_stream())
    }

    /// The result of the piece of work with this subject.
    pub(crate) fn result_of(&self, piece: &str) -> Option<String> {
        let mut words = piece.rsplit('.');
        let (number, run) = (words.next()?, words.next()?);
        Some(format!("{}.{run}.{number}", self.result_stream()))
    }

    /// Which piece of its run a result is of.
    pub(crate) fn number(result: &str) -> Option<usize> {
        result.rsplit('.').next()?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn a_result_is_told_by_the_subject_of_its_piece() {
        let names = Names::new("tapis", "0.1.0");
        let piece = names.piece("run", 17);
        assert_eq!(piece, "tapis-work.0-1-0.run.17");
        let result = names.result_of(&piece).expect("a subject");
        assert_eq!(result, "tapis-results.run.17");
        assert_eq!(Names::number(&result), Some(17));
        assert_eq!(names.result_of("nothing"), None);
    }
}
