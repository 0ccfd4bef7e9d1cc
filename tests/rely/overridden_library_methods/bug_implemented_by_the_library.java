// A class may implement an interface by a method of the library: of one without a model nothing is known.

package rely.overridden_library_methods.bug_implemented_by_the_library;

import net.jcip.annotations.ThreadSafe;

interface Loaded {
    ClassLoader getContextClassLoader();
}

class Worker extends Thread implements Loaded {
}

class Plain implements Loaded {
    @Override
    public ClassLoader getContextClassLoader() {
        return null;
    }
}

@ThreadSafe
class Office {
    public void open(boolean isPlain) {
        Loaded loaded = isPlain ? new Plain() : new Worker();
        Object loader = loaded.getContextClassLoader();
//                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
        assert loader == null;
    }
}
