// The map as one quad: a byte per cell says which terrain, a palette says how it looks.
#import bevy_sprite::mesh2d_vertex_output::VertexOutput

struct Params {
    // The cell under the pointer; (-1, -1) for none.
    hover: vec2<i32>,
    // How dark grid lines are, from 0 to 1.
    lines: f32,
    // The number of the last of the smaller levels.
    last_level: i32,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> params: Params;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var cells: texture_2d<u32>;
// For each terrain its colour, and as fourth value the number of its pattern; with 8 added, this agent cannot enter
// it, and with 16 added, it is blocked for this agent or for all.
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var palette: texture_2d<f32>;
// Smaller levels of the map one below the other: a cell of level n stands for 2^n by 2^n, and is blocked if one of them is.
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var reduced: texture_2d<u32>;

// Colour and pattern of a cell.
fn look_at(place: vec2<f32>) -> vec4<f32> {
    let last = vec2<i32>(textureDimensions(cells)) - 1;
    let cell = clamp(vec2<i32>(floor(place)), vec2(0), last);
    return textureLoad(palette, vec2(i32(textureLoad(cells, cell, 0).r), 0), 0);
}

// The colour of a cell where there is no room for strokes.
fn plain(place: vec2<f32>) -> vec3<f32> {
    let look = look_at(place);
    return look.rgb * select(1.0, 0.75, (i32(look.a) & 8) != 0);
}

#ifndef STROKES
// The terrain of a cell of a level, which begins at this row of the texture.
fn terrain_at(cell: vec2<i32>, level: i32, size: vec2<i32>, top: i32) -> i32 {
    let at = clamp(cell, vec2(0), size - 1);
    if (level == 0) {
        return i32(textureLoad(cells, at, 0).r);
    }
    return i32(textureLoad(reduced, vec2(at.x, at.y + top), 0).r);
}

// The colour of a blocked cell among those whose middle a pixel covers, and how much of it is seen there. Each cell belongs
// to one pixel: a wall of one cell is a line of one pixel.
fn wall_under(place: vec2<f32>, wide: f32) -> vec4<f32> {
    // Cells of this level are more than half as wide as the pixel, and no wider.
    let level = min(i32(floor(log2(wide))), params.last_level);
    var size = vec2<i32>(textureDimensions(cells));
    var top = 0;
    for (var n = 1; n <= level; n++) {
        top += select(0, size.y, n > 1);
        size = max(size / 2, vec2(1));
    }
    let side = f32(1 << u32(level));
    let first = vec2<i32>(ceil((place - wide * 0.5) / side - 0.5));
    let end = vec2<i32>(ceil((place + wide * 0.5) / side - 0.5));
    var wall = vec4(0.0);
    for (var y = first.y; y < end.y; y++) {
        for (var x = first.x; x < end.x; x++) {
            let look = textureLoad(palette, vec2(terrain_at(vec2(x, y), level, size, top), 0), 0);
            if (look.a >= 16.0) {
                wall = vec4(look.rgb, 0.75);
            }
        }
    }
    return wall;
}
#endif

fn hover_frame(cell: vec2<i32>, edge: vec2<f32>, wide: f32, color: vec3<f32>) -> vec3<f32> {
    if (any(cell != params.hover)) {
        return color;
    }
    // Thinner and softer than any mark of a search, and dark on light ground, light on dark. The ground stays as it is.
    let ring = any(edge < vec2(max(wide * 1.2, 0.02)));
    let ink = select(vec3(0.012, 0.016, 0.022), vec3(1.0), dot(color, vec3(0.2126, 0.7152, 0.0722)) < 0.2);
    return mix(color, ink, select(0.0, 0.7, ring));
}

#ifdef STROKES
fn stroke(p: vec2<f32>, a: vec2<f32>, b: vec2<f32>) -> f32 {
    let along = clamp(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
    return distance(p, mix(a, b, along));
}

// A number from 0 to 1 for a cell, so that strokes do not stand in rows.
fn chance(cell: vec2<i32>) -> f32 {
    let n = u32(cell.x) * 1973u + u32(cell.y) * 9277u + 26699u;
    let m = (n ^ (n >> 7u)) * 2654435761u;
    return f32((m >> 9u) & 1023u) / 1023.0;
}

// How much ink the pattern puts on this place of its cell; `soft` is the width of a pixel.
fn pattern_ink(pattern: i32, place: vec2<f32>, luck: f32, soft: f32) -> f32 {
    let p = place - vec2(mix(-0.12, 0.12, luck), mix(-0.1, 0.1, fract(luck * 7.0)));
    var d = 1.0;
    switch pattern {
        case 1: { // blades
            d = min(stroke(p, vec2(0.45, 0.45), vec2(0.5, 0.58)), stroke(p, vec2(0.55, 0.45), vec2(0.5, 0.58)));
            d = d - 0.018;
            if (luck < 0.45) { d = 1.0; }
        }
        case 2: { // trees
            let left = p - vec2(0.34, 0.56);
            let right = p - vec2(0.68, 0.46);
            let first = max(abs(left.x) * 1.7 - (left.y + 0.2), left.y - 0.06);
            let second = max(abs(right.x) * 1.7 - (right.y + 0.2), right.y - 0.06);
            d = min(first, second);
        }
        case 3: { // dashes
            d = min(stroke(p, vec2(0.28, 0.42), vec2(0.46, 0.42)), stroke(p, vec2(0.54, 0.6), vec2(0.72, 0.6))) - 0.02;
        }
        case 4: { // waves
            d = stroke(p, vec2(0.38, 0.5), vec2(0.62, 0.5)) - 0.022;
            if (luck < 0.35) { d = 1.0; }
        }
        case 5: { // dots
            d = min(min(distance(p, vec2(0.35, 0.38)), distance(p, vec2(0.62, 0.52))), distance(p, vec2(0.42, 0.68))) - 0.028;
        }
        default: {}
    }
    return select(1.0 - smoothstep(0.0, soft * 1.2, d), 0.0, pattern == 0);
}

#endif

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(cells));
    let place = in.uv * size; // row 0 on top
    let cell = vec2<i32>(floor(place));
    let pixel = fwidth(place); // cells a screen pixel
    let wide = max(pixel.x, pixel.y);
    let edge = min(fract(place), 1.0 - fract(place));

#ifdef STROKES
    let look = look_at(place);
    var color = look.rgb;
    let number = i32(look.a) & 7;
    let barred = (i32(look.a) & 8) != 0;
    // Strokes are gone below 12 pixels a cell, grid lines below 8.
    let fade = 1.0 - smoothstep(1.0 / 20.0, 1.0 / 12.0, wide);
    let ink = pattern_ink(number, fract(place), chance(cell), wide);
    let tint = select(color * 0.62, vec3(1.0), number == 4);
    color = mix(color, tint, ink * fade * select(0.55, 0.75, number == 4));
    // Hatching that runs on from cell to cell.
    let hatch = barred && fract((place.x + place.y) * 3.0) < 0.3;
    color = mix(color, vec3(0.05, 0.06, 0.08), select(0.0, 0.45, hatch));
    let line_fade = 1.0 - smoothstep(1.0 / 14.0, 1.0 / 8.0, wide);
    // The one pixel that a border of cells falls into: as near as half a pixel could be none, or two. Borders lie on
    // whole pixels, so it is looked for a little beside them.
    let on_line = any(fract(place + pixel * 0.25) < pixel);
    color = mix(color, vec3(0.05, 0.06, 0.08), select(0.0, params.lines * line_fade, on_line));
#else
    // A mean of four places keeps thin walls from flickering when several cells share a pixel.
    let q = pixel * 0.25;
    var color = 0.25 * (plain(place + q) + plain(place - q) + plain(place + vec2(q.x, -q.y)) + plain(place + vec2(-q.x, q.y)));
    // A wall that is thinner than a pixel is seen all the same.
    if (wide > 1.0) {
        let wall = wall_under(place, wide);
        color = mix(color, wall.rgb, wall.a);
    }
#endif
    return vec4(hover_frame(cell, edge, wide, color), 1.0);
}
