//! Agents of a crowd that wait, in words.

use gridwalk_explain::{CellClaim, CrowdWait, Language, WaitEnd};
use gridwalk_pathfinding::Cell;

fn wait(ticks: u64, chain: &[&'static str], end: WaitEnd) -> CrowdWait<'static> {
    CrowdWait {
        ticks,
        is_blocked: false,
        chain: chain.to_vec(),
        end,
    }
}

#[test]
fn chain_is_told_to_its_end() {
    let said = |wait: CrowdWait| wait.sentence(Language::English);
    assert_eq!(
        said(wait(1, &["fox"], WaitEnd::Stands)),
        "waits 1 tick for fox, which stands"
    );
    let owl = wait(40, &["fox", "owl"], WaitEnd::Holds);
    assert_eq!(
        said(owl),
        "waits 40 ticks for fox, which waits for owl, which holds its cell"
    );
    let blocked = CrowdWait {
        is_blocked: true,
        ..wait(90, &["fox"], WaitEnd::Circle)
    };
    assert_eq!(
        said(blocked),
        "has come no closer for 90 ticks because of fox, which waits for it in turn"
    );
    let four = wait(9, &["a", "b", "c", "d"], WaitEnd::Walks(Cell::new(3, 4)));
    assert_eq!(
        said(four),
        "waits 9 ticks for a, which waits for b, which waits for c, which waits for d, which walks to (3, 4)"
    );
}

#[test]
fn long_chain_names_its_last_agent() {
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let long = wait(9, &names, WaitEnd::Unreachable);
    assert_eq!(
        long.sentence(Language::English),
        "waits 9 ticks for a, which waits for b, which waits for c, and so on past 3 more to g, to whose goal no path leads"
    );
}

#[test]
fn every_wait_is_told_in_chinese_with_all_its_names() {
    let at = Cell::new(3, 4);
    let ends = [
        WaitEnd::Walks(at),
        WaitEnd::Passes(at),
        WaitEnd::Stands,
        WaitEnd::Holds,
        WaitEnd::Unreachable,
        WaitEnd::Circle,
    ];
    let mut told = std::collections::BTreeSet::new();
    for end in ends {
        for chain in [
            &["一"][..],
            &["一", "二", "三"],
            &["一", "二", "三", "四", "五", "六"],
        ] {
            let said = wait(12, chain, end).sentence(Language::Chinese);
            let last = chain.last().unwrap();
            assert!(
                said.contains("12") && said.contains(chain[0]) && said.contains(last),
                "{said}"
            );
            assert!(
                !said.chars().any(|sign| sign.is_ascii_alphabetic()),
                "{said}"
            );
            assert!(told.insert(said));
        }
    }
    for claim in [CellClaim::Stands, CellClaim::Enters, CellClaim::Leaves] {
        assert!(told.insert(claim.of("一", Language::Chinese)));
    }
}
