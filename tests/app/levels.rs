//! The level list: what it says of each level, and that it follows its folder.

use std::fs;
use std::path::Path;

use gridwalk::app::LevelList;
use gridwalk_level::formats::parse_level;

use super::game::Game;

#[test]
fn the_menu_lists_tutorials_first_and_each_level_with_its_own_words() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let list = LevelList::read(&assets);
    let tutorials: Vec<_> = list.tutorials().map(|entry| entry.file.as_str()).collect();
    assert_eq!(tutorials, ["first_steps", "right_angle", "four_algorithms", "sorted_list", "walk_the_stack"]);
    assert!(list.others().count() >= 15);
    assert!(list.others().map(|entry| entry.name.to_lowercase()).is_sorted());
    for entry in list.tutorials().chain(list.others()) {
        let path = list.asset_path(Path::new(&entry.file)).unwrap();
        let level = parse_level(&fs::read(assets.join(path.path())).unwrap(), &path.to_string()).unwrap();
        assert_eq!((&level.name, &level.about), (&entry.name, &entry.about));
    }
    assert_eq!(LevelList::read(Path::new("no such folder")).others().count(), 0);
}

#[test]
fn a_new_file_in_the_folder_is_listed_without_a_restart() {
    let assets = tempfile::tempdir().unwrap();
    fs::create_dir(assets.path().join("levels")).unwrap();
    let mut game = Game::new();
    game.app.insert_resource(LevelList::read(assets.path()));
    let names = |game: &Game| -> Vec<String> {
        game.app.world().resource::<LevelList>().others().map(|entry| entry.name.clone()).collect()
    };
    assert_eq!(names(&game), [""; 0]);
    let file = assets.path().join("levels/mine.level.ron");
    fs::write(&file, "(\n    name: \"My \\\"own\\\"\",\n    about: \"Small\", // yes\n").unwrap();
    game.until("it is listed", |game| names(game) == ["My \"own\""]);
    fs::remove_file(file).unwrap();
    game.until("it is gone", |game| names(game).is_empty());
}
