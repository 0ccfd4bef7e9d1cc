// Each object calls the other one with its own monitor held.

package locks.order_through_fields.bug_each_has_the_other;

class Agent {
    private Desk desk;

    public synchronized void set(Desk desk) {
        this.desk = desk;
    }

    public synchronized void call() {
        if (desk != null) {
            desk.note();
        }
    }

    public synchronized void ring() {
//                           ^^^^ lock-order
    }
}

class Desk {
    private Agent agent;

    public synchronized void set(Agent agent) {
        this.agent = agent;
    }

    public synchronized void note() {
    }

    public synchronized void wake() {
        if (agent != null) {
            agent.ring();
        }
    }
}
