//! Heaps as drawings: DOT for graph tools, and SVG that needs none.
//!
//! Shared variables stand in the first column; a cell stands as many columns to the right as it takes pointers to reach it;
//! cells that no shared variable leads to stand below. Freed cells are dashed. Below a cell are the local variables that
//! point to it.

use crate::report::{cell_name, fields, show};
use crate::state::{State, Value};
use concurrent::program::{Program, Type};
use std::fmt::Write;

/// The state in Graphviz's language.
pub fn dot(program: &Program, state: &State) -> String {
    let mut text = String::from("digraph heap {\n  rankdir=LR;\n  node [shape=box, fontname=monospace];\n");
    for arrow in arrows(program, state) {
        let (from, to) = (arrow.from.name(program), cell_name(arrow.to));
        let _ = writeln!(text, "  \"{from}\" -> \"{to}\" [label=\"{}\"];", arrow.label);
    }
    for (at, cell) in state.cells.iter().enumerate() {
        let label = cell_label(program, state, at).join("\\n");
        let style = if cell.is_free { ", style=dashed" } else { "" };
        let _ = writeln!(text, "  \"{}\" [label=\"{label}\"{style}];", cell_name(at as u16));
    }
    for (global, value) in program.globals.iter().zip(&state.globals) {
        let _ =
            writeln!(text, "  \"{}\" [shape=plaintext, label=\"{} = {}\"];", global.name, global.name, show(*value));
    }
    text.push_str("}\n");
    text
}

/// Where an arrow begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Global(usize),
    Cell(usize),
}

impl End {
    fn name(self, program: &Program) -> String {
        match self {
            End::Global(at) => program.globals[at].name.to_string(),
            End::Cell(at) => cell_name(at as u16),
        }
    }
}

struct Arrow {
    from: End,
    to: u16,
    label: String,
}

fn arrows(program: &Program, state: &State) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    for (at, value) in state.globals.iter().enumerate() {
        if let Value::Cell(to) = value {
            arrows.push(Arrow { from: End::Global(at), to: *to, label: String::new() });
        }
    }
    let stride = program.records.iter().map(|record| record.fields.len()).max().unwrap_or(0);
    for (at, cell) in state.cells.iter().enumerate() {
        for (field, variable) in program.record(cell.record).fields.iter().enumerate() {
            if let (Value::Cell(to), false) = (state.fields[at * stride + field], cell.is_free) {
                arrows.push(Arrow { from: End::Cell(at), to, label: variable.name.to_string() });
            }
        }
    }
    arrows
}

/// The cell's name, its data, and who points to it.
fn cell_label(program: &Program, state: &State, at: usize) -> Vec<String> {
    let mut lines =
        vec![if state.cells[at].is_free { format!("{} (free)", cell_name(at as u16)) } else { cell_name(at as u16) }];
    if !state.cells[at].is_free {
        lines.extend(fields(program, state, at));
    }
    for (number, thread) in state.threads.iter().enumerate() {
        let Some(call) = &thread.call else { continue };
        for (local, value) in program.procedure(call.procedure).locals.iter().zip(&call.locals) {
            if *value == Value::Cell(at as u16) && matches!(local.ty, Type::Pointer(_)) {
                lines.push(format!("← {} of thread {}", local.name, number + 1));
            }
        }
    }
    lines
}

const COLUMN: usize = 210;
const ROW: usize = 150;
const WIDTH: usize = 150;
const LINE: usize = 16;
const MARGIN: usize = 20;

/// The state as a drawing.
pub fn svg(program: &Program, state: &State, title: &str) -> String {
    let places = places(program, state);
    let right = places.iter().map(|(x, _)| *x).max().unwrap_or(0) + COLUMN;
    let bottom = places.iter().map(|(_, y)| *y).max().unwrap_or(0) + ROW;
    let height = bottom.max(3 * MARGIN + program.globals.len() * ROW / 2);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{height}\" font-family=\"monospace\" font-size=\"12\">\n\
         <defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"3\" orient=\"auto\">\
         <path d=\"M0,0 L7,3 L0,6 z\"/></marker></defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        right + MARGIN
    );
    let _ = writeln!(text, "<text x=\"{MARGIN}\" y=\"{MARGIN}\" font-weight=\"bold\">{}</text>", escaped(title));
    for (at, (global, value)) in program.globals.iter().zip(&state.globals).enumerate() {
        let (x, y) = global_place(at);
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\">{} = {}</text>", escaped(&global.name), show(*value));
    }
    for (at, place) in places.iter().enumerate() {
        put_cell(program, state, at, *place, &mut text);
    }
    for arrow in arrows(program, state) {
        put_arrow(&arrow, &places, &mut text);
    }
    text.push_str("</svg>\n");
    text
}

fn global_place(at: usize) -> (usize, usize) {
    (MARGIN, 3 * MARGIN + at * ROW / 2)
}

fn put_cell(program: &Program, state: &State, at: usize, (x, y): (usize, usize), text: &mut String) {
    let lines = cell_label(program, state, at);
    let height = lines.len() * LINE + 8;
    let dashes = if state.cells[at].is_free { " stroke-dasharray=\"5,4\"" } else { "" };
    let _ = writeln!(
        text,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{height}\" rx=\"4\" fill=\"#eef3fa\" stroke=\"black\"{dashes}/>"
    );
    for (line, shown) in lines.iter().enumerate() {
        let _ = writeln!(text, "<text x=\"{}\" y=\"{}\">{}</text>", x + 6, y + (line + 1) * LINE, escaped(shown));
    }
}

fn put_arrow(arrow: &Arrow, places: &[(usize, usize)], text: &mut String) {
    let (to_x, to_y) = places[usize::from(arrow.to)];
    let (from_x, from_y) = match arrow.from {
        End::Global(at) => {
            let (x, y) = global_place(at);
            (x + WIDTH, y - 4)
        }
        End::Cell(at) => (places[at].0 + WIDTH, places[at].1 + LINE),
    };
    let (to_x, to_y) = if to_x > from_x { (to_x, to_y + LINE / 2) } else { (to_x + WIDTH / 2, to_y) };
    let _ = writeln!(
        text,
        "<line x1=\"{from_x}\" y1=\"{from_y}\" x2=\"{to_x}\" y2=\"{to_y}\" stroke=\"black\" marker-end=\"url(#head)\"/>"
    );
}

/// Where each cell stands.
fn places(program: &Program, state: &State) -> Vec<(usize, usize)> {
    let mut columns: Vec<Option<usize>> = vec![None; state.cells.len()];
    let arrows = arrows(program, state);
    for _ in 0..=state.cells.len() {
        for arrow in &arrows {
            let column = match arrow.from {
                End::Global(_) => Some(1),
                End::Cell(from) => columns[from].map(|column| column + 1),
            };
            let known = &mut columns[usize::from(arrow.to)];
            if let Some(column) = column
                && known.is_none_or(|known| known > column)
            {
                *known = Some(column);
            }
        }
    }
    let lowest = 1 + columns.iter().flatten().max().map_or(0, |_| 1);
    let mut rows: Vec<usize> = vec![0; state.cells.len() + 2];
    let mut aside = 0;
    let place = |column: &Option<usize>| match column {
        Some(column) => {
            rows[*column] += 1;
            (MARGIN + column * COLUMN, 2 * MARGIN + (rows[*column] - 1) * ROW)
        }
        None => {
            aside += 1;
            (MARGIN + aside * COLUMN, 2 * MARGIN + lowest * ROW)
        }
    };
    columns.iter().map(place).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
