// The desk calls its agents with its monitor held, and they call back.

package locks.order_through_fields.bug_elements_of_lists;

import java.util.ArrayList;
import java.util.List;

class Agent {
    private final List<Desk> desks = new ArrayList<>();

    public synchronized void call() {
        for (Desk desk : desks) {
            desk.note();
        }
    }

    public synchronized void ring() {
//                           ^^^^ lock-order
    }
}

class Desk {
    private final List<Agent> agents = new ArrayList<>();

    public synchronized void note() {
    }

    public synchronized void callAll() {
        for (Agent agent : agents) {
            agent.ring();
        }
    }
}
