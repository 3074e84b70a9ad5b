//! Preview pictures, which other sites show beside links to the page.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::site::Failure;

/// The width and height of a preview in pixels, which most sites expect.
pub const SIZE: [u32; 2] = [1200, 630];

/// The part of the width and height that the board takes.
const INNER: [u32; 2] = [1080, 550];

/// Returns a picture of an example as a PNG file.
pub fn of_example(file: &str) -> Result<Vec<u8>, Failure> {
    let svg = kubikschach::api::thumbnail(file, INNER).ok_or("there is no such example")?;
    let tree = Tree::from_str(&svg, &Options::default())?;
    let [width, height] = SIZE;
    let mut pixmap = Pixmap::new(width, height).ok_or("a preview needs a size")?;
    pixmap.fill(Color::from_rgba8(250, 248, 244, 255));
    let [left, top] = [60.0, 40.0];
    resvg::render(&tree, Transform::from_translate(left, top), &mut pixmap.as_mut());
    Ok(pixmap.encode_png()?)
}
