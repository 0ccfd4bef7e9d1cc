// Agents call their desk with their own monitor held; the desk calls nobody.

package locks.order_through_fields.ok;

import java.util.ArrayList;
import java.util.List;

class Agent {
    private final Desk desk;
    private int calls;

    Agent(Desk desk) {
        this.desk = desk;
    }

    public synchronized void call() {
        calls++;
        desk.note();
    }
}

class Desk {
    private final List<Agent> agents = new ArrayList<>();
    private int notes;

    public synchronized void note() {
        notes++;
    }

    public void callAll() {
        List<Agent> all;
        synchronized (this) {
            all = new ArrayList<>(agents);
        }
        for (Agent agent : all) {
            agent.call();
        }
    }

    public synchronized void add(Agent agent) {
        agents.add(agent);
    }
}
