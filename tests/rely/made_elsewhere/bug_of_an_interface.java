// What an interface says of its objects has to hold of those that a method makes.

package rely.made_elsewhere.bug_of_an_interface;

interface Counted {
    //@ ghost int count
    //@ global_invariant count > 0
}

class Thing implements Counted {
}

class Maker {
    private Maker() {
    }

    //@ modifies \nothing
    static Thing make() {
//               ^^^^ global-invariant
        return new Thing();
    }
}

class Start {
    static void look(Counted counted) {
        if (counted != null) {
            //@ assert counted.count > 0
        }
    }

    public static void main(String[] args) {
        look(Maker.make());
    }
}
