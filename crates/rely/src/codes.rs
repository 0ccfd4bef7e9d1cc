//! The codes of this engine's findings, with their long texts.

source::codes! { ALL:
    UNSUPPORTED "E0920" "unsupported" as Unsupported
        "Something in the method, or in a method that it calls, is not modelled.\n\n\
         Nothing is proved of this method. Others are still checked; a call of a method with an abstraction (`modifies`, \
         `action`, `ensures`) does not look into its body.";
    GUARD "E0921" "guard"
        "A field is read or written without the lock that its declaration names.\n\n\
         `@GuardedBy(\"l\")`: only the thread that holds `l` may touch the field, unless no other thread can reach the \
         object yet. Other threads rely on it: between two steps of a thread that holds `l` they do not expect the field to \
         change.\n\n\
         What helps: `synchronized (l) { … }` around all steps that belong together.";
    WRITE "E0922" "write-not-allowed"
        "A field is written where its declaration does not allow it.\n\n\
         `writable_if P`: the writing thread must have P. `unwritable_by_env_if P`: no other thread may have P, since a \
         thread that has P relies on nobody else writing the field. A final field is written only while no other thread can \
         reach the object.";
    READ "E0923" "read-not-allowed"
        "A field is read where its declaration `readable_if P` does not allow it.";
    ENVIRONMENT "E0924" "environment"
        "A step breaks what other threads assume of their environment.\n\n\
         An `env_assumption` is a promise of every thread to all others about each of its steps.";
    INVARIANT "E0925" "global-invariant"
        "A step does not keep a global invariant.\n\n\
         A `global_invariant` holds of every object that more than one thread can reach, after every step, not only at the \
         end of a method. If it is to be broken for a while, say when: `holder == null ==> …`.";
    ACTION "E0926" "abstraction"
        "A method does something that its abstraction does not allow.\n\n\
         Each step is one of the declared actions, in their order, or changes nothing but what `modifies` names. On return all \
         actions have happened, and the `ensures` clause holds.";
    EXCEPTION "E0927" "implicit-exception"
        "Java would throw here: a null reference, an index out of bounds, a negative size, a division by zero, a cast.\n\n\
         Values that were read from shared fields may be out of date: other threads run between any two steps.";
    ASSERTION "E0928" "java-assertion"
        "An assertion might not hold. Other threads run between any two steps; only what the declarations keep them from \
         changing is known still to hold.";
    PRECONDITION "E0929" "method-precondition"
        "A `requires` clause of a method, or the lock that `@GuardedBy` on it names, might not hold at this call.";
    STABILITY "E0930" "stability"
        "A declaration does not survive two steps of other threads.\n\n\
         What a thread knows of one step of its environment it must know of any number of them, so each declaration has to \
         be reflexive and transitive, together with all others. A lock in a field that is not final is the usual cause: \
         another thread may replace it.";
    MONITOR "E0931" "monitor-not-held"
        "`wait`, `notify` and `unlock` need the lock; without it Java throws an IllegalMonitorStateException.";
    LOOP "E0932" "java-loop-invariant"
        "A loop invariant might not hold on entry, or after an iteration.";
    INFERRED "E0936" "inferred"
        "What can be declared of a field of a thread-safe class, found by trying (`--infer`).\n\n\
         Every lock that the class uses is tried as a guard of each field of which nothing is declared; the ones that every \
         access holds are told. Write the annotation into the source: it is checked there.";
    TRUSTED "E0933" "trusted" as Trusted
        "What `assume` says is taken for granted here, and what follows from it is proved only as far as it is true.";
    UNDECLARED "E0934" "undeclared-field"
        "A field of a thread-safe class is neither final nor volatile, and nothing is declared of it.\n\n\
         Any thread may write it at any time, and what one thread writes another need not see.\n\n\
         What helps: `@GuardedBy(\"l\")` if a lock protects it, `final` if it is set once, `volatile`, or a clause such as \
         `writable_if P`. `counterpoint check --infer` proposes guards.";
    CONTENT "E0937" "unprotected-content"
        "What a field of a thread-safe class leads to is written by one thread while another one reads or writes it.\n\n\
         A `final` field keeps its value, but the array, the collection or the object behind it is shared like any other \
         variable.\n\n\
         \x20   @ThreadSafe class Names {\n\
         \x20       private final Set<String> names = new HashSet<>();\n\
         \x20       synchronized void add(String name) { names.add(name); }\n\
         \x20       boolean has(String name) { return names.contains(name); }   // no lock\n\
         \x20   }\n\n\
         What helps: one lock at every access, or a class that is thread-safe by itself, such as `ConcurrentHashMap`; a copy \
         where the content is handed out.";
    COMPOUND "E0938" "compound-step"
        "A variable is read and then written in two steps, and another thread may write it in between.\n\n\
         `volatile` and atomics make each step one step, not the two together; so do concurrent collections.\n\n\
         \x20   volatile int n;\n\
         \x20   void add() { n++; }              // reads n, writes n + 1\n\n\
         What helps: one step for both (`incrementAndGet`, `compareAndSet` in a loop, `putIfAbsent`, `compute`), or one lock \
         that is held from the read to the write, and at every other write. If it is meant, a clause says what other threads \
         may do: `env_assumption`, or an abstraction of the method.";
}
