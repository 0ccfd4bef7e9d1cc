//! Exact rational numbers: a fraction in lowest terms with a positive denominator.

use num_bigint::BigInt;
use num_bigint::Sign;
use std::cmp::Ordering;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rational {
    numerator: BigInt,
    denominator: BigInt,
}

impl Rational {
    /// None if the denominator is zero.
    pub fn new(numerator: BigInt, denominator: BigInt) -> Option<Rational> {
        let sign = match denominator.sign() {
            Sign::NoSign => return None,
            Sign::Minus => BigInt::from(-1),
            Sign::Plus => BigInt::from(1),
        };
        let divisor = gcd(&numerator, &denominator) * sign;
        Some(Rational { numerator: numerator / &divisor, denominator: denominator / divisor })
    }

    pub fn from_int(value: BigInt) -> Rational {
        Rational { numerator: value, denominator: BigInt::from(1) }
    }

    pub fn is_zero(&self) -> bool {
        self.numerator.sign() == Sign::NoSign
    }

    /// The greatest integer that is not greater.
    pub fn floor(&self) -> BigInt {
        let quotient = &self.numerator / &self.denominator;
        let exact = &quotient * &self.denominator == self.numerator;
        if self.numerator.sign() == Sign::Minus && !exact { quotient - 1 } else { quotient }
    }

    pub fn negated(&self) -> Rational {
        Rational { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }

    pub fn plus(&self, other: &Rational) -> Rational {
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Rational::reduced(numerator, &self.denominator * &other.denominator)
    }

    pub fn minus(&self, other: &Rational) -> Rational {
        self.plus(&other.negated())
    }

    pub fn times(&self, other: &Rational) -> Rational {
        Rational::reduced(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    /// None if the divisor is zero.
    pub fn divided_by(&self, other: &Rational) -> Option<Rational> {
        Rational::new(&self.numerator * &other.denominator, &self.denominator * &other.numerator)
    }

    /// The denominator is positive.
    fn reduced(numerator: BigInt, denominator: BigInt) -> Rational {
        let divisor = gcd(&numerator, &denominator);
        Rational { numerator: numerator / &divisor, denominator: denominator / divisor }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == BigInt::from(1) {
            write!(f, "{}.0", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// The greatest common divisor, not negative.
fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b.sign() != Sign::NoSign {
        (a, b) = (b.clone(), a % b);
    }
    if a.sign() == Sign::Minus { -a } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into()).unwrap()
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(fraction(6, -4), fraction(-3, 2));
        assert_eq!(fraction(0, -7), Rational::from_int(0.into()));
        assert_eq!(fraction(-3, 2).to_string(), "-3/2");
        assert_eq!(Rational::new(1.into(), 0.into()), None);
    }

    #[test]
    fn floor_goes_down() {
        let floors = [(-3, 2), (3, 2), (-4, 2), (0, 5)].map(|(n, d)| fraction(n, d).floor());
        assert_eq!(floors, [-2, 1, -2, 0].map(BigInt::from));
    }

    #[test]
    fn arithmetic_and_order() {
        assert_eq!(fraction(1, 2).plus(&fraction(1, 3)), fraction(5, 6));
        assert_eq!(fraction(1, 2).minus(&fraction(1, 3)), fraction(1, 6));
        assert_eq!(fraction(1, 2).divided_by(&fraction(-1, 4)), Some(fraction(-2, 1)));
        assert!(fraction(-1, 2) < fraction(-1, 3));
    }
}
