//! Types, and lists of names with their types.

use super::error::{TOO_DEEP, UNEXPECTED};
use super::parser::{Parse, Parser};
use super::token::TokenKind;
use ivl::ast::{Attribute, Binding, Ident, Type, TypeKind};

/// How many tokens one list of names may copy.
const MAX_COPIED: usize = 1_000_000;

impl Parser<'_> {
    pub fn ty(&mut self) -> Parse<Type> {
        self.nested(|parser| match parser.kind() {
            TokenKind::LBracket | TokenKind::Less => parser.map_type(),
            kind if kind.is_ident() => parser.named_type(),
            _ => parser.type_atom(),
        })
    }

    /// One or more types between commas.
    fn types(&mut self) -> Parse<Vec<Type>> {
        let mut types = vec![self.ty()?];
        while self.eat(TokenKind::Comma) {
            types.push(self.ty()?);
        }
        Ok(types)
    }

    fn type_atom(&mut self) -> Parse<Type> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Bool => TypeKind::Bool,
            TokenKind::Int => TypeKind::Int,
            TokenKind::RealKeyword => TypeKind::Real,
            TokenKind::LParen => {
                self.bump();
                let inner = self.ty()?;
                self.expect(TokenKind::RParen, "after the type")?;
                return Ok(Type { kind: inner.kind, span: self.span_from(start) });
            }
            _ => return Err(self.unexpected("a type")),
        };
        self.bump();
        Ok(Type { kind, span: start })
    }

    /// A name and its arguments. A map type takes everything after it, so it can only be the last argument.
    fn named_type(&mut self) -> Parse<Type> {
        let Ident { name, span } = self.ident("a type")?;
        let mut args = Vec::new();
        loop {
            match self.kind() {
                TokenKind::Bool | TokenKind::Int | TokenKind::RealKeyword | TokenKind::LParen => {
                    args.push(self.type_atom()?);
                }
                TokenKind::LBracket | TokenKind::Less => {
                    args.push(self.nested(Self::map_type)?);
                    break;
                }
                kind if kind.is_ident() => {
                    let Ident { name, span } = self.ident("a type")?;
                    args.push(Type { kind: TypeKind::Named { name, args: Vec::new() }, span });
                }
                _ => break,
            }
        }
        Ok(Type { kind: TypeKind::Named { name, args }, span: self.span_from(span) })
    }

    fn map_type(&mut self) -> Parse<Type> {
        let start = self.span();
        let type_params = self.type_params()?;
        self.expect(TokenKind::LBracket, "before the domain of the map type")?;
        let domain = if self.kind() == TokenKind::RBracket { Vec::new() } else { self.types()? };
        self.expect(TokenKind::RBracket, "after the domain of the map type")?;
        let range = Box::new(self.ty()?);
        Ok(Type { kind: TypeKind::Map { type_params, domain, range }, span: self.span_from(start) })
    }

    /// `<a, b>`, or nothing.
    pub fn type_params(&mut self) -> Parse<Vec<Ident>> {
        if !self.eat(TokenKind::Less) {
            return Ok(Vec::new());
        }
        let params = self.idents("the name of a type parameter")?;
        self.expect(TokenKind::Greater, "after the type parameters")?;
        Ok(params)
    }

    /// Groups `x, y: T where E` between commas, each with its own attributes. `place` is where no `where` may stand.
    pub fn attributed_bindings(&mut self, what: &str, place: Option<&str>) -> Parse<Vec<Binding>> {
        let mut bindings = Vec::new();
        loop {
            let start = self.position();
            let attributes = self.attributes()?;
            let attributes_size = self.position() - start;
            self.binding_group(&mut bindings, (attributes, attributes_size), what, place)?;
            if !self.eat(TokenKind::Comma) {
                return Ok(bindings);
            }
        }
    }

    /// Groups `x, y: T where E` between commas, all with the attributes before the first.
    pub fn bindings(&mut self, what: &str) -> Parse<Vec<Binding>> {
        let start = self.position();
        let attributes = self.attributes()?;
        let attributes_size = self.position() - start;
        let mut bindings = Vec::new();
        loop {
            self.limit_copies(bindings.len(), attributes_size)?;
            self.binding_group(&mut bindings, (attributes.clone(), attributes_size), what, None)?;
            if !self.eat(TokenKind::Comma) {
                return Ok(bindings);
            }
        }
    }

    /// `x, y: T where E`, after the attributes, which come with their number of tokens.
    fn binding_group(
        &mut self,
        bindings: &mut Vec<Binding>,
        (attributes, attributes_size): (Vec<Attribute>, usize),
        what: &str,
        place: Option<&str>,
    ) -> Parse<()> {
        let names = self.idents(what)?;
        let type_start = self.position();
        self.expect(TokenKind::Colon, "before the type")?;
        let ty = self.ty()?;
        let where_clause = self.where_clause(place)?;
        let size = attributes_size + self.position() - type_start;
        self.limit_copies(names.len() - 1, size)?;
        let template = (attributes, ty, where_clause);
        bindings.extend(names.into_iter().map(|name| {
            let (attributes, ty, where_clause) = template.clone();
            Binding { attributes, name, ty, where_clause }
        }));
        Ok(())
    }

    fn where_clause(&mut self, place: Option<&str>) -> Parse<Option<ivl::ast::Expr>> {
        let span = self.span();
        if !self.eat(TokenKind::Where) {
            return Ok(None);
        }
        if let Some(place) = place {
            self.report_at(&UNEXPECTED, span, format!("no `where` clause may stand on {place}"));
        }
        self.expr().map(Some)
    }

    /// `x, y: T` copies T; a hostile file could make that quadratic.
    pub fn limit_copies(&mut self, copies: usize, tokens: usize) -> Parse<()> {
        if copies.saturating_mul(tokens) <= MAX_COPIED {
            return Ok(());
        }
        self.report_at(&TOO_DEEP, self.span(), "too many names share this large type, attribute or `where` clause");
        Err(self.stop())
    }
}
