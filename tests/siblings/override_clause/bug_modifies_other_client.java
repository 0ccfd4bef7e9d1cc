// Wrong: the client calls step() of a Base that is a Below: b becomes 2, and its assertion fails.

package siblings.override_clause.bug_modifies_other_client;

class Base {
    int a;
    int b;

    //@ modifies a
    void step() {
        a = 1;
    }
}

class Below extends Base {
    @Override
    void step() {
        a = 1;
        b = 2;
    }
}

class Client {
    public static void main(String[] args) {
        Base x = args.length > 0 ? new Base() : new Below();
        x.b = 5;
        x.step();
        //@ assert x.b == 5
    }
}
