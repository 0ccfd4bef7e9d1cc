//! Lock classes: what is proved for every number of threads, and what must not be.

mod support;

use source::Verdict;

fn verdicts(text: &str) -> Vec<(String, Verdict)> {
    let checked = support::check(text, &support::pool());
    checked.verdicts.into_iter().filter(|(id, _)| !id.ends_with("/interface")).collect()
}

#[track_caller]
fn expect(text: &str, expected: &[(&str, Verdict)]) {
    let found = verdicts(text);
    let found: Vec<(&str, Verdict)> = found.iter().map(|(id, verdict)| (id.as_str(), *verdict)).collect();
    assert_eq!(found, expected);
}

/// Writers come first: threads that wait are counted, so that the machine needs to know who waits.
const WRITERS_FIRST: &str = "
class Lock {
    //@ property exclusive: AG(busy ==> nR == 0)
    //@ property waiting_counted: AG(waiting >= 0)
    private boolean busy; private int nR; private int waiting;
    //@ acquires r
    synchronized void enter() throws InterruptedException { while (busy || waiting > 0) wait(); nR++; }
    //@ releases r
    synchronized void exit() { nR--; notifyAll(); }
    //@ acquires w
    synchronized void write() throws InterruptedException {
        waiting++;
        try { while (busy || nR > 0) wait(); busy = true; } finally { waiting--; }
    }
    //@ releases w
    synchronized void done() { busy = false; notifyAll(); }
}";

#[test]
fn threads_that_wait_are_counted() {
    let found = verdicts(WRITERS_FIRST);
    assert!(found.contains(&("Lock/exclusive".to_string(), Verdict::Proved)), "{found:?}");
    assert!(found.contains(&("Lock/waiting_counted".to_string(), Verdict::Proved)), "{found:?}");
}

/// An interrupted writer that stays in the count keeps readers out for ever.
#[test]
fn an_interrupted_thread_that_stays_counted_is_found() {
    let wrong = WRITERS_FIRST.replace(
        "try { while (busy || nR > 0) wait(); busy = true; } finally { waiting--; }",
        "while (busy || nR > 0) wait(); busy = true; waiting--;",
    );
    let found = verdicts(&wrong);
    assert!(found.contains(&("Lock/waiting".to_string(), Verdict::Refuted)), "{found:?}");
}

/// Whoever leaves wakes one, who enters and will leave, or sleeps again because another has entered: that is enough.
#[test]
fn one_wake_up_by_each_that_leaves_is_enough() {
    let text = "
class Lock {
    //@ property exclusive: AG(!(a > 0 && b > 0))
    private int a; private int b;
    //@ acquires x
    synchronized void enterA() throws InterruptedException { while (b > 0) wait(); a++; }
    //@ releases x
    synchronized void exitA() { a--; notify(); }
    //@ acquires y
    synchronized void enterB() throws InterruptedException { while (a > 0 || b > 0) wait(); b++; }
    //@ releases y
    synchronized void exitB() { b--; notify(); }
}";
    expect(text, &[("Lock/exclusive", Verdict::Proved), ("Lock/waiting", Verdict::Proved)]);
}

/// Two permits come back one after the other, and only the first wakes somebody.
#[test]
fn a_wake_up_for_the_first_permit_only_is_not_enough() {
    let text = "
class Lock {
    //@ property none_lost: AG(free + count{p} == 2)
    private int free = 2;
    //@ acquires p
    synchronized void take() throws InterruptedException { while (free == 0) wait(); free--; }
    //@ releases p
    synchronized void give() { free++; if (free == 1) notify(); }
}";
    expect(text, &[("Lock/none_lost", Verdict::Proved), ("Lock/waiting", Verdict::Refuted)]);
}

/// Without the monitor the steps are not atomic, and nothing is claimed.
#[test]
fn a_lock_whose_method_is_no_monitor_is_not_understood() {
    let text = "
class Lock {
    //@ property exclusive: AG(count{m} <= 1)
    private boolean busy;
    //@ acquires m
    void enter() { busy = true; }
    //@ releases m
    synchronized void exit() { busy = false; notifyAll(); }
}";
    // Besides, it guards its field by halves.
    expect(text, &[("Lock.busy/shared", Verdict::Failed), ("Lock/exclusive", Verdict::Unsupported)]);
}

