//! Declarations: types, constants, functions, axioms, variables.

use super::error::UNEXPECTED;
use super::parser::{Failed, Parse, Parser};
use super::token::TokenKind;
use ivl::ast::{
    AxiomDecl, Binding, ConstDecl, Constructor, DatatypeDecl, Decl, FunctionDecl, FunctionParam, Ident, Program, Type,
    TypeDecl, TypeKind, VarDecl,
};
use source::Diagnostic;

impl Parser<'_> {
    pub fn program(&mut self) -> Program {
        let mut decls = Vec::new();
        while self.kind() != TokenKind::Eof {
            let before = self.position();
            if let Err(Failed) = self.decl(&mut decls) {
                if self.position() == before {
                    self.bump();
                }
                self.skip_declaration();
            }
        }
        Program { decls }
    }

    fn decl(&mut self, decls: &mut Vec<Decl>) -> Parse<()> {
        let decl = match self.kind() {
            TokenKind::Type => return self.type_decls(decls),
            TokenKind::Var => return self.var_decls(decls),
            TokenKind::Datatype => Decl::Datatype(self.datatype_decl()?),
            TokenKind::Const => Decl::Const(self.const_decl()?),
            TokenKind::Function | TokenKind::Revealed => Decl::Function(self.function_decl()?),
            TokenKind::Axiom | TokenKind::Hideable => Decl::Axiom(self.axiom_decl()?),
            TokenKind::Implementation => Decl::Implementation(self.implementation_decl()?),
            TokenKind::Procedure => Decl::Procedure(self.procedure_decl(false)?),
            TokenKind::Invariant => Decl::YieldInvariant(self.yield_invariant_decl(true)?),
            TokenKind::Yield => self.yield_decl()?,
            TokenKind::Pure => self.pure_decl()?,
            TokenKind::Action | TokenKind::Left | TokenKind::Right | TokenKind::Both | TokenKind::Atomic => {
                Decl::Action(self.action_decl(false)?)
            }
            _ => return Err(self.no_declaration()),
        };
        decls.push(decl);
        Ok(())
    }

    fn no_declaration(&mut self) -> Failed {
        let help = match self.kind() {
            TokenKind::RBrace => Some("this brace closes nothing"),
            TokenKind::LBrace => Some("a body follows directly on its procedure, without `;` between them"),
            kind if kind.starts_spec() => {
                Some("specifications follow directly on the header of their procedure, before its body")
            }
            kind if kind.starts_statement() => Some("statements stand in the body of a procedure"),
            _ => None,
        };
        self.unexpected_because("a declaration", help)
    }

    /// `type T a b, U = T int int;`
    fn type_decls(&mut self, decls: &mut Vec<Decl>) -> Parse<()> {
        let mut start = self.span();
        self.bump();
        let attributes_start = self.position();
        let attributes = self.attributes()?;
        let size = self.position() - attributes_start;
        let mut count = 0;
        loop {
            self.limit_copies(count, size)?;
            let name = self.ident("the name of the type")?;
            let mut params = Vec::new();
            while self.kind().is_ident() {
                params.push(self.ident("the name of a type parameter")?);
            }
            let synonym = if self.eat(TokenKind::Equal) { Some(self.ty()?) } else { None };
            let span = self.span_from(start);
            decls.push(Decl::Type(TypeDecl { attributes: attributes.clone(), name, params, synonym, span }));
            if !self.eat(TokenKind::Comma) {
                break;
            }
            count += 1;
            start = self.span();
        }
        let help = match self.kind() {
            TokenKind::Less => Some("the parameters of a type are written `type T a b;`"),
            TokenKind::LBrace => Some("a type with constructors is declared with `datatype`"),
            TokenKind::ColonEqual => Some("a type synonym is written with `=`"),
            _ => None,
        };
        match help {
            Some(_) => Err(self.unexpected_because("`;` after the type", help)),
            None => self.semicolon("after the type").map(|_| ()),
        }
    }

    fn datatype_decl(&mut self) -> Parse<DatatypeDecl> {
        let start = self.span();
        self.bump();
        let attributes = self.attributes()?;
        let name = self.ident("the name of the datatype")?;
        let params = self.type_params()?;
        self.expect(TokenKind::LBrace, "before the constructors")?;
        let mut constructors = vec![self.constructor()?];
        while self.eat(TokenKind::Comma) {
            constructors.push(self.constructor()?);
        }
        self.expect(TokenKind::RBrace, "after the constructors")?;
        Ok(DatatypeDecl { attributes, name, params, constructors, span: self.span_from(start) })
    }

    fn constructor(&mut self) -> Parse<Constructor> {
        let name = self.ident("the name of a constructor")?;
        if self.kind() != TokenKind::LParen {
            let help = format!("a constructor without fields is written `{}()`", name.name);
            return Err(self.unexpected_because("`(` after the constructor", Some(&help)));
        }
        self.bump();
        let fields = match self.kind() {
            TokenKind::RParen => Vec::new(),
            _ => self.attributed_bindings("the name of a field", Some("a field"))?,
        };
        self.expect(TokenKind::RParen, "after the fields")?;
        Ok(Constructor { name, fields })
    }

    fn const_decl(&mut self) -> Parse<ConstDecl> {
        let start = self.span();
        self.bump();
        let attributes = self.attributes()?;
        let unique = self.eat(TokenKind::Unique);
        let names = self.idents("the name of the constant")?;
        self.expect(TokenKind::Colon, "before the type of the constant")?;
        let ty = self.ty()?;
        let uses = match self.kind() {
            TokenKind::Uses => self.uses()?,
            TokenKind::Equal | TokenKind::ColonEqual => {
                let help = "a constant gets its value from an axiom: `axiom c == 3;`";
                return Err(self.unexpected_because("`;` after the constant", Some(help)));
            }
            _ => {
                self.semicolon("after the constant")?;
                Vec::new()
            }
        };
        Ok(ConstDecl { attributes, unique, names, ty, uses, span: self.span_from(start) })
    }

    /// `uses { axioms }`
    fn uses(&mut self) -> Parse<Vec<AxiomDecl>> {
        self.bump();
        self.expect(TokenKind::LBrace, "after `uses`")?;
        let mut axioms = Vec::new();
        while matches!(self.kind(), TokenKind::Axiom | TokenKind::Hideable) {
            axioms.push(self.axiom_decl()?);
        }
        self.expect(TokenKind::RBrace, "after the axioms")?;
        Ok(axioms)
    }

    fn axiom_decl(&mut self) -> Parse<AxiomDecl> {
        let start = self.span();
        let hideable = self.eat(TokenKind::Hideable);
        if self.kind() != TokenKind::Axiom {
            return Err(self.unexpected("`axiom` after `hideable`"));
        }
        let (attributes, expr) = self.proposition("after the axiom")?;
        Ok(AxiomDecl { attributes, hideable, expr, span: self.span_from(start) })
    }

    fn var_decls(&mut self, decls: &mut Vec<Decl>) -> Parse<()> {
        let start = self.span();
        let bindings = self.locals()?;
        let span = self.span_from(start);
        decls.extend(bindings.into_iter().map(|binding: Binding| Decl::Var(VarDecl { binding, span })));
        Ok(())
    }

    fn function_decl(&mut self) -> Parse<FunctionDecl> {
        let start = self.span();
        let revealed = self.eat(TokenKind::Revealed);
        self.expect(TokenKind::Function, "after `revealed`")?;
        let attributes = self.attributes()?;
        let name = self.ident("the name of the function")?;
        let type_params = self.type_params()?;
        let params = self.function_params()?;
        let result = self.function_result()?;
        let mut body = None;
        let mut uses = Vec::new();
        match self.kind() {
            TokenKind::LBrace => {
                self.bump();
                body = Some(self.expr()?);
                if self.kind() == TokenKind::Semicolon {
                    let help = "the body of a function is one expression, without `;`";
                    return Err(self.unexpected_because("`}` after the body of the function", Some(help)));
                }
                self.expect(TokenKind::RBrace, "after the body of the function")?;
                if self.kind() == TokenKind::Uses {
                    uses = self.uses()?;
                }
            }
            TokenKind::Uses => uses = self.uses()?,
            TokenKind::Equal | TokenKind::ColonEqual => {
                let help = "the body of a function stands in braces: `{ e }`";
                return Err(self.unexpected_because("`{` or `;` after the function", Some(help)));
            }
            _ => {
                self.semicolon("or a body after the function")?;
            }
        }
        let span = self.span_from(start);
        Ok(FunctionDecl { attributes, revealed, name, type_params, params, result, body, uses, span })
    }

    fn function_result(&mut self) -> Parse<FunctionParam> {
        if self.eat(TokenKind::Colon) {
            return Ok(FunctionParam { attributes: Vec::new(), name: None, ty: self.ty()? });
        }
        if self.kind() != TokenKind::Returns {
            let help = "a function has one result: write `: T` or `returns (r: T)`";
            return Err(self.unexpected_because("`returns` or `:` after the parameters", Some(help)));
        }
        self.bump();
        if self.kind() != TokenKind::LParen {
            let help = "the result is written `returns (T)`, `returns (r: T)` or `: T`";
            return Err(self.unexpected_because("`(` after `returns`", Some(help)));
        }
        self.bump();
        let result = self.function_param()?;
        self.expect(TokenKind::RParen, "after the result")?;
        Ok(result)
    }

    fn function_params(&mut self) -> Parse<Vec<FunctionParam>> {
        self.expect(TokenKind::LParen, "before the parameters")?;
        let mut params = Vec::new();
        let start = self.position();
        if self.kind() != TokenKind::RParen {
            params.push(self.function_param()?);
            while self.eat(TokenKind::Comma) {
                params.push(self.function_param()?);
            }
        }
        self.limit_type_copies(&params, start)?;
        self.expect(TokenKind::RParen, "after the parameters")?;
        self.spell_out(&mut params);
        Ok(params)
    }

    fn limit_type_copies(&mut self, params: &[FunctionParam], start: usize) -> Parse<()> {
        let nameless = params.iter().filter(|param| param.name.is_none()).count();
        match nameless == params.len() {
            true => Ok(()),
            // Each parameter takes at least two tokens; what is left may be the type that is copied.
            false => self.limit_copies(nameless, (self.position() - start).saturating_sub(2 * params.len())),
        }
    }

    /// `T`, `x: T`, or `x` alone, which is read as a type here.
    fn function_param(&mut self) -> Parse<FunctionParam> {
        let attributes = self.attributes()?;
        let names_type = matches!(self.kind(), TokenKind::Int | TokenKind::Bool | TokenKind::RealKeyword);
        let is_word = self.kind().is_ident() || self.kind().is_keyword() && !names_type;
        if is_word && self.kind_ahead(1) == TokenKind::Colon {
            let name = self.ident("the name of a parameter")?;
            self.bump();
            return Ok(FunctionParam { attributes, name: Some(name), ty: self.ty()? });
        }
        let ty = self.ty()?;
        if self.kind() == TokenKind::Colon {
            let error = Diagnostic::error(&UNEXPECTED, ty.span, "expected the name of a parameter before `:`");
            return Err(self.report(error.help("a parameter is written `x: T`, or `T` alone")));
        }
        Ok(FunctionParam { attributes, name: None, ty })
    }

    /// If some parameter has a name, those that seem to be types are names, and have the type of their successor.
    fn spell_out(&mut self, params: &mut [FunctionParam]) {
        if params.iter().all(|param| param.name.is_none()) {
            return;
        }
        let mut later: Option<Type> = None;
        for param in params.iter_mut().rev() {
            if param.name.is_some() {
                later = Some(param.ty.clone());
                continue;
            }
            let Some(ty) = &later else {
                self.report_at(&UNEXPECTED, param.ty.span, "the type of the last parameter is not given");
                return;
            };
            let span = param.ty.span;
            match &param.ty.kind {
                TypeKind::Named { name, args } if args.is_empty() => {
                    param.name = Some(Ident { name: name.clone(), span });
                    param.ty = ty.clone();
                }
                _ => {
                    let message = "expected the name of a parameter, found a type";
                    let error = Diagnostic::error(&UNEXPECTED, span, message);
                    self.report(error.help("either all parameters of a function have names, or none has"));
                }
            }
        }
    }
}
