//! A generated program as text in which some pieces may be left out and some have a simpler form, so that one procedure
//! makes a failing program of any language smaller.

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    Text(String),
    All(Vec<Piece>),
    /// May be left out.
    Maybe(Box<Piece>),
    /// The second is simpler.
    Or(Box<Piece>, Box<Piece>),
}

/// A line of its own.
pub fn line(text: impl Into<String>) -> Piece {
    Piece::Text(text.into() + "\n")
}

pub fn all(pieces: impl IntoIterator<Item = Piece>) -> Piece {
    Piece::All(pieces.into_iter().collect())
}

pub fn maybe(piece: Piece) -> Piece {
    Piece::Maybe(Box::new(piece))
}

/// `inner` between two texts; it may stand alone.
pub fn around(before: impl Into<String>, inner: Piece, after: impl Into<String>) -> Piece {
    Piece::Or(Box::new(all([line(before), inner.clone(), line(after)])), Box::new(inner))
}

impl Piece {
    pub fn render(&self) -> String {
        let mut rendered = String::new();
        self.render_to(&mut rendered);
        rendered
    }

    fn render_to(&self, rendered: &mut String) {
        match self {
            Piece::Text(text) => rendered.push_str(text),
            Piece::All(pieces) => pieces.iter().for_each(|piece| piece.render_to(rendered)),
            Piece::Maybe(piece) | Piece::Or(piece, _) => piece.render_to(rendered),
        }
    }

    /// The program with the choice of this number made, counted from the outside in; none if there are not so many.
    fn with_choice(&self, number: &mut usize) -> Option<Piece> {
        let simpler = match self {
            Piece::Text(_) => return None,
            Piece::All(pieces) => {
                let changed = pieces.iter().enumerate().find_map(|(at, piece)| Some((at, piece.with_choice(number)?)));
                return changed.map(|(at, piece)| {
                    let mut pieces = pieces.clone();
                    pieces[at] = piece;
                    Piece::All(pieces)
                });
            }
            Piece::Maybe(_) => Piece::All(Vec::new()),
            Piece::Or(_, simpler) => (**simpler).clone(),
        };
        if *number == 0 {
            return Some(simpler);
        }
        *number -= 1;
        match self {
            Piece::Maybe(piece) => piece.with_choice(number).map(maybe),
            Piece::Or(piece, simpler) => {
                piece.with_choice(number).map(|piece| Piece::Or(Box::new(piece), simpler.clone()))
            }
            Piece::Text(_) | Piece::All(_) => None,
        }
    }

    /// The smallest program found that still is as it should be, by one choice after the other.
    pub fn minimised(self, is_still: impl Fn(&str) -> bool) -> Piece {
        let mut smallest = self;
        loop {
            let (mut at, mut is_smaller) = (0, false);
            while let Some(simpler) = smallest.with_choice(&mut at.clone()) {
                if is_still(&simpler.render()) {
                    (smallest, is_smaller) = (simpler, true);
                } else {
                    at += 1;
                }
            }
            if !is_smaller {
                return smallest;
            }
        }
    }
}

#[test]
fn a_program_is_made_as_small_as_it_can_be() {
    let program = all([
        line("a"),
        maybe(line("b")),
        around("if {", all([maybe(line("c")), maybe(line("d"))]), "}"),
        maybe(around("loop {", maybe(line("e")), "}")),
    ]);
    assert_eq!(program.render(), "a\nb\nif {\nc\nd\n}\nloop {\ne\n}\n");
    assert_eq!(program.clone().minimised(|text| text.contains('d')).render(), "a\nd\n");
    assert_eq!(program.minimised(|text| text.contains("loop {\ne")).render(), "a\nloop {\ne\n}\n");
}
