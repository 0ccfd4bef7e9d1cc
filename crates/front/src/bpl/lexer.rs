//! Text to tokens.
//!
//! The longest match wins, as in the language's definition. Characters that begin no token are reported here and
//! become [`TokenKind::Unknown`], about which the parser then stays silent.

use super::error::{DIRECTIVE, UNEXPECTED, UNTERMINATED};
use super::number;
use super::token::{Token, TokenKind};
use source::{Diagnostic, FileId, Span};

/// The tokens of the text, the last one being [`TokenKind::Eof`]. The text is shorter than 4 GiB.
pub(super) fn lex(file: FileId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let tokens = Vec::with_capacity(text.len() / 4 + 1);
    let mut lexer = Lexer { file, text, bytes: text.as_bytes(), at: 0, tokens, diagnostics };
    if text.starts_with('\u{feff}') {
        lexer.at = '\u{feff}'.len_utf8();
    }
    while lexer.at < lexer.bytes.len() {
        lexer.next();
    }
    lexer.push(TokenKind::Eof, lexer.at);
    lexer.tokens
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// Bytes that may occur in a name, digits included.
const IS_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(byte as u8, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'\'' | b'~' | b'#' | b'$' | b'^')
            || matches!(byte as u8, b'_' | b'.' | b'?' | b'`');
        byte += 1;
    }
    table
};

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Ends a token that began at `start`, at the present place.
    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start as u32, end as u32)
    }

    /// Reads one token, blank or comment.
    fn next(&mut self) {
        let start = self.at;
        match self.bytes[start] {
            b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
            b'#' if self.at_line_start() => self.directive(),
            b'/' if self.peek(1) == b'/' => self.skip_line(),
            b'/' if self.peek(1) == b'*' => self.block_comment(),
            b'0'..=b'9' => {
                let (kind, length) = number::scan(&self.bytes[start..]);
                self.at += length;
                self.push(kind, start);
            }
            b'-' if self.peek(1) == b'0' => {
                let length = number::scan_negative_float(&self.bytes[start..]);
                self.at += length.unwrap_or(1);
                self.push(if length.is_some() { TokenKind::Float } else { TokenKind::Minus }, start);
            }
            b'"' => self.string(),
            b'\\' if IS_NAME[self.peek(1) as usize] && !self.peek(1).is_ascii_digit() => self.name(),
            byte if IS_NAME[byte as usize] => self.name(),
            byte if byte.is_ascii() => self.symbol(),
            _ => self.unicode(),
        }
    }

    fn at_line_start(&self) -> bool {
        self.at == 0 || matches!(self.bytes[self.at - 1], b'\n' | b'\r')
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }

    /// `#line number [file]`. Places are reported as they are in the text at hand.
    fn directive(&mut self) {
        let start = self.at;
        self.skip_line();
        let line = self.text[start..self.at].trim_end();
        let number = line.strip_prefix("#line").and_then(|rest| rest.split_ascii_whitespace().next());
        if number.is_none_or(|number| number.parse::<i32>().is_err()) {
            let span = self.span(start, start + line.len());
            let help = "the directives are `#line NUMBER [FILE]`, `#if`, `#elsif`, `#else` and `#endif`";
            self.diagnostics.push(Diagnostic::error(&DIRECTIVE, span, "unknown or malformed directive").help(help));
        }
    }

    fn block_comment(&mut self) {
        let start = self.at;
        let mut open = 0u32;
        loop {
            match (self.peek(0), self.peek(1)) {
                _ if self.at >= self.bytes.len() => {
                    let message = "this comment has no end";
                    let error = Diagnostic::error(&UNTERMINATED, self.span(start, start + 2), message);
                    self.diagnostics.push(error.help("comments nest: each `/*` needs its own `*/`"));
                    return;
                }
                (b'/', b'*') => {
                    open += 1;
                    self.at += 2;
                }
                (b'*', b'/') => {
                    open -= 1;
                    self.at += 2;
                    if open == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    /// A string ends with its line. `\"` is a quote inside the string, unless no other quote ends it.
    fn string(&mut self) {
        let start = self.at;
        let mut last_escaped = None;
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'\n' | b'\r' => break,
                b'\\' if self.peek(1) == b'"' => {
                    self.at += 2;
                    last_escaped = Some(self.at);
                }
                b'"' => {
                    self.at += 1;
                    return self.push(TokenKind::String, start);
                }
                _ => self.at += 1,
            }
        }
        if let Some(end) = last_escaped {
            self.at = end;
            return self.push(TokenKind::String, start);
        }
        self.push(TokenKind::Unknown, start);
        let error = Diagnostic::error(&UNTERMINATED, self.span(start, self.at), "this string has no end");
        self.diagnostics.push(error.help("a string ends on the line on which it begins"));
    }

    fn name(&mut self) {
        let start = self.at;
        self.at += 1;
        while self.at < self.bytes.len() && IS_NAME[self.bytes[self.at] as usize] {
            self.at += 1;
        }
        self.push(TokenKind::keyword(&self.text[start..self.at]).unwrap_or(TokenKind::Ident), start);
    }

    fn symbol(&mut self) {
        use TokenKind::*;
        let start = self.at;
        let (kind, length) = match (self.bytes[start], self.peek(1), self.peek(2), self.peek(3)) {
            (b'<', b'=', b'=', b'>') => (Iff, 4),
            (b'<', b'=', b'=', _) => (Explies, 3),
            (b'=', b'=', b'>', _) => (Implies, 3),
            (b'<', b'=', _, _) => (LessEq, 2),
            (b'>', b'=', _, _) => (GreaterEq, 2),
            (b'=', b'=', _, _) => (EqEq, 2),
            (b'!', b'=', _, _) => (NotEq, 2),
            (b':', b':', _, _) => (QSep, 2),
            (b':', b'=', _, _) => (ColonEqual, 2),
            (b'&', b'&', _, _) => (And, 2),
            (b'|', b'|', _, _) => (Or, 2),
            (b'|', b'{', _, _) => (CodeOpen, 2),
            (b'}', b'|', _, _) => (CodeClose, 2),
            (b'+', b'+', _, _) => (PlusPlus, 2),
            (b'-', b'>', _, _) => (Arrow, 2),
            (b'*', b'*', _, _) => (StarStar, 2),
            (b'(', ..) => (LParen, 1),
            (b')', ..) => (RParen, 1),
            (b'[', ..) => (LBracket, 1),
            (b']', ..) => (RBracket, 1),
            (b'{', ..) => (LBrace, 1),
            (b'}', ..) => (RBrace, 1),
            (b',', ..) => (Comma, 1),
            (b';', ..) => (Semicolon, 1),
            (b':', ..) => (Colon, 1),
            (b'=', ..) => (Equal, 1),
            (b'|', ..) => (Bar, 1),
            (b'!', ..) => (Not, 1),
            (b'<', ..) => (Less, 1),
            (b'>', ..) => (Greater, 1),
            (b'+', ..) => (Plus, 1),
            (b'-', ..) => (Minus, 1),
            (b'*', ..) => (Star, 1),
            (b'/', ..) => (Slash, 1),
            _ => return self.unknown(),
        };
        self.at += length;
        self.push(kind, start);
    }

    fn unicode(&mut self) {
        use TokenKind::*;
        let start = self.at;
        let Some(character) = self.text[start..].chars().next() else { return };
        let kind = match character {
            '⇔' => Iff,
            '⇒' => Implies,
            '⇐' => Explies,
            '∧' => And,
            '∨' => Or,
            '¬' => Not,
            '≠' => NotEq,
            '≤' => LessEq,
            '≥' => GreaterEq,
            '∀' => Forall,
            '∃' => Exists,
            'λ' => Lambda,
            '•' => QSep,
            _ => return self.unknown(),
        };
        self.at += character.len_utf8();
        self.push(kind, start);
    }

    /// Reports a character that begins no token, once for a run of such characters.
    fn unknown(&mut self) {
        let start = self.at;
        let Some(character) = self.text[start..].chars().next() else { return };
        self.at += character.len_utf8();
        let repeated =
            self.tokens.last().is_some_and(|last| last.kind == TokenKind::Unknown && last.end as usize == start);
        self.push(TokenKind::Unknown, start);
        if repeated {
            return;
        }
        let message = format!("unknown character `{}`", character.escape_debug());
        let error = Diagnostic::error(&UNEXPECTED, self.span(start, self.at), message);
        self.diagnostics.push(match character {
            '%' => error.help("the remainder is written `mod`"),
            '&' => error.help("conjunction is written `&&`"),
            '\\' => error.help("a backslash stands directly before a name"),
            '“' | '”' => error.help("strings are written with plain quotes: `\"`"),
            _ => error,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens as `kind text`, one per line, then the messages.
    fn check(text: &str, expected: expect_test::Expect) {
        let mut diagnostics = Vec::new();
        let mut shown = String::new();
        for token in lex(FileId(0), text, &mut diagnostics) {
            shown += &format!("{:?} {}\n", token.kind, &text[token.start as usize..token.end as usize]);
        }
        for diagnostic in diagnostics {
            shown += &format!("{}..{}: {}\n", diagnostic.span.start, diagnostic.span.end, diagnostic.message);
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn names_may_hold_odd_characters_and_escape_keywords() {
        check(
            "a'~#$^_.?`9 \\type type typed .5",
            expect_test::expect![[r#"
                Ident a'~#$^_.?`9
                Ident \type
                Type type
                Ident typed
                Ident .5
                Eof 
            "#]],
        );
    }

    #[test]
    fn the_longest_symbol_wins() {
        check(
            "<==> <== <= < ==> == = :=:: : }| } |{ || | ** * ++ + -> - ⇒≤λ•",
            expect_test::expect![[r#"
                Iff <==>
                Explies <==
                LessEq <=
                Less <
                Implies ==>
                EqEq ==
                Equal =
                ColonEqual :=
                QSep ::
                Colon :
                CodeClose }|
                RBrace }
                CodeOpen |{
                Or ||
                Bar |
                StarStar **
                Star *
                PlusPlus ++
                Plus +
                Arrow ->
                Minus -
                Implies ⇒
                LessEq ≤
                Lambda λ
                QSep •
                Eof 
            "#]],
        );
    }

    #[test]
    fn comments_nest_and_strings_end_with_their_line() {
        check(
            "a /* b /* c */ d */ e // f\n\"x \\\" y\" \"z\\\"\n\"open\n/* /* */",
            expect_test::expect![[r#"
                Ident a
                Ident e
                String "x \" y"
                String "z\"
                Unknown "open
                Eof 
                41..46: this string has no end
                47..49: this comment has no end
            "#]],
        );
    }

    #[test]
    fn directives_stand_in_the_first_column() {
        check(
            "#line 7 a.txt\nx\n#line\n #x\n#if",
            expect_test::expect![[r#"
                Ident x
                Ident #x
                Eof 
                16..21: unknown or malformed directive
                26..29: unknown or malformed directive
            "#]],
        );
    }

    #[test]
    fn unknown_characters_are_reported_once_per_run() {
        check(
            "a % b @é€c & d",
            expect_test::expect![[r#"
                Ident a
                Unknown %
                Ident b
                Unknown @
                Unknown é
                Unknown €
                Ident c
                Unknown &
                Ident d
                Eof 
                2..3: unknown character `%`
                6..7: unknown character `@`
                14..15: unknown character `&`
            "#]],
        );
    }
}
