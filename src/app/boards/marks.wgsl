// What a search knows of each cell, as one quad above the map: shape and colour, so that every mark is
// told apart without colour too.
#import bevy_sprite::mesh2d_vertex_output::VertexOutput

struct Params {
    // 1: cells are tinted by a number, and open and closed cells have no colour of their own.
    heat: u32,
    // Linear light and opacity of what is laid over the ground; the constants below are their places.
    tints: array<vec4<f32>, 4>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> params: Params;
// First byte: bits of what the cell is. Second byte: its number for the heat map, 0 for none.
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var marks: texture_2d<u32>;

const OPEN: u32 = 1u;
const CLOSED: u32 = 2u;
const CURRENT: u32 = 4u;
const CHANGED: u32 = 8u;
const BACKWARD: u32 = 16u;
const WITNESS: u32 = 32u;

const TINT_OPEN: u32 = 0u;
const TINT_CLOSED: u32 = 2u;

// Linear light of the palette's purple, black and red.
const PURPLE: vec3<f32> = vec3(0.604, 0.191, 0.386);
const BLACK: vec3<f32> = vec3(0.006, 0.009, 0.014);
const RED: vec3<f32> = vec3(0.665, 0.112, 0.0);

fn linear_light(color: vec3<f32>) -> vec3<f32> {
    return select(pow((color + 0.055) / 1.055, vec3(2.4)), color / 12.92, color <= vec3(0.04045));
}

// From dark violet over green to yellow: brightness grows with the number, so it can be read in grey. The same as
// the palette's.
fn heat_color(x: f32) -> vec3<f32> {
    let low = vec3(64.0, 32.0, 86.0) / 255.0;
    let middle = vec3(34.0, 144.0, 140.0) / 255.0;
    let high = vec3(253.0, 231.0, 37.0) / 255.0;
    return linear_light(select(mix(middle, high, x * 2.0 - 1.0), mix(low, middle, x * 2.0), x < 0.5));
}

fn over(below: vec4<f32>, color: vec3<f32>, opacity: f32) -> vec4<f32> {
    let alpha = opacity + below.a * (1.0 - opacity);
    let mixed = color * opacity + below.rgb * below.a * (1.0 - opacity);
    return vec4(mixed / max(alpha, 0.0001), alpha);
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(marks));
    let place = in.uv * size;
    let cell = clamp(vec2<i32>(floor(place)), vec2(0), vec2<i32>(size) - 1);
    // Before anything is thrown away: neighbouring pixels take part in it.
    let pixel = fwidth(place);
    let texel = textureLoad(marks, cell, 0);
    let mark = texel.r;
    if (mark == 0u) {
        discard;
    }
    let wide = max(pixel.x, pixel.y);
    let p = fract(place);
    let edge = min(min(p.x, p.y), min(1.0 - p.x, 1.0 - p.y));
    let backward = (mark & BACKWARD) != 0u;
    var color = vec4(0.0);
    // Shapes need room; smaller cells keep the colour alone.
    let shapes = wide < 1.0 / 7.0;
    let line = clamp(2.2 * wide, 0.03, 0.2);
    // Hatching and notch need still more; below, they would be noise.
    let details = wide < 1.0 / 44.0;

    if (params.heat == 1u && texel.g > 0u) {
        color = over(color, heat_color(f32(texel.g - 1u) / 254.0), 1.0);
    } else if ((mark & CLOSED) != 0u) {
        let tint = params.tints[TINT_CLOSED + u32(backward)];
        color = over(color, tint.rgb, tint.a);
        // In the upper right corner, where no number stands.
        let corner = (1.0 - p.x) + p.y;
        let hatch = corner < 0.38 && fract(corner * 7.5) < 0.42;
        color = over(color, tint.rgb * 0.7, select(0.0, 0.9, hatch && details));
    } else if ((mark & OPEN) != 0u) {
        let tint = params.tints[TINT_OPEN + u32(backward)];
        color = over(color, tint.rgb, tint.a);
        let frame = edge > line * 0.6 && edge < line * 0.6 + line;
        // Too small for a frame, the colour alone has to be seen.
        color = over(color, tint.rgb, select(select(0.25, 0.0, shapes), 1.0, frame && shapes));
    }
    // At most a tint and one frame: the current cell has its own.
    if ((mark & CHANGED) != 0u && (mark & CURRENT) == 0u && shapes) {
        // Without colour the ring alone would be that of an open cell: it is wider, or has a notch.
        let ring = edge < line * select(2.2, 1.5, details);
        let corner = p.x - p.y > 0.4 && details;
        color = over(color, PURPLE, select(0.0, 0.95, ring || corner));
    }
    if ((mark & CURRENT) != 0u) {
        let outer = edge < line * 1.6;
        let inner = edge >= line * 1.6 && edge < line * 2.4;
        color = over(color, BLACK, select(select(0.0, 0.8, !shapes), 1.0, outer && shapes));
        color = over(color, vec3(1.0), select(0.0, 1.0, inner && shapes));
    }
    if ((mark & WITNESS) != 0u) {
        let cross = min(abs(p.x - p.y), abs(p.x + p.y - 1.0)) < line * 0.8;
        color = over(color, RED, select(select(0.0, 0.9, !shapes), 1.0, cross && shapes));
    }
    return color;
}
