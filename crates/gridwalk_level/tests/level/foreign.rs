//! Walls as map makers draw them, in every form of Tiled and `LDtk`, and the notes on everything
//! else.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gridwalk_level::formats::{ReadHints, ReadLevel, files_beside, parse_level_as_written};

/// Reads a file with others beside it.
fn read(
    file: &str,
    text: &str,
    beside: &[(&str, &str)],
    solid: &[&str],
) -> Result<ReadLevel, String> {
    let solid = solid.iter().map(|rule| rule.parse().unwrap()).collect();
    let mut hints = ReadHints {
        solid,
        ..ReadHints::default()
    };
    loop {
        let missing = files_beside(text.as_bytes(), file, &hints);
        if missing.is_empty() {
            break;
        }
        for name in missing {
            let found = beside.iter().find(|(known, _)| *known == name);
            let bytes = found
                .map(|(_, text)| text.as_bytes().to_vec())
                .ok_or_else(|| "it is missing".to_owned());
            hints.beside.insert(name, bytes);
        }
    }
    parse_level_as_written(text.as_bytes(), file, &hints).map_err(|error| error.to_string())
}

fn rows(read: &ReadLevel) -> Vec<String> {
    let grid = &read.level.grid;
    let glyph = |id: &gridwalk_pathfinding::TerrainId| {
        let terrain = &grid.legend()[usize::from(id.0)];
        if terrain.is_blocked() {
            '#'
        } else {
            grid.looks().of(*id).glyph
        }
    };
    grid.cells()
        .chunks(grid.width() as usize)
        .map(|row| row.iter().map(glyph).collect())
        .collect()
}

fn notes(read: &ReadLevel) -> String {
    read.notes
        .iter()
        .flat_map(|note| [note.to_string(), "\n".to_owned()])
        .collect()
}

/// Returns a Tiled map of 4 × 2 cells of 16 pixels, whose tile 2 is the second of a tileset.
fn tiled(tile: &str, layers: &str) -> String {
    format!(
        r#"{{ "type": "map", "width": 4, "height": 2, "tilewidth": 16, "tileheight": 16, "infinite": false,
"tilesets": [{{ "firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "tilecount": 4, "tiles": [
{{ "id": 1, {tile} }}] }}],
"layers": [
{layers}] }}"#
    )
}

const GROUND: &str =
    r#"{ "type": "tilelayer", "name": "ground", "data": [1, 2, 1, 1, 1, 2, 2, 1] }"#;

/// Reads the map with these properties of its tile; returns its rows and its notes on walls.
fn walls_by(tile: &str, solid: &[&str]) -> (Vec<String>, String) {
    let read = read("a.tmj", &tiled(tile, GROUND), &[], solid).unwrap();
    (rows(&read), notes(&read))
}

