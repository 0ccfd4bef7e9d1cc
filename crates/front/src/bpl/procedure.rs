//! Procedures and implementations.

use super::parser::{Failed, Parse, Parser};
use super::token::TokenKind;
use ivl::ast::{Binding, Body, Condition, ImplementationDecl, ProcedureDecl, Signature, Spec};

impl Parser<'_> {
    pub fn procedure_decl(&mut self, pure: bool) -> Parse<ProcedureDecl> {
        let start = self.span();
        self.bump();
        let signature = self.signature(None)?;
        let (specs, body) = self.specs_and_body(Self::spec)?;
        Ok(ProcedureDecl { pure, signature, specs, body, span: self.span_from(start) })
    }

    pub fn implementation_decl(&mut self) -> Parse<ImplementationDecl> {
        let start = self.span();
        self.bump();
        let signature = self.signature(Some("a parameter of an implementation"))?;
        if self.kind().starts_spec() {
            let help = "the specification belongs to the procedure, not to its implementation";
            return Err(self.unexpected_because("the body of the implementation", Some(help)));
        }
        let body = self.body()?;
        Ok(ImplementationDecl { signature, body, span: self.span_from(start) })
    }

    fn signature(&mut self, no_where: Option<&str>) -> Parse<Signature> {
        let attributes = self.attributes()?;
        let name = self.ident("the name of the procedure")?;
        let type_params = self.type_params()?;
        let ins = self.formals(no_where)?;
        let outs = self.results(no_where)?;
        Ok(Signature { attributes, name, type_params, ins, outs })
    }

    /// Parameters in parentheses.
    pub fn formals(&mut self, no_where: Option<&str>) -> Parse<Vec<Binding>> {
        self.expect(TokenKind::LParen, "before the parameters")?;
        let formals = match self.kind() {
            TokenKind::RParen => Vec::new(),
            _ => self.attributed_bindings("the name of a parameter", no_where)?,
        };
        self.expect(TokenKind::RParen, "after the parameters")?;
        Ok(formals)
    }

    /// `returns (…)`, or nothing.
    pub fn results(&mut self, no_where: Option<&str>) -> Parse<Vec<Binding>> {
        match self.kind() {
            TokenKind::Returns => {
                self.bump();
                if self.kind() != TokenKind::LParen {
                    let help = "the results of a procedure have names: `returns (r: T)`";
                    return Err(self.unexpected_because("`(` after `returns`", Some(help)));
                }
                self.formals(no_where)
            }
            TokenKind::Colon => {
                let help = "the results of a procedure have names: `returns (r: T)`";
                Err(self.unexpected_because("`returns`, `;` or a body after the parameters", Some(help)))
            }
            TokenKind::Return => {
                let help = "results are declared with `returns`";
                Err(self.unexpected_because("`returns`, `;` or a body after the parameters", Some(help)))
            }
            TokenKind::LParen => {
                let help = "write `returns` before the results";
                Err(self.unexpected_because("`returns`, `;` or a body after the parameters", Some(help)))
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Either `;` and specifications, or specifications and a body.
    pub fn specs_and_body<S>(&mut self, read: impl Fn(&mut Self) -> Parse<S>) -> Parse<(Vec<S>, Option<Body>)> {
        let has_body = !self.eat(TokenKind::Semicolon);
        let mut specs = Vec::new();
        while self.kind().starts_spec() {
            let before = self.position();
            match read(self) {
                Ok(spec) => specs.push(spec),
                Err(Failed) => {
                    if self.position() == before {
                        self.bump();
                    }
                    self.skip_spec();
                }
            }
        }
        if !has_body && self.kind() == TokenKind::LBrace {
            let help = "a header that ends with `;` has no body: remove that `;`";
            return Err(self.unexpected_because("a declaration", Some(help)));
        }
        if has_body && self.kind() != TokenKind::LBrace {
            let expected = match specs.is_empty() {
                true => "`;`, a specification or a body after the header",
                false => "a body after the specifications",
            };
            let help =
                (!specs.is_empty()).then_some("without a body, the header ends with `;` before the specifications");
            return Err(self.unexpected_because(expected, help));
        }
        let body = if has_body { Some(self.body()?) } else { None };
        Ok((specs, body))
    }

    fn spec(&mut self) -> Parse<Spec> {
        let start = self.span();
        let free = self.eat(TokenKind::Free);
        match self.kind() {
            TokenKind::Requires => Ok(Spec::Requires(self.condition(start, free, "after the precondition")?)),
            TokenKind::Ensures => Ok(Spec::Ensures(self.condition(start, free, "after the postcondition")?)),
            TokenKind::Modifies if !free => {
                let names = self.modifies()?;
                Ok(Spec::Modifies { names, span: self.span_from(start) })
            }
            // The language gives no meaning to `free` before `measure`.
            TokenKind::Measure => Ok(Spec::Measure(self.measure()?)),
            _ => {
                let help =
                    (!free).then_some("`refines`, `preserves` and `asserts` belong to actions and yield procedures");
                Err(self.unexpected_because("`requires`, `ensures`, `modifies` or `measure`", help))
            }
        }
    }

    /// The keyword at the cursor with its condition, and `;`.
    pub fn condition(&mut self, start: source::Span, free: bool, context: &str) -> Parse<Condition> {
        let (attributes, expr) = self.proposition(context)?;
        Ok(Condition { free, attributes, expr, span: self.span_from(start) })
    }

    /// `modifies x, y;`, possibly of nothing.
    pub fn modifies(&mut self) -> Parse<Vec<ivl::ast::Ident>> {
        self.bump();
        let names = match self.kind() {
            TokenKind::Semicolon => Vec::new(),
            _ => self.idents("a variable that is modified")?,
        };
        self.semicolon("after the modified variables")?;
        Ok(names)
    }
}