/// A thread may hold any of 2¹² sets of modes.
#[test]
fn a_lock_with_too_many_modes_is_not_explored() {
    let mut text = "class Lock {\n    //@ property some: AG(n >= 0)\n    private int n;\n".to_string();
    for mode in 0..12 {
        text.push_str(&format!("    //@ acquires m{mode}\n    synchronized void enter{mode}() {{ n++; }}\n"));
        text.push_str(&format!("    //@ releases m{mode}\n    synchronized void exit{mode}() {{ n--; }}\n"));
    }
    text.push_str("}\n");
    expect(&text, &[("Lock/some", Verdict::Unsupported)]);
}

/// As programmers write it.
#[test]
fn conditions_are_compared_and_blanks_do_not_matter() {
    let text = "
class Lock {
    //@ property same: AG((busy == true) == (count{m} != 0)); under  fair releases
    //@ property never: AG((busy != false) ==> count{m} == 1)
    private boolean busy;
    //@ acquires m
    synchronized void enter() throws InterruptedException { while (busy) wait(); busy = true; }
    //@ releases m
    synchronized void exit() { busy = false; notify(); }
}";
    let expected = [("Lock/same", Verdict::Proved), ("Lock/never", Verdict::Proved), ("Lock/waiting", Verdict::Proved)];
    expect(text, &expected);
}

#[test]
fn formulas_are_checked_where_they_stand() {
    for (formula, finding) in [
        ("AG(busi)", "`busi` is no number or boolean field of the lock"),
        ("AG(busy", "expected `)`"),
        ("AG(count{q} == 0)", "no method of the class `acquires` a `q`"),
        ("!AG(busy)", "below `!` there are no formulas about paths"),
        ("AG()", "`)` is not expected here"),
        ("AG(count{} == 0)", "expected the name of a mode"),
        ("AG(EF(busy))", "formulas are about all paths, with `A` in front"),
        ("AG(1x > 1)", "expected a number"),
        (
            "AG(99999999999999999999999999999999999999 > 1)",
            "this is more than the numbers that are computed with: at most 2^96, and 2^32 times a field",
        ),
        ("AG(busy > true)", "only numbers are more or less"),
        ("AG(busy != 2)", "a number is compared with a number, a truth value with `true`, `false` or another one"),
        ("AG(!count{m})", "this is a number, and a condition is expected: compare it with another one"),
        ("AG(busy || 1)", "this is a number, and a condition is expected: compare it with another one"),
        ("AG(busy + 1 == 2)", "only numbers are added"),
        ("AG(busy -> !busy)", "`->` does not belong into a formula: did you mean `==>`?"),
        ("AG(busy => !busy)", "`=>` does not belong into a formula: did you mean `==>`?"),
        ("AG(count{m} =< 1)", "`=<` does not belong into a formula: did you mean `<=`?"),
        ("AG(busy <=> busy)", "`<=>` does not belong into a formula: did you mean `<==>`?"),
        ("AF(busy) under fair release", "expected `under fair releases` behind the formula"),
        ("AG(!busy)\n    //@ proprety q: AG(busy)", "there is no annotation `proprety`"),
        ("AG(busy)", "`Lock` does not have the property `p`: it is false in the first state"),
        ("busy ==> !busy", "this says something of the first state only: `AG(…)` says it of all states"),
        ("AG(AF(busy) ==> busy)", "to the left of `==>` there are no formulas about paths"),
    ] {
        let text = format!(
            "class Lock {{\n    //@ property p: {formula}\n    private boolean busy;\n    //@ acquires m\n    \
             synchronized void enter() {{ busy = true; }}\n}}"
        );
        let checked = support::check(&text, &support::pool());
        let found: Vec<&str> = checked.findings.iter().map(|(_, _, message)| message.as_str()).collect();
        assert!(found.contains(&finding), "{formula}: {found:?}");
    }
}
