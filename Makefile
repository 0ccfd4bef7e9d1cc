# Two commands do everything on a machine with Rust and Python 3: `make demo` and `make test`.

Z3 := $(CURDIR)/.tools/z3
BINARY := $(or $(CARGO_TARGET_DIR),target)/release/counterpoint

.PHONY: setup build demo test bench soak mutants effect-mutants lock-versions crawler clean

setup:
	@python3 tools/setup.py

build:
	cargo build --release --locked

demo: setup build
	@python3 tools/demo.py $(BINARY)

test: export COUNTERPOINT_Z3 := $(Z3)
test: setup
	cargo fmt --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	@if cargo nextest --version >/dev/null 2>&1; then \
	  echo cargo nextest run --workspace; cargo nextest run --workspace --locked --final-status-level skip; \
	else \
	  echo cargo test --workspace; cargo test --workspace --locked; \
	fi

# docs/benchmarks.md explains the tables.
bench: setup build
	@python3 tools/bench/bench.py --binary $(BINARY)

# Long random tests: hours.
soak: export COUNTERPOINT_Z3 := $(Z3)
soak: setup
	COUNTERPOINT_RANDOM_PROGRAMS=50000 cargo test --release --locked -p ivl --test random_programs -- --nocapture
	cargo run --release --locked -p front --example fuzz_front -- 600
	COUNTERPOINT_DAMAGED_PROGRAMS=500 cargo test --release --locked -p cli --test effects damaged
	COUNTERPOINT_KILLING_RUNS=50 COUNTERPOINT_KILLED_OBLIGATIONS=2000 cargo test --release --locked -p cli --test limits killed -- --nocapture
	COUNTERPOINT_LABORATORY=20000 cargo test --release --locked -p cli --test laboratory -- --nocapture
	COUNTERPOINT_SPLICED=100000 cargo test --release --locked -p cli --test spliced -- --nocapture

# Every mutant of the concurrent examples; `make test` takes a sample.
mutants: export COUNTERPOINT_Z3 := $(Z3)
mutants: setup
	COUNTERPOINT_MUTANTS=all cargo test --release --locked -p cli --test mutants -- --nocapture
	$(MAKE) effect-mutants lock-versions

# 500 mutants of the structures in C, searched with three threads and four operations each; `make test` takes a sample.
effect-mutants:
	COUNTERPOINT_EFFECT_MUTANTS=500 COUNTERPOINT_THREADS=3 COUNTERPOINT_OPS=4 COUNTERPOINT_SECONDS=20 \
	COUNTERPOINT_STATES=1000000 cargo test --release --locked -p cli --test effects_mutants -- --nocapture

# All programs with locks, and versions of them with a fault: what `explore` refutes is not proved. Lock classes at random: what
# is said of them is true of threads. Two seconds for each version, less than an hour; `make test` takes samples.
lock-versions: export COUNTERPOINT_Z3 := $(Z3)
lock-versions: setup
	COUNTERPOINT_LOCKS_VERSIONS=all COUNTERPOINT_STATES=20000 COUNTERPOINT_SECONDS=2 cargo test --release --locked -p cli --test locks_differential -- --nocapture
	COUNTERPOINT_MONITORS=2000 cargo test --release --locked -p locks --test monitors -- --nocapture

# The large client in Java is proved, and each fault in it is refused: minutes.
crawler: export COUNTERPOINT_Z3 := $(Z3)
crawler: setup
	cargo test --release --locked -p cli --test crawler -- --ignored --nocapture

clean:
	cargo clean
	rm -rf .tools
