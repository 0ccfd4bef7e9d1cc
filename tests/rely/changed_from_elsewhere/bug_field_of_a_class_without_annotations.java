// The invariant speaks of a field of another class, and a third one writes it.

package rely.changed_from_elsewhere.bug_field_of_a_class_without_annotations;

class Tank {
    int level;
}

class Watch {
    //@ global_invariant tank != null ==> 0 <= tank.level
    final Tank tank;

    Watch(Tank tank) {
//  ^^^^^ global-invariant
        this.tank = tank != null && tank.level >= 0 ? tank : null;
    }
}

class Drain {
    void empty(Tank tank) {
        if (tank != null) {
            tank.level = -1;
//          ^^^^^^^^^^^^^^^ global-invariant
        }
    }
}
