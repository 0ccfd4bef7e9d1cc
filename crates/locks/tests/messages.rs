//! What findings say.

mod support;

/// One finding of the program has this message.
fn says(members: &str, message: &str) {
    let text = format!(
        "import java.util.concurrent.locks.*;\nimport net.jcip.annotations.GuardedBy;\nclass Account {{\n    \
         private final ReentrantLock lock = new ReentrantLock();\n    {members}\n}}"
    );
    let checked = support::check(&text, &support::pool());
    let found: Vec<&str> = checked.findings.iter().map(|(_, _, message)| message.as_str()).collect();
    let times = found.iter().filter(|found| **found == message).count();
    assert_eq!(times, 1, "{members}: {found:?}, {:?}", checked.verdicts);
}

#[test]
fn a_condition_is_told_by_its_name() {
    let condition = "private final Condition paid = lock.newCondition();";
    says(
        &format!("{condition} public void pay() {{ paid.signal(); }}"),
        "`paid.signal()` is called without `lock`, to which the condition belongs",
    );
    says(
        &format!("{condition} public void wait_() throws InterruptedException {{ paid.await(); }}"),
        "`paid.await()` is called without `lock`, to which the condition belongs",
    );
}

#[test]
fn locks_of_two_objects_are_told_apart() {
    says(
        "public void to(Account other) { lock.lock(); try { other.lock.lock(); other.lock.unlock(); } finally { \
         lock.unlock(); } }",
        "a thread that holds one `Account.lock` takes another `Account.lock`; two threads may do so in opposite order",
    );
    says(
        "public synchronized void to(Account other) { synchronized (other) { } }",
        "a thread that holds the monitor of one `Account` takes the monitor of another `Account`; two threads may do so \
         in opposite order",
    );
}

/// However many accesses there are.
#[test]
fn a_guard_that_is_assigned_again_is_told_once() {
    says(
        "private Object guard = new Object(); @GuardedBy(\"guard\") private int n; \
         public void one() { synchronized (guard) { n++; } } public void two() { synchronized (guard) { n--; } } \
         public void other() { guard = new Object(); }",
        "`guard` may be assigned again, so that accesses cannot be checked: a field that guards others should be final",
    );
}

#[test]
fn what_a_clause_names_is_said() {
    says("//@ needs lock || this\n    private void pay() { }", "alternatives are separated by one `|`");
    says("//@ needs lock.readLock()\n    private void pay() { }", "`lock` is a `ReentrantLock`, it has no sides");
    says("@GuardedBy(\"lock.readLock()\") private int n;", "this is a `ReentrantLock`, it has no sides");
    says("//@ acquires\n    public void pay() { }", "`acquires` names no lock");
}
