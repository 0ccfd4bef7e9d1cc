//! Programs of several packages: who overrides whom, and which of two that bear one name is meant.

use concurrent::object::text::{method_name, print_type};
use concurrent::object::{Instruction, Program};
use expect_test::{Expect, expect};
use front::java::{Input, read};
use source::SourceMap;

/// What the calls in all methods `show` may run.
fn check(texts: &[&str], expected: Expect) {
    let mut map = SourceMap::new();
    let files: Vec<_> = texts.iter().map(|text| map.add("A.java", *text)).collect();
    let inputs: Vec<Input> =
        files.iter().map(|file| Input { file: *file, text: &map.file(*file).text, is_overlay: false }).collect();
    let (program, findings) = read(&inputs);
    assert!(findings.is_empty(), "{findings:?}");
    let gaps: Vec<_> = program.gaps().map(|(_, gap)| gap.message.clone()).collect();
    assert!(gaps.is_empty(), "{gaps:?}");
    expected.assert_eq(&calls(&program));
}

fn calls(program: &Program) -> String {
    let mut shown = String::new();
    for method in program.methods.iter().filter(|method| &*method.name == "show") {
        for edge in method.graph().into_iter().flat_map(|graph| &graph.edges) {
            if let Instruction::Call(call) = &edge.instruction {
                let class = |id| &program.class(program.method(id).class).name;
                let targets: Vec<String> = call.targets.iter().map(|id| class(*id).to_string()).collect();
                let called = program.method(call.method);
                let params = called.params.iter().filter(|param| Some(**param) != called.this());
                let types: Vec<String> = params.map(|param| print_type(program, &called.local(*param).ty)).collect();
                let name = method_name(program, call.method);
                shown += &format!("{name}({}): {}\n", types.join(", "), targets.join(", "));
            }
        }
    }
    shown
}

#[test]
fn a_method_without_a_modifier_is_overridden_in_its_package() {
    check(
        &[
            "package p; public class A { int m() { return 1; } int show() { return m(); } }",
            "package p; class C extends A { int m() { return 3; } }",
            "package q; public class B extends p.A { int m() { return 2; } }",
        ],
        expect![[r#"
            A.m(): p.A, p.C
        "#]],
    );
}

#[test]
fn a_method_that_became_public_is_overridden_everywhere() {
    check(
        &[
            "package p; public class A { int m() { return 1; } int show() { return m(); } }",
            "package p; public class C extends A { public int m() { return 3; } }",
            "package q; public class B extends p.C { public int m() { return 2; } }",
        ],
        expect![[r#"
            A.m(): p.A, p.C, q.B
        "#]],
    );
}

#[test]
fn what_a_class_does_not_inherit_is_found_around_it() {
    check(
        &[
            "package p; public class A { int m() { return 1; } }",
            "package q; class O { int m() { return 2; } class I extends p.A { int show() { return m(); } } }",
            "package p; class O { int m() { return 2; } class I extends A { int show() { return m(); } } }",
        ],
        expect![[r#"
            O.m(): q.O
            A.m(): p.A
        "#]],
    );
}

#[test]
fn a_call_chooses_among_what_it_may_name() {
    let class = "package p; public class A {
        protected static void m(int x) { } public static void m(long x) { } static void m(short x) { } }";
    let show = "static void show() { p.A.m((short) 1); }";
    check(
        &[class, &format!("package q; class B {{ {show} }}"), &format!("package q; class C extends p.A {{ {show} }}")],
        expect![[r#"
            A.m(long): p.A
            A.m(int): p.A
        "#]],
    );
}

#[test]
fn an_import_on_demand_brings_what_it_may_name() {
    check(
        &[
            "package p; class K { static void m() { } }",
            "package q; public class K { public static void m() { } }",
            "package r; import p.*; import q.*; class U { void show() { K.m(); } }",
        ],
        expect![[r#"
            K.m(): q.K
        "#]],
    );
}

#[test]
fn a_class_that_is_imported_by_its_name_comes_first() {
    check(
        &[
            "package p; public class A { public static class K { public static void m() { } } }",
            "package r; class K { static void m() { } }",
            "package r; import static p.A.K; class U { void show() { K.m(); } }",
        ],
        expect![[r#"
            A.K.m(): p.A.K
        "#]],
    );
}

#[test]
fn a_class_implements_an_interface_by_what_it_inherits() {
    check(
        &[
            "interface I { int m(String x); default int n() { return 1; } }",
            "class A<T> { public int m(T x) { return 1; } public int n() { return 2; } }",
            "class B extends A<String> implements I { int show(I i) { return m(null) + i.m(null) + i.n(); } }",
            "class C implements I { public int m(String x) { return 3; } }",
        ],
        expect![[r#"
            A.m(Object): A
            I.m(String): A, C
            I.n(): I, A
        "#]],
    );
}

#[test]
fn static_methods_of_interfaces_are_theirs_alone() {
    check(
        &[
            "interface I { static void m(int x) { } }",
            "class A implements I { static void m(long x) { } void show() { m(1); I.m(1); } }",
        ],
        expect![[r#"
            A.m(long): A
            I.m(int): I
        "#]],
    );
}

#[test]
fn a_member_class_hides_the_class_itself() {
    check(
        &["class P { static class B { static void m() { } } }", "class B extends P { void show() { B.m(); } }"],
        expect![[r#"
            P.B.m(): P.B
        "#]],
    );
}

#[test]
fn a_method_that_is_imported_by_its_name_comes_first() {
    check(
        &[
            "package p; public class A { public static void m(long x) { } public void n(int x) { } }",
            "package p; public class B { public static void m(int x) { } public static void n(long x) { } }",
            "package r; import static p.A.m; import static p.A.*; import static p.B.*;
            class U { void show() { m(1); n(1); } }",
        ],
        expect![[r#"
            A.m(long): p.A
            B.n(long): p.B
        "#]],
    );
}

#[test]
fn type_parameters_of_a_class_around() {
    check(
        &[
            "class O<T> { abstract class I { abstract void m(T x); void show(T x) { m(x); } }
            class J extends I { void m(T x) { } } }",
            "class P extends O<String> { class K extends I { void m(String x) { } void m(int x) { } } }",
        ],
        expect![[r#"
            O.I.m(Object): O.J, P.K
        "#]],
    );
}
