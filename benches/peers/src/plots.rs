//! Times as pictures: both axes logarithmic, a colour for each search.

use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

use crate::Error;

/// Places of each search.
#[derive(Default)]
pub struct Points(Vec<(&'static str, Vec<(f64, f64)>)>);

impl Points {
    pub fn add(&mut self, name: &'static str, points: impl IntoIterator<Item = (f64, f64)>) {
        let at = self
            .0
            .iter()
            .position(|(known, _)| *known == name)
            .unwrap_or_else(|| {
                self.0.push((name, Vec::new()));
                self.0.len() - 1
            });
        self.0[at]
            .1
            .extend(points.into_iter().filter(|(x, y)| *x > 0.0 && *y > 0.0));
    }

    fn range(&self, of: impl Fn(&(f64, f64)) -> f64) -> Range<f64> {
        let all = || self.0.iter().flat_map(|(_, points)| points).map(&of);
        all().fold(f64::MAX, f64::min) * 0.9..all().fold(f64::MIN, f64::max) * 1.1
    }
}

/// Form of the points of a search: dots, or a line through them.
#[derive(Clone, Copy, PartialEq)]
pub enum Shape {
    Dots,
    Lines,
}

pub fn draw(file: &Path, title: &str, shape: Shape, points: &Points) -> Result<(), Error> {
    let area = SVGBackend::new(file, (900, 600)).into_drawing_area();
    area.fill(&WHITE)?;
    let (x, y) = (points.range(|point| point.0), points.range(|point| point.1));
    let mut builder = ChartBuilder::on(&area);
    builder
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(64);
    let mut chart = builder.build_cartesian_2d(x.log_scale(), y.log_scale())?;
    chart.configure_mesh().draw()?;
    for (number, (name, points)) in points.0.iter().enumerate() {
        let (red, green, blue) = Palette99::pick(number).rgb();
        let color = RGBColor(red, green, blue);
        let series = match shape {
            Shape::Dots => chart.draw_series(
                points
                    .iter()
                    .map(|point| Circle::new(*point, 2, color.filled())),
            )?,
            Shape::Lines => chart.draw_series(
                LineSeries::new(points.iter().copied(), color.stroke_width(2)).point_size(3),
            )?,
        };
        let key = move |(x, y)| Rectangle::new([(x, y - 4), (x + 14, y + 4)], color.filled());
        series.label(name.replace('`', "")).legend(key);
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}