fn property(name: &str, value: &str) -> String {
    format!(r#""properties": [{{ "name": "{name}", "type": "string", "value": {value} }}]"#)
}

#[test]
fn property_collides_makes_walls_with_a_note() {
    let (rows, notes) = walls_by(&property("collides", "true"), &[]);
    assert_eq!(rows, [".#..", ".##."]);
    assert_eq!(
        notes,
        "line 3, column 27: 3 cells are walls by the property `collides` (a guess, the rule property:collides)\n"
    );
    for (name, value) in [
        ("Solid", "\"true\""),
        ("isBlocked", "1"),
        ("collision-type", "\"fixed\""),
        ("walkable", "false"),
        ("kind", "\"Wall\""),
    ] {
        let (rows, notes) = walls_by(&property(name, value), &[]);
        assert_eq!(rows, [".#..", ".##."], "{name}");
        assert!(
            notes.contains("3 cells are walls by") && notes.contains(name),
            "{notes}"
        );
    }
    for (name, value) in [
        ("collides", "false"),
        ("collision", "\"none\""),
        ("walkable", "true"),
        ("solid", "0"),
    ] {
        assert_eq!(
            walls_by(&property(name, value), &[]),
            (vec!["....".to_owned(); 2], String::new()),
            "{name}"
        );
    }
}

#[test]
fn members_of_a_class_count_as_properties() {
    let class = |value: &str| {
        format!(
            r#""properties": [{{ "name": "ground", "type": "class", "propertytype": "Ground", "value": {value} }}]"#
        )
    };
    assert_eq!(
        walls_by(&class(r#"{ "blocked": true }"#), &[]).0,
        [".#..", ".##."]
    );
    assert_eq!(
        walls_by(&class(r#"{ "inner": { "solid": true } }"#), &[]).0,
        [".#..", ".##."]
    );
    let (rows, notes) = walls_by(&class("{}"), &[]);
    assert_eq!(rows, ["....", "...."]);
    assert!(
        notes.contains(
            "the property `ground` of tile 1 of tileset `t` is not read: its values are those of its class `Ground`"
        ),
        "{notes}"
    );
}

#[test]
fn properties_of_old_versions_of_tiled_are_read() {
    let old = tiled("\"id2\": 0", GROUND).replace(
        "\"tiles\": [\n{ \"id\": 1, \"id2\": 0 }]",
        "\"tileproperties\": { \"1\": { \"blocked\": true } }, \"tilepropertytypes\": { \"1\": { \"blocked\": \"bool\" } }, \
         \"tiles\": { \"1\": { \"probability\": 2 } }",
    );
    let old = old.replace(
        "\"infinite\": false",
        "\"properties\": { \"name\": \"Old\" }, \"propertytypes\": { \"name\": \"string\" }",
    );
    let read = read("a.tmj", &old, &[], &[]).unwrap();
    assert_eq!(
        (rows(&read), read.level.name.as_str()),
        (vec![".#..".to_owned(), ".##.".to_owned()], "Old")
    );
    assert_eq!(notes(&read), "");
}

#[test]
fn layers_and_groups_named_for_collisions_are_walls() {
    let walls = |name: &str| {
        format!(r#"{{ "type": "tilelayer", "name": "{name}", "data": [0, 0, 0, 1, 0, 0, 0, 0] }}"#)
    };
    let map = |name: &str| tiled("\"type\": \"\"", &format!("{GROUND},\n{}", walls(name)));
    let found = read("a.tmj", &map("Collision Layer"), &[], &[]).unwrap();
    assert_eq!(rows(&found), ["...#", "...."]);
    let note = "line 6, column 1: 1 cell is a wall by the layer `Collision Layer` (a guess, the rule layer:Collision Layer)\n";
    assert_eq!(notes(&found), note);
    let group = format!(
        r#"{{ "type": "group", "name": "solid", "layers": [{}] }}"#,
        walls("upper")
    );
    let map_of_group = tiled("\"type\": \"\"", &format!("{GROUND},\n{group}"));
    assert_eq!(
        rows(&read("a.tmj", &map_of_group, &[], &[]).unwrap()),
        ["...#", "...."],
        "inherited"
    );
    let near = read("a.tmj", &map("wall shadows"), &[], &[]).unwrap();
    assert_eq!(rows(&near), ["....", "...."]);
    assert!(notes(&near).contains(
        "layer `wall shadows` is not taken as walls; the rule layer:wall shadows does so"
    ));
    // A layer above that states only a name does not cover walls.
    let below = tiled(
        "\"type\": \"\"",
        &format!(
            "{},\n{}",
            walls("collisions"),
            GROUND.replace("ground", "Floor")
        ),
    );
    assert_eq!(
        rows(&read("a.tmj", &below, &[], &[]).unwrap()),
        ["...#", "...."]
    );
}

#[test]
fn collision_shapes_that_fill_a_tile_are_walls() {
    let shapes = |shape: &str| {
        format!(
            r#""objectgroup": {{ "type": "objectgroup", "objects": [{{ "id": 1, {shape} }}] }}"#
        )
    };
    let (filled, notes) = walls_by(&shapes(r#""x": 0, "y": 0, "width": 16, "height": 8"#), &[]);
    assert_eq!(filled, [".#..", ".##."]);
    assert!(
        notes.contains(
            "3 cells are walls by the collision shapes of tiles (a guess, the rule shapes)"
        ),
        "{notes}"
    );
    let polygon = r#""x": 8, "y": 8, "polygon": [{ "x": -8, "y": -8 }, { "x": 8, "y": -8 }, { "x": 0, "y": 8 }]"#;
    assert_eq!(walls_by(&shapes(polygon), &[]).0, [".#..", ".##."]);
    let (free, notes) = walls_by(&shapes(r#""x": 0, "y": 0, "width": 16, "height": 2"#), &[]);
    assert_eq!(free, ["....", "...."]);
    assert!(
        notes.contains("the collision shapes of tile 1 of tileset `t` are no walls"),
        "{notes}"
    );
}

#[test]
fn objects_of_a_collision_layer_cover_cells() {
    let layer = |name: &str, rest: &str| {
        format!(
            r#"{{ "type": "objectgroup", "name": "{name}", "objects": [{{ "id": 1, "x": 20, "y": 2, "width": 40, "height": 12{rest} }}] }}"#
        )
    };
    let map = |layer: &str| tiled("\"type\": \"\"", &format!("{GROUND},\n{layer}"));
    let rows_of = |layer: &str| rows(&read("a.tmj", &map(layer), &[], &[]).unwrap());
    assert_eq!(rows_of(&layer("Collisions", "")), [".###", "...."]);
    assert_eq!(
        rows_of(&layer("things", r#", "type": "Wall""#)),
        [".###", "...."]
    );
    assert_eq!(
        rows_of(&layer("things", r#", "type": "swamp""#)),
        [".%%%", "...."],
        "a known terrain"
    );
    let property = r#", "properties": [{ "name": "solid", "type": "bool", "value": true }, { "name": "cost", "value": 9999 }]"#;
    assert_eq!(
        rows_of(&layer("things", property)),
        [".###", "...."],
        "the cost of another game is none here"
    );
    let other = read(
        "a.tmj",
        &map(&layer("things", r#", "type": "chest""#)),
        &[],
        &[],
    )
    .unwrap();
    assert!(
        notes(&other)
            .contains("1 object of layer `things` not read: no agent and no goal: \"chest\"")
    );
}

#[test]
fn rules_for_walls_take_the_place_of_guesses() {
    let tile = r#""type": "Rock", "properties": [{ "name": "collides", "value": true }, { "name": "kind", "value": "cliff" }]"#;
    let none = walls_by(tile, &["none"]);
    assert_eq!(none.0, ["....", "...."]);
    for part in ["property `collides`", "property `kind`", "class `Rock`"] {
        assert!(none.1.contains(part), "{part}: {}", none.1);
    }
    for rule in [
        "property:collides",
        "property:kind=cliff",
        "class:rock",
        "layer:Ground",
    ] {
        let (rows, notes) = walls_by(tile, &[rule]);
        let expected = if rule.starts_with("layer") {
            ["####", "####"]
        } else {
            [".#..", ".##."]
        };
        assert_eq!(rows, expected, "{rule}");
        assert!(
            notes.contains("walls by the") && !notes.contains("a guess"),
            "{notes}"
        );
    }
    let unused = walls_by(tile, &["property:absent"]);
    assert_eq!(unused.0, ["....", "...."]);
    let csv = read("a.csv", "1,1\n", &[], &["none"]).unwrap_err();
    assert!(
        csv.ends_with(
            "rules for walls are for maps of Tiled and projects of LDtk, this is a table of costs"
        ),
        "{csv}"
    );
}

#[test]
fn infinite_maps_are_read_as_far_as_they_are_used() {
    let chunk = |x: i32, y: i32, data: &str| {
        format!(r#"{{ "x": {x}, "y": {y}, "width": 2, "height": 2, "data": [{data}] }}"#)
    };
    let layer = format!(
        r#"{{ "type": "tilelayer", "name": "a", "chunks": [{}, {}] }}, {{ "type": "objectgroup", "name": "o", "objects": [{{ "type": "agent", "name": "ann", "point": true, "x": -8, "y": 8 }}] }}"#,
        chunk(-2, 0, "0, 1, 0, 2"),
        chunk(0, 0, "1, 0, 2, 1")
    );
    let map = tiled(&property("solid", "true"), &layer)
        .replace("\"infinite\": false", "\"infinite\": true");
    let read = read("a.tmj", &map, &[], &[]).unwrap();
    assert_eq!(rows(&read), ["...", "##."]);
    assert_eq!(read.level.agents[0].at, (0, 0).into());
    assert!(
        notes(&read)
            .contains("the map is infinite; its used part is read, 3 × 2 cells from (-1, 0) on")
    );
}

#[test]
fn offsets_of_whole_cells_move_layers() {
    let map = |x: f64| {
        let walls = r#"{ "type": "tilelayer", "name": "Walls", "data": [1, 0, 0, 1, 0, 0, 0, 0], "offsety": 16 }"#;
        tiled(
            "\"type\": \"\"",
            &format!(
                r#"{GROUND}, {{ "type": "group", "name": "g", "offsetx": {x}, "layers": [{walls}] }}"#
            ),
        )
    };
    let whole = read("a.tmj", &map(16.0), &[], &[]).unwrap();
    assert_eq!(rows(&whole), ["....", ".#.."]);
    assert!(
        notes(&whole).contains("1 tile of layer `Walls` not read: outside the map"),
        "{}",
        notes(&whole)
    );
    let half = read("a.tmj", &map(-8.0), &[], &[]).unwrap();
    assert_eq!(rows(&half), ["....", "#..#"]);
    let note = "the offset of layer `Walls`, -8 and 16 pixels, is read as 0 and 1 cells";
    assert!(notes(&half).contains(note), "{}", notes(&half));
}

const TSX: &str = r#"<?xml version="1.0"?>
<tileset version="1.10" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="4">
 <image source="t.png" width="64" height="16"/>
 <tile id="1">
  <properties><property name="collides" type="bool" value="true"/><property name="step" value="7"/></properties>
 </tile>
</tileset>
"#;

const TMX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16" infinite="0">
 <properties><property name="name" value="From XML"/></properties>
 <tileset firstgid="1" source="tiles/t.tsx"/>
 <layer id="1" name="ground" width="4" height="2" parallaxx="0.5">
  <data encoding="csv">
1,2,1,1,
1,2,2,1
</data>
 </layer>
 <objectgroup id="2" name="things">
  <object id="1" template="templates/ann.tx" x="8" y="8"/>
  <object id="2" type="goal" x="56" y="24"><point/></object>
 </objectgroup>
</map>
"#;

const TX: &str = r#"<?xml version="1.0"?>
<template><tileset firstgid="1" source="../tiles/t.tsx"/>
 <object name="ann" type="agent" width="0" height="0"><properties><property name="speed" type="float" value="2.5"/></properties></object>
</template>
"#;

const BESIDE: [(&str, &str); 2] = [("tiles/t.tsx", TSX), ("templates/ann.tx", TX)];

#[test]
fn xml_maps_with_tilesets_and_templates_are_read() {
    let found = read("a.tmx", TMX, &BESIDE, &[]).unwrap();
    assert_eq!(rows(&found), [".#..", ".##."]);
    let agent = &found.level.agents[0];
    assert_eq!(
        (found.level.name.as_str(), agent.name.as_str(), agent.speed),
        ("From XML", "ann", 2.5)
    );
    assert_eq!(
        (agent.at, &agent.goals[..]),
        ((0, 0).into(), &[(3, 1).into()][..])
    );
    let expected = "line 4, column 32: 3 cells are walls by the property `collides` (a guess, the rule property:collides) \
                    (line 5 of `tiles/t.tsx`)\n\
                    line 4, column 32: the property `step` of tile 1 of tileset `t` is not read (line 5 of `tiles/t.tsx`)\n\
                    line 5, column 62: `parallaxx` of layer `ground` is not read\n";
    assert_eq!(notes(&found), expected);
    // The same tiles in other forms.
    let csv = "encoding=\"csv\">\n1,2,1,1,\n1,2,2,1\n";
    let elements = ["1", "2", "1", "1", "1", "2", "2", "1"]
        .map(|gid| format!("<tile gid=\"{gid}\"/>"))
        .concat();
    let bytes: Vec<u8> = [1_u32, 2, 1, 1, 1, 2, 2, 1]
        .iter()
        .flat_map(|tile| tile.to_le_bytes())
        .collect();
    // A frame of one block that is stored uncompressed.
    let zstd = [&[0x28, 0xB5, 0x2F, 0xFD, 0x20, 32, 1, 1, 0][..], &bytes].concat();
    let chunk =
        "encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"4\" height=\"2\">1,2,1,1,1,2,2,1</chunk>";
    for (data, infinite) in [
        (format!(">{elements}"), false),
        (
            format!("encoding=\"base64\">\n   {}\n", STANDARD.encode(&bytes)),
            false,
        ),
        (
            format!(
                "encoding=\"base64\" compression=\"zstd\">{}",
                STANDARD.encode(&zstd)
            ),
            false,
        ),
        (chunk.to_owned(), true),
    ] {
        let map = TMX.replace(csv, &data).replace(
            "infinite=\"0\"",
            if infinite { "infinite=\"1\"" } else { "" },
        );
        assert_ne!(map, TMX);
        assert_eq!(
            read("a.tmx", &map, &BESIDE, &[]).unwrap().level,
            found.level,
            "{data}"
        );
    }
}

#[test]
fn a_mistake_in_xml_is_one_sentence_with_its_place() {
    for (from, to, expected) in [
        (
            "</layer>",
            "",
            "line 15, column 1: expected XML of Tiled: expected 'layer' tag, not 'map'",
        ),
        (
            "width=\"4\" height=\"2\" tilew",
            "width=\"four\" height=\"2\" tilew",
            "line 2, column 53: expected the columns of the map, a whole number from 1 to 8192, found `\"four\"`",
        ),
        (
            "1,2,1,1,\n",
            "1,2,9,1,\n",
            "line 7, column 5: expected a tile of the map's tilesets, found number 9",
        ),
        (
            "1,2,1,1,\n",
            "1,2,x,1,\n",
            "line 7, column 5: expected numbers of tiles with commas between them",
        ),
        (
            "orthogonal",
            "staggered",
            "line 2, column 34: expected an orthogonal or isometric map, whose cells are squares, found `\"staggered\"`",
        ),
        (
            "<map ",
            "<world/><map ",
            "line 2, column 9: expected XML of Tiled: unknown token",
        ),
        (
            "tiles/t.tsx",
            "a_rather_long_folder_name/another/tiles.tsx",
            "line 4, column 32: the file `a_rather_long_folder_name/another/tiles.tsx` cannot be read: it is missing",
        ),
    ] {
        assert!(TMX.contains(from), "{from}");
        let found = read("a.tmx", &TMX.replacen(from, to, 1), &BESIDE, &[]).unwrap_err();
        assert_eq!(found, expected);
    }
    let without = read("a.tmx", TMX, &BESIDE[..1], &[]).unwrap();
    assert!(notes(&without).contains(
        "an object is not read: the file `templates/ann.tx` cannot be read: it is missing"
    ));
    let broken = TX.replace("2.5", "fast");
    let found = read(
        "a.tmx",
        TMX,
        &[BESIDE[0], ("templates/ann.tx", &broken)],
        &[],
    )
    .unwrap_err();
    let expected = "line 12, column 28: the template `templates/ann.tx` has a mistake in line 3, column 110: expected a speed from \
                    0.1 to 100 cells per second, found `\"fast\"`";
    assert_eq!(found, expected);
}

/// Guards against a reader that skips unknown members.
#[test]
fn no_member_of_a_used_thing_is_dropped_in_silence() {
    let path = |name: &str| {
        gridwalk_testing::root()
            .join("crates/gridwalk_level/tests/samples")
            .join(name)
    };
    let text = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    let houses = text("houses.tsj");
    let mut silent = Vec::new();
    for (name, beside) in [
        ("town.tmj", &[("houses.tsj", &*houses)][..]),
        ("dungeon.ldtk", &[]),
    ] {
        let whole = text(name);
        let usual = read(name, &whole, beside, &[]).unwrap();
        for (at, _) in whole.match_indices('{') {
            let (before, after) = whole.split_at(at + 1);
            let changed = read(
                name,
                &format!("{before}\"not_known\": 7, {after}"),
                beside,
                &[],
            )
            .unwrap();
            assert_eq!(changed.level, usual.level);
            if !notes(&changed).contains("not_known") {
                silent.push(format!("{name}:{}", before.lines().count()));
            }
        }
    }
    // Layers, objects, a level and a tile that are noted as wholes; the editor's header; points of
    // goals.
    let expected = [
        "town.tmj:53",
        "town.tmj:139",
        "town.tmj:145",
        "town.tmj:161",
        "dungeon.ldtk:2",
        "dungeon.ldtk:59",
        "dungeon.ldtk:59",
        "dungeon.ldtk:65",
        "dungeon.ldtk:77",
        "dungeon.ldtk:100",
    ];
    assert_eq!(silent, expected);
}

/// Returns an `LDtk` project with one level of 4 × 2 cells.
fn ldtk(layer: &str, values: &str, rest: &str) -> String {
    format!(
        r#"{{ "jsonVersion": "1.5.3", "worldLayout": "Free", "defs": {{
"layers": [{{ "identifier": "{layer}", "type": "IntGrid", "uid": 2, "gridSize": 16, "intGridValues": [{values}] }}],
"entities": [], "tilesets": [] }},
"levels": [{{ "identifier": "One", "worldX": 0, "worldY": 0, "pxWid": 64, "pxHei": 32, "layerInstances": [
{{ "__identifier": "{layer}", "__type": "IntGrid", "__cWid": 4, "__cHei": 2, "__gridSize": 16, "layerDefUid": 2, {rest}
"intGridCsv": [0, 1, 0, 0, 0, 1, 2, 0] }}] }}] }}"#
    )
}

const VALUES: &str = r#"{ "value": 1, "identifier": "ONE" }, { "value": 2, "identifier": "TWO" }"#;

#[test]
fn values_and_layers_of_ldtk_named_for_walls_are_walls() {
    let read_with = |layer: &str, one: &str, two: &str, solid: &[&str]| {
        let values = VALUES.replace("ONE", one).replace("TWO", two);
        let read = read("a.ldtk", &ldtk(layer, &values, ""), &[], solid).unwrap();
        let blocked = rows(&read)
            .join("/")
            .replace(|glyph| glyph != '#' && glyph != '/', ".");
        (blocked, notes(&read))
    };
    let (rows, notes) = read_with("Ground", "Not_walkable", "Carpet", &[]);
    assert_eq!(rows, ".#../.#..");
    assert!(
        notes.contains(
            "2 cells are walls by the value `Not_walkable` (a guess, the rule value:Not_walkable)"
        ),
        "{notes}"
    );
    assert!(
        notes.contains("the value 2, `Carpet`, says no cost; it is read as free ground"),
        "{notes}"
    );
    let (rows, notes) = read_with("Collisions", "dirt", "ladder", &[]);
    assert_eq!(rows, ".#../.#..", "a ladder is no wall");
    assert!(
        notes.contains("2 cells are walls by the layer `Collisions` (a guess"),
        "{notes}"
    );
    assert_eq!(
        read_with("Collisions", "walls", "Carpet", &[]).0,
        ".#../.#..",
        "where values are named the layer is not"
    );
    assert_eq!(
        read_with("Collisions", "dirt", "ladder", &["value:2"]).0,
        "..../..#."
    );
    assert_eq!(
        read_with("Collisions", "dirt", "ladder", &["layer:collisions"]).0,
        ".#../.##."
    );
    assert_eq!(
        read_with("Collisions", "dirt", "ladder", &["none"]).0,
        "..../...."
    );
}

#[test]
fn offsets_of_ldtk_layers_are_applied_or_noted() {
    let values = VALUES.replace("ONE", "walls").replace("TWO", "walls");
    let whole = read(
        "a.ldtk",
        &ldtk("a", &values, "\"__pxTotalOffsetX\": 16, \"pxOffsetX\": 16,"),
        &[],
        &[],
    )
    .unwrap();
    assert_eq!(
        (rows(&whole), notes(&whole)),
        (vec!["..#.".to_owned(), "..##".to_owned()], String::new())
    );
    let half = read(
        "a.ldtk",
        &ldtk("a", &values, "\"__pxTotalOffsetY\": 8,"),
        &[],
        &[],
    )
    .unwrap();
    assert_eq!(rows(&half), [".#..", ".##."]);
    assert!(
        notes(&half).contains("the offset of layer `a`, 0 and 8 pixels, is read as 0 and 0 cells"),
        "{}",
        notes(&half)
    );
}

#[test]
fn projects_of_ldtk_before_0_8_are_read() {
    let values = r##"{ "identifier": "walls", "color": "#000000" }, { "identifier": "mud_8" }"##;
    let cells = r#""intGrid": [{ "coordId": 1, "v": 0 }, { "coordId": 6, "v": 1 }]"#;
    let old = ldtk("Ground", values, "").replace("\"intGridCsv\": [0, 1, 0, 0, 0, 1, 2, 0]", cells);
    let read = read("a.ldtk", &old, &[], &[]).unwrap();
    assert_eq!(rows(&read), [".#..", "..1."]);
}

#[test]
fn levels_of_a_grid_world_are_one_map() {
    let level = |name: &str, x: i32, y: i32| {
        format!(
            r#"{{ "identifier": "{name}", "worldX": {x}, "worldY": {y}, "pxWid": 32, "pxHei": 16, "layerInstances": [
{{ "__identifier": "Things", "__type": "Entities", "__cWid": 2, "__cHei": 1, "__gridSize": 16, "layerDefUid": 3,
"entityInstances": [{{ "__identifier": "Agent", "__pivot": [0, 0], "px": [16, 0], "width": 16, "height": 16, "fieldInstances": [] }}] }},
{{ "__identifier": "Ground", "__type": "IntGrid", "__cWid": 2, "__cHei": 1, "__gridSize": 16, "layerDefUid": 2, "intGridCsv": [1, 0] }}] }}"#
        )
    };
    let project = format!(
        r#"{{ "jsonVersion": "1.5.3", "worldLayout": "GridVania", "defs": {{ "layers": [
{{ "uid": 3 }}, {{ "uid": 2, "intGridValues": [{{ "value": 1, "identifier": "mud_5" }}] }}] }}, "levels": [
{}, {}] }}"#,
        level("East", 0, 16),
        level("West", -32, 0)
    );
    let world = read("world.ldtk", &project, &[], &[]).unwrap();
    assert_eq!(rows(&world), ["0.##", "##0."]);
    assert_eq!(
        world
            .level
            .agents
            .iter()
            .map(|agent| agent.at)
            .collect::<Vec<_>>(),
        [(3, 1).into(), (1, 0).into()]
    );
    assert!(notes(&world).contains("2 levels of the world are read as one map; cells of no level are walls; one level can be chosen by its name: \"East\" or \"West\""), "{}", notes(&world));
    let between = project.replace("\"worldX\": -32", "\"worldX\": -31");
    let error = read("world.ldtk", &between, &[], &[]).unwrap_err();
    assert!(
        error.contains("the level stands between the cells of the world, which are 16 pixels"),
        "{error}"
    );
}

/// Earlier, tags counted in layers of tiles alone: 669 walls of a level were free ground.
#[test]
fn tags_of_tiles_that_draw_values_of_ldtk_can_be_walls() {
    let tiles = r#""__tilesetDefUid": 7, "autoLayerTiles": [{ "px": [16, 0], "t": 3 }, { "px": [16, 16], "t": 4 }],"#;
    let tileset = r#""tilesets": [{ "uid": 7, "enumTags": [{ "enumValueId": "Solid", "tileIds": [3] }, { "enumValueId": "Ice", "tileIds": [4] }] }], "layers""#;
    let values = VALUES.replace("ONE", "Rock").replace("TWO", "Carpet");
    let project = ldtk("Ground", &values, tiles).replacen("\"layers\"", tileset, 1);
    let found = read("a.ldtk", &project, &[], &[]).unwrap();
    let blocked: Vec<String> = rows(&found)
        .iter()
        .map(|row| row.replace(|glyph| glyph != '#', "."))
        .collect();
    assert_eq!(blocked, [".#..", "...."]);
    let said = notes(&found);
    assert!(
        said.contains("1 cell is a wall by the class `Solid` (a guess, the rule class:Solid)"),
        "{said}"
    );
    assert!(
        said.contains("the tag `Ice` of tiles in layer `Ground` says nothing of terrain"),
        "{said}"
    );
}

#[test]
fn tags_of_tiles_and_entities_of_ldtk_can_be_walls() {
    let project = r#"{ "jsonVersion": "1.5.3", "defs": { "layers": [{ "uid": 1 }, { "uid": 2 }],
"tilesets": [{ "uid": 7, "enumTags": [{ "enumValueId": "Solid", "tileIds": [3] }, { "enumValueId": "Ice", "tileIds": [4] }] }] },
"levels": [{ "identifier": "One", "pxWid": 48, "pxHei": 16, "layerInstances": [
{ "__identifier": "Things", "__type": "Entities", "__cWid": 3, "__cHei": 1, "__gridSize": 16, "layerDefUid": 1, "entityInstances": [
{ "__identifier": "Crate", "__tags": ["collider"], "px": [32, 0], "width": 16, "height": 16, "fieldInstances": [] }] },
{ "__identifier": "Tiles", "__type": "Tiles", "__cWid": 3, "__cHei": 1, "__gridSize": 16, "layerDefUid": 2, "__tilesetDefUid": 7,
"gridTiles": [{ "px": [0, 0], "t": 3 }, { "px": [16, 0], "t": 4 }] }] }] }"#;
    let found = read("a.ldtk", project, &[], &[]).unwrap();
    assert_eq!(rows(&found), ["#.#"]);
    for part in [
        "by the class `Solid`",
        "by the class `collider`",
        "the tag `Ice` of tiles in layer `Tiles`",
    ] {
        assert!(notes(&found).contains(part), "{part}: {}", notes(&found));
    }
}

/// Returns a map of 4 × 2 cells of 16 pixels, with a tileset and a layer of objects in XML.
fn with_objects(tileset: &str, objects: &str) -> String {
    format!(
        r#"<map width="4" height="2" tilewidth="16" tileheight="16">{tileset}
<layer name="ground"><data encoding="csv">1,2,1,1,1,2,3,1</data></layer><objectgroup name="things">{objects}</objectgroup></map>"#
    )
}

/// Earlier, the shapes of such tiles counted as empty, which made tiles without walls.
#[test]
fn collision_shapes_from_templates_are_walls() {
    let tile = |number: u32, shape: &str| {
        format!(r#"<tile id="{number}"><objectgroup>{shape}</objectgroup></tile>"#)
    };
    let shapes = tile(
        1,
        r#"<object id="1" template="parts/half.tx" x="0" y="8"/>"#,
    ) + &tile(
        2,
        r#"<object id="1" template="parts/half.tx" x="16" y="0" rotation="90"/>"#,
    );
    let tileset = r#"<tileset firstgid="1" source="tiles/rocks.tsx"/>"#;
    let rocks =
        format!(r#"<tileset name="rocks" tilewidth="16" tileheight="16">{shapes}</tileset>"#);
    let rocks = rocks.replace("parts/half.tx", "../parts/half.tx");
    let half = r#"<template><object type="wall" width="16" height="8"/></template>"#;
    let found = read(
        "a.tmx",
        &with_objects(tileset, ""),
        &[("tiles/rocks.tsx", &rocks), ("parts/half.tx", half)],
        &[],
    )
    .unwrap();
    assert_eq!(rows(&found), [".#..", ".##."]);
    assert!(
        notes(&found).contains("3 cells are walls by the collision shapes of tiles"),
        "{}",
        notes(&found)
    );
    assert!(!notes(&found).contains("not read"), "{}", notes(&found));
    let missing = read(
        "a.tmx",
        &with_objects(tileset, ""),
        &[("tiles/rocks.tsx", &rocks)],
        &[],
    )
    .unwrap();
    let said = notes(&missing);
    let why = "the file `parts/half.tx` cannot be read: it is missing";
    assert!(
        said.contains("a collision shape is not read: ") && said.contains(why),
        "{said}"
    );
    assert!(!said.contains("leave the middle"), "{said}");
}

/// Earlier, a rock was read one cell above its place.
#[test]
fn tile_objects_stand_as_their_tileset_aligns_them() {
    let objects = r#"<object gid="2" x="32" y="16" width="16" height="16"/><object type="agent" gid="1" x="0" y="16" width="16" height="16"/>"#;
    for (alignment, rock, agent) in [
        ("", [2, 0], [0, 0]),
        ("unspecified", [2, 0], [0, 0]),
        ("bottomleft", [2, 0], [0, 0]),
        ("topleft", [2, 1], [0, 1]),
        ("bottomright", [1, 0], [0, 0]),
        ("topright", [1, 1], [0, 1]),
    ] {
        let tileset = format!(
            r#"<tileset firstgid="1" tilewidth="16" tileheight="16" objectalignment="{alignment}"><tile id="1" type="wall"/></tileset>"#
        );
        // On the right, a tile stands left of its position.
        let objects = if alignment.ends_with("right") {
            objects.replace("x=\"0\"", "x=\"16\"")
        } else {
            objects.to_owned()
        };
        let map = with_objects(&tileset, &objects).replace("1,2,1,1,1,2,3,1", "1,1,1,1,1,1,1,1");
        let found = read("a.tmx", &map, &[], &[]).unwrap();
        let mut expected = vec!["....".to_owned(); 2];
        expected[rock[1]].replace_range(rock[0]..=rock[0], "#");
        assert_eq!(rows(&found), expected, "{alignment}");
        assert_eq!(
            found.level.agents[0].at,
            (agent[0], agent[1]).into(),
            "{alignment}"
        );
    }
}

#[test]
fn tiles_of_a_collection_have_sides_of_their_own() {
    let tile = |number: u32, side: u32| {
        format!(
            r#"<tile id="{number}"><image source="{number}.png" width="{side}" height="{side}"/><objectgroup>
<object id="1" x="0" y="0" width="14" height="14"/></objectgroup></tile>"#
        )
    };
    // The tileset states the largest sides of its tiles.
    let tileset = format!(
        r#"<tileset firstgid="1" name="props" tilewidth="64" tileheight="64">{}{}</tileset>"#,
        tile(1, 16),
        tile(2, 64)
    );
    let found = read("a.tmx", &with_objects(&tileset, ""), &[], &[]).unwrap();
    assert_eq!(rows(&found), [".#..", ".#.."]);
    assert!(!notes(&found).contains("are no walls"), "{}", notes(&found));
}

/// Returns the walls of a map of 5 × 4 cells with one tile of 32 × 48 pixels on the cell (1, 3).
fn walls_of_tree(tileset: &str, tile: &str, flips: u32, solid: &[&str]) -> Vec<String> {
    let mut tiles = [0_u32; 20];
    tiles[16] = 1 | flips;
    let map = format!(
        r#"<map width="5" height="4" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="trees" tilewidth="32" tileheight="48" {tileset}><tile id="0" {tile}</tile></tileset>
<layer name="ground"><data encoding="csv">{}</data></layer></map>"#,
        tiles.map(|tile| tile.to_string()).join(",")
    );
    rows(&read("a.tmx", &map, &[], solid).unwrap())
}

/// Earlier such a tile was a wall in its own cell alone.
#[test]
fn tile_larger_than_a_cell_is_a_wall_in_all_its_cells() {
    let wall = r#"type="wall">"#;
    assert_eq!(
        walls_of_tree("", wall, 0, &[]),
        [".....", ".##..", ".##..", ".##.."],
        "up and to the right"
    );
    assert_eq!(
        walls_of_tree("", wall, 1 << 29, &[]),
        [".....", ".....", ".###.", ".###."],
        "turned"
    );
    let shape = |x: u32, y: u32, width: u32, height: u32| {
        format!(
            r#"><objectgroup><object id="1" x="{x}" y="{y}" width="{width}" height="{height}"/></objectgroup>"#
        )
    };
    // The trunk on the left, at the bottom.
    let trunk = shape(0, 32, 16, 16);
    for (flips, expected) in [
        (0, [".....", ".....", ".....", ".#..."]),
        (1 << 31, [".....", ".....", ".....", "..#.."]),
        (1 << 30, [".....", ".#...", ".....", "....."]),
        (1 << 29, [".....", ".....", "...#.", "....."]),
        (7 << 29, [".....", ".....", ".....", ".#..."]),
    ] {
        assert_eq!(walls_of_tree("", &trunk, flips, &[]), expected, "{flips:x}");
    }
    assert_eq!(
        walls_of_tree("", &shape(0, 0, 32, 32), 0, &["shapes"]),
        [".....", ".##..", ".##..", "....."]
    );
    assert_eq!(
        walls_of_tree("", &shape(0, 0, 3, 3), 0, &[]),
        [".....", ".....", ".....", "....."]
    );
    let small = r#"tilerendersize="grid""#;
    assert_eq!(
        walls_of_tree(small, wall, 0, &[]),
        [".....", ".....", ".....", ".#..."],
        "drawn as large as a cell"
    );
}

/// Earlier, water was blocked without a word: a map had 1,311 walls that its own program did not
/// have.
#[test]
fn water_is_noted_as_a_wall_and_can_be_left_out() {
    let layers = |name: &str| {
        let layer = GROUND.replace("ground", name).replace("2, 2", "0, 0");
        tiled(r#""id2": 0"#, &layer)
    };
    let with = |solid: &[&str]| read("a.tmj", &layers("Water"), &[], solid).unwrap();
    let guessed = with(&[]);
    assert_eq!(rows(&guessed), ["####", "#..#"]);
    assert!(
        notes(&guessed)
            .contains("cells are walls by the layer `Water` (a guess, the rule layer:Water)")
    );
    assert_eq!(rows(&with(&["none"])), ["....", "...."]);
    assert_eq!(rows(&with(&["layer:water"])), rows(&guessed));
    let of_class = |solid: &[&str]| walls_by(r#""type": "water""#, solid);
    assert_eq!(of_class(&[]).0, [".#..", ".##."]);
    assert!(
        of_class(&[])
            .1
            .contains("3 cells are walls by the class `water` (a guess, the rule class:water)")
    );
    assert_eq!(of_class(&["shapes"]).0, ["....", "...."]);
    let of_value = |solid: &[&str]| {
        let values = VALUES.replace("ONE", "Water").replace("TWO", "grass");
        let found = read("a.ldtk", &ldtk("Ground", &values, ""), &[], solid).unwrap();
        let name = |id: &gridwalk_pathfinding::TerrainId| {
            found.level.grid.legend()[usize::from(id.0)].name.clone()
        };
        (
            rows(&found)[1].clone(),
            notes(&found),
            name(&found.level.grid.cells()[5]),
        )
    };
    let (row, said, name) = of_value(&[]);
    assert_eq!(
        (row.as_str(), name.as_str()),
        (".#,.", "water"),
        "it looks as it did"
    );
    assert!(
        said.contains("2 cells are walls by the value `Water` (a guess, the rule value:Water)"),
        "{said}"
    );
    let (row, _, name) = of_value(&["none"]);
    assert!(!row.contains('#') && name == "water", "{row}");
}

#[test]
fn an_instance_with_a_tile_of_its_own_keeps_it() {
    let tileset = r#"<tileset firstgid="1" tilewidth="16" tileheight="16"><tile id="1" type="wall"/></tileset>"#;
    let template = r#"<template><tileset firstgid="1" source="b.tsx"/><object gid="1" width="16" height="16"/></template>"#;
    let other = r#"<tileset tilewidth="16" tileheight="16"><tile id="0" type="water"/></tileset>"#;
    let map = |gid: &str| {
        let objects = format!(r#"<object template="t.tx" {gid} x="32" y="16"/>"#);
        with_objects(tileset, &objects).replace("1,2,1,1,1,2,3,1", "1,1,1,1,1,1,1,1")
    };
    let terrain = |gid: &str| {
        let found = read(
            "a.tmx",
            &map(gid),
            &[("t.tx", template), ("b.tsx", other)],
            &[],
        )
        .unwrap();
        let grid = &found.level.grid;
        grid.legend()[usize::from(grid.cells()[2].0)].name.clone()
    };
    assert_eq!(
        (terrain("").as_str(), terrain(r#"gid="2""#).as_str()),
        ("water", "wall")
    );
}

/// Earlier, a tile of another game with a named colour stopped the whole map.
#[test]
fn colours_of_other_games_do_not_stop_a_map() {
    let (rows, notes) = walls_by(&property("color", "\"blue\""), &[]);
    assert_eq!(rows, ["....", "...."]);
    assert!(
        notes.contains("the property `color` of tile 1 of tileset `t` is not read"),
        "{notes}"
    );
    let wrong = read(
        "a.tmj",
        &tiled(&property("color", "\"#blue\""), GROUND),
        &[],
        &[],
    )
    .unwrap_err();
    assert!(
        wrong.contains("expected a colour such as `#8A7A5C`"),
        "{wrong}"
    );
}
