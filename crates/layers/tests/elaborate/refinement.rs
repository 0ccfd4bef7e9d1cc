//! What refines what.

use crate::common::check_elaboration as check;
use expect_test::expect;

#[test]
fn refined_actions_exist_above() {
    check(
        "action {:layer 1} A() refines B; { }
        action {:layer 3} B() { }
        action {:layer 1} C() refines C; { }
        yield procedure {:layer 1} P() refines A; { }
        yield procedure {:layer 2} Q() refines B; { }
        action D() refines B; { }",
        expect![[r#"
            1:19: E0509 `A` refines `B` at layer 2, where that does not exist
              2:27: `B` exists at layer 3
            3:27: E0509 `C` refines `C` at layer 2, where that does not exist
              3:27: `C` exists at layer 1
            4:36: E0509 `P` refines `A` at layer 2, where that does not exist
              1:19: `A` exists at layer 1
            6:16: E0509 `D` exists at every layer, so there is none where it refines `B`
              2:27: `B` exists at layer 3
        "#]],
    );
}

#[test]
fn signatures_match() {
    check(
        "action {:layer 2} A(x: int, y: bool) returns (r: int) refines B; { }
        action {:layer 3} B({:linear} x: int, y: int) { }
        yield procedure {:layer 1} P(x: int, {:layer 0} y: bool) returns (r: int) refines A; { }
        yield procedure {:layer 1} Q(z: int, y: int) returns ({:linear} r: int) refines A; { }
        yield procedure {:layer 1} R(x: int, {:hide} z: int, y: bool) returns (r: int) refines A; { }",
        expect![[r#"
            1:19: E0510 `A` has 1 visible out-parameters, but `B`, which it refines, has 0
              2:27: refined here
              help: mark a parameter that is not part of the action with `{:hide}`
            1:21: E0510 in-parameter `x` holds permissions in another way in `B`, which `A` refines
              2:39: the refined one
            1:29: E0510 in-parameter `y` has another type in `B`, which `A` refines
              2:47: the refined one
            3:36: E0510 `P` has 1 visible in-parameters, but `A`, which it refines, has 2
              1:19: refined here
              help: mark a parameter that is not part of the action with `{:hide}`
            4:38: E0510 in-parameter `z` is called `x` in `A`, which `Q` refines
              1:21: the refined one
            4:46: E0510 in-parameter `y` has another type in `A`, which `Q` refines
              1:29: the refined one
            4:73: E0510 out-parameter `r` holds permissions in another way in `A`, which `Q` refines
              1:47: the refined one
        "#]],
    );
}
