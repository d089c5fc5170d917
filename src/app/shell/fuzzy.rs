//! Fuzzy matching of typed text: letters in order, better in one piece, best at the start of a word.

/// Returns the distance and the length of the name; `None` if a typed word does not match.
pub fn distance(typed: &str, name: &str) -> Option<(usize, usize)> {
    let name = name.to_lowercase();
    let mut sum = 0;
    for word in typed.to_lowercase().split_whitespace() {
        sum += match name.find(word) {
            Some(at) if name[..at].ends_with(char::is_alphanumeric) => 1,
            Some(_) => 0,
            // A match with gaps counts only if the gaps are few, because longer gaps are likely a coincidence.
            None => 2 + gaps(word, &name).filter(|gaps| *gaps <= word.chars().count().div_ceil(2))?,
        };
    }
    Some((sum, name.chars().count()))
}

/// Returns the number of letters between those of the word, in a leftmost match.
fn gaps(word: &str, name: &str) -> Option<usize> {
    let mut letters = name.chars().enumerate();
    let mut places = word.chars().map(|wanted| letters.find(|(_, letter)| *letter == wanted).map(|(at, _)| at));
    let first = places.next()??;
    let last = places.try_fold(first, |_, place| place)?;
    Some(last + 1 - first - word.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
        let fit = names.iter().filter_map(|name| Some((distance(typed, name)?, *name)));
        fit.min().map(|(_, name)| name)
    }

    #[test]
    fn letters_in_a_row_and_at_the_start_of_a_word_fit_better() {
        let names = ["Next algorithm", "Algorithm: Dijkstra", "Algorithm: A*", "Fit the map", "下一个算法"];
        assert_eq!(best("dij", &names), Some("Algorithm: Dijkstra"));
        assert_eq!(best("algo dijk", &names), Some("Algorithm: Dijkstra"));
        assert_eq!(best("nxalg", &names), Some("Next algorithm"));
        assert_eq!(best("算法", &names), Some("下一个算法"));
        assert_eq!(best("xyz", &names), None);
        assert_eq!(best("a", &["Map", "Arena of all"]), Some("Arena of all"));
        assert_eq!(best("heat", &["Take the last change of the level back"]), None, "scattered letters are no word");
    }
}
