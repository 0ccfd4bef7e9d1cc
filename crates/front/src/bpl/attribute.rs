//! Attributes `{:name …}` and triggers `{e, …}`.

use super::error::UNEXPECTED;
use super::parser::{Parse, Parser};
use super::token::TokenKind;
use ivl::ast::{Attribute, AttributeParam, Trigger};
use std::sync::Arc;

impl Parser<'_> {
    /// Zero or more attributes where no trigger may stand.
    pub fn attributes(&mut self) -> Parse<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.kind() == TokenKind::LBrace && self.kind_ahead(1) == TokenKind::Colon {
            let attribute = self.attribute()?;
            if &*attribute.name.name == "nopats" {
                self.report_at(&UNEXPECTED, attribute.span, "`{:nopats}` is a trigger; only a quantifier may have one");
            } else {
                attributes.push(attribute);
            }
        }
        Ok(attributes)
    }

    /// The attributes and triggers of a quantifier, in any order.
    pub fn attributes_and_triggers(&mut self) -> Parse<(Vec<Attribute>, Vec<Trigger>)> {
        let mut attributes = Vec::new();
        let mut triggers = Vec::new();
        while self.kind() == TokenKind::LBrace {
            if self.kind_ahead(1) != TokenKind::Colon {
                triggers.push(self.trigger()?);
                continue;
            }
            let attribute = self.attribute()?;
            if &*attribute.name.name == "nopats" {
                triggers.extend(self.negative_trigger(attribute));
            } else {
                attributes.push(attribute);
            }
        }
        Ok((attributes, triggers))
    }

    fn attribute(&mut self) -> Parse<Attribute> {
        let start = self.expect(TokenKind::LBrace, "before the attribute")?;
        self.expect(TokenKind::Colon, "before the attribute")?;
        let name = self.ident("the name of the attribute")?;
        let mut params = Vec::new();
        if self.kind() != TokenKind::RBrace {
            params.push(self.attribute_param()?);
            while self.eat(TokenKind::Comma) {
                params.push(self.attribute_param()?);
            }
        }
        self.expect(TokenKind::RBrace, "after the attribute")?;
        Ok(Attribute { name, params, span: self.span_from(start) })
    }

    fn attribute_param(&mut self) -> Parse<AttributeParam> {
        if self.kind() == TokenKind::String {
            return Ok(AttributeParam::String(self.string()));
        }
        Ok(AttributeParam::Expr(self.expr()?))
    }

    /// The text of the string at the cursor, without its quotes.
    pub fn string(&mut self) -> Arc<str> {
        let token = self.bump();
        let text = self.text_of(token);
        self.intern(text.get(1..text.len() - 1).unwrap_or(""))
    }

    fn trigger(&mut self) -> Parse<Trigger> {
        let start = self.expect(TokenKind::LBrace, "before the trigger")?;
        let exprs = self.exprs()?;
        self.expect(TokenKind::RBrace, "after the trigger")?;
        Ok(Trigger { negative: false, exprs, span: self.span_from(start) })
    }

    fn negative_trigger(&mut self, attribute: Attribute) -> Option<Trigger> {
        let Attribute { name: _, mut params, span } = attribute;
        match (params.pop(), params.is_empty()) {
            (Some(AttributeParam::Expr(expr)), true) => Some(Trigger { negative: true, exprs: vec![expr], span }),
            _ => {
                self.report_at(&UNEXPECTED, span, "`{:nopats}` has exactly one expression");
                None
            }
        }
    }
}
