//! The tokens of Boogie text.

/// One token: its kind and the bytes it covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
}

macro_rules! token_kinds {
    (symbols { $($symbol:ident = $symbol_text:literal,)* } keywords { $($keyword:ident = $keyword_text:literal,)* }) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum TokenKind {
            /// The end of the text; the last token, exactly once.
            Eof,
            /// Something the lexer has already complained about.
            Unknown,
            Ident,
            Digits,
            /// `digits bv width`
            Bv,
            /// `1.5`, `2e-3`
            Real,
            Float,
            String,
            $($symbol,)*
            $($keyword,)*
        }

        impl TokenKind {
            /// The keyword spelt so, if there is one.
            pub fn keyword(text: &str) -> Option<TokenKind> {
                match text {
                    $($keyword_text => Some(TokenKind::$keyword),)*
                    _ => None,
                }
            }

            pub fn is_keyword(self) -> bool {
                matches!(self, $(TokenKind::$keyword)|*)
            }

            /// How a message names the token.
            pub fn name(self) -> &'static str {
                match self {
                    TokenKind::Eof => "the end of the file",
                    TokenKind::Unknown => "an unknown character",
                    TokenKind::Ident => "a name",
                    TokenKind::Digits => "a number",
                    TokenKind::Bv => "a bit-vector literal",
                    TokenKind::Real => "a real literal",
                    TokenKind::Float => "a float literal",
                    TokenKind::String => "a string",
                    $(TokenKind::$symbol => concat!("`", $symbol_text, "`"),)*
                    $(TokenKind::$keyword => concat!("`", $keyword_text, "`"),)*
                }
            }
        }
    };
}

token_kinds! {
    symbols {
        LParen = "(",
        RParen = ")",
        LBracket = "[",
        RBracket = "]",
        LBrace = "{",
        RBrace = "}",
        CodeOpen = "|{",
        CodeClose = "}|",
        Comma = ",",
        Semicolon = ";",
        Colon = ":",
        QSep = "::",
        ColonEqual = ":=",
        Equal = "=",
        Arrow = "->",
        Bar = "|",
        Iff = "<==>",
        Implies = "==>",
        Explies = "<==",
        And = "&&",
        Or = "||",
        Not = "!",
        EqEq = "==",
        NotEq = "!=",
        Less = "<",
        LessEq = "<=",
        Greater = ">",
        GreaterEq = ">=",
        PlusPlus = "++",
        Plus = "+",
        Minus = "-",
        Star = "*",
        StarStar = "**",
        Slash = "/",
    }
    keywords {
        Action = "action",
        Assert = "assert",
        Asserts = "asserts",
        Assume = "assume",
        Async = "async",
        Atomic = "atomic",
        Axiom = "axiom",
        Bool = "bool",
        Both = "both",
        Break = "break",
        Call = "call",
        Const = "const",
        Datatype = "datatype",
        Div = "div",
        Else = "else",
        Ensures = "ensures",
        Exists = "exists",
        False = "false",
        Forall = "forall",
        Free = "free",
        Function = "function",
        Goto = "goto",
        Havoc = "havoc",
        Hide = "hide",
        Hideable = "hideable",
        If = "if",
        Implementation = "implementation",
        Int = "int",
        Invariant = "invariant",
        Is = "is",
        Lambda = "lambda",
        Left = "left",
        Measure = "measure",
        Mod = "mod",
        Modifies = "modifies",
        Old = "old",
        Pop = "pop",
        Preserves = "preserves",
        Procedure = "procedure",
        Pure = "pure",
        Push = "push",
        RealKeyword = "real",
        Refines = "refines",
        Requires = "requires",
        Return = "return",
        Returns = "returns",
        Reveal = "reveal",
        Revealed = "revealed",
        Right = "right",
        Rna = "RNA",
        Rne = "RNE",
        Rtn = "RTN",
        Rtp = "RTP",
        Rtz = "RTZ",
        RoundNearestTiesToAway = "roundNearestTiesToAway",
        RoundNearestTiesToEven = "roundNearestTiesToEven",
        RoundTowardNegative = "roundTowardNegative",
        RoundTowardPositive = "roundTowardPositive",
        RoundTowardZero = "roundTowardZero",
        Then = "then",
        True = "true",
        Type = "type",
        Unique = "unique",
        Uses = "uses",
        Var = "var",
        Where = "where",
        While = "while",
        Yield = "yield",
    }
}

impl TokenKind {
    /// Names, and the keywords that are names wherever a name is expected.
    pub fn is_ident(self) -> bool {
        use TokenKind::*;
        matches!(self, Ident | Atomic | Both | Left | Right | Reveal | Hide | Push | Pop)
    }

    pub fn is_number(self) -> bool {
        matches!(self, TokenKind::Digits | TokenKind::Bv | TokenKind::Real | TokenKind::Float)
    }

    pub fn is_relation(self) -> bool {
        use TokenKind::*;
        matches!(self, EqEq | NotEq | Less | LessEq | Greater | GreaterEq)
    }

    /// Tokens that begin a declaration and never occur inside a body.
    pub fn starts_declaration(self) -> bool {
        use TokenKind::*;
        matches!(self, Type | Datatype | Const | Function | Revealed | Procedure | Implementation | Yield | Pure)
    }

    /// Tokens that begin a declaration, or else something inside one.
    pub fn may_start_declaration(self) -> bool {
        use TokenKind::*;
        self.starts_declaration()
            || matches!(self, Axiom | Hideable | Var | Invariant | Action | Left | Right | Both | Atomic)
    }

    pub fn starts_spec(self) -> bool {
        use TokenKind::*;
        matches!(self, Requires | Ensures | Preserves | Asserts | Modifies | Measure | Refines | Free)
    }

    /// Keywords that begin a statement.
    pub fn starts_statement(self) -> bool {
        use TokenKind::*;
        matches!(self, Assert | Assume | Havoc | Call | Async | If | While | Break | Goto | Return | Measure)
    }
}
