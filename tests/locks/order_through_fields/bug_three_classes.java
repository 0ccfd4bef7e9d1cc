// A circle of three classes, through fields.

package locks.order_through_fields.bug_three_classes;

class Agent {
    private final Desk desk;

    Agent(Desk desk) {
        this.desk = desk;
    }

    public synchronized void call() {
        desk.note();
    }

    public synchronized void ring() {
//                           ^^^^ lock-order
    }
}

class Desk {
    private final Office office;

    Desk(Office office) {
        this.office = office;
    }

    public synchronized void note() {
    }

    public synchronized void report() {
        office.enter();
    }
}

class Office {
    private Agent first;

    public synchronized void set(Agent agent) {
        first = agent;
    }

    public synchronized void enter() {
    }

    public synchronized void open() {
        first.ring();
    }
}
