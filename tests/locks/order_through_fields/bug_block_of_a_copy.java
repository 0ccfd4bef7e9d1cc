// The monitors are taken by blocks, through local variables.

package locks.order_through_fields.bug_block_of_a_copy;

class Agent {
    private Desk desk;

    void set(Desk desk) {
        this.desk = desk;
//      ^^^^ shared-field
    }

    public void call() {
        synchronized (this) {
            Desk mine = desk;
            synchronized (mine) {
//                        ^^^^ lock-order
            }
        }
    }
}

class Desk {
    private Agent agent;

    void set(Agent agent) {
        this.agent = agent;
//      ^^^^ shared-field
    }

    public void wake() {
        synchronized (this) {
            Agent mine = agent;
            synchronized (mine) {
            }
        }
    }
}
