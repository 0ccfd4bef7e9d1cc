// The constructor makes the other object, which knows this one.

package locks.order_through_fields.bug_made_with_this;

class Agent {
    private final Desk desk = new Desk(this);

    public synchronized void call() {
        desk.note();
    }

    public synchronized void ring() {
//                           ^^^^ lock-order
    }
}

class Desk {
    private final Agent agent;

    Desk(Agent agent) {
        this.agent = agent;
    }

    public synchronized void note() {
    }

    public synchronized void wake() {
        agent.ring();
    }
}
