# heddle: plain GNU make.
#
#   make            build/heddle, build/heddle-front and the library models
#   make demo       install what is missing, build, find the bug in examples/, replay it
#   make test       install what is missing, build, run every test; last line "N passed, M failed"
#   make test-long  the same with many more random programs, then once more under the sanitizers and with the verifiers
#   make test-valgrind   the program tests with heddle under valgrind (slow)
#   make fuzz       the readers of outside files under a coverage-guided fuzzer, a minute each
#   make bench      the benchmark tables
#   make lint       clang-format, shellcheck, clang-tidy, cppcheck; make format applies the first one
#   make install    PREFIX (/usr/local) and DESTDIR as usual; make uninstall takes it away again
#
# Only heddle itself is linked with optimisation across files: that takes long, and there are many tests.
#
# SANITIZE=1 builds with address and undefined sanitizers into build-sanitize/, DEBUG=1 without optimisation and with the
# verifiers (src/util/assert.h) into build-debug/, VERIFY=1 with the verifiers and with optimisation into build-verify/.
# Each works with every target.

PREFIX   ?= /usr/local
LLVM     := 19
CLANG    := clang-$(LLVM)
BUILD    := build
OPTIMISE := -O2 -flto=auto -ffat-lto-objects
PLAIN    := -fno-lto

ifdef SANITIZE
  BUILD    := build-sanitize
  OPTIMISE := -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
endif
ifdef DEBUG
  BUILD    := build-debug
  OPTIMISE := -O0
  VERIFIED := -DHEDDLE_VERIFY
endif
ifdef VERIFY
  BUILD    := build-verify
  OPTIMISE := -O1
  VERIFIED := -DHEDDLE_VERIFY
endif

CFLAGS  := -std=gnu11 $(OPTIMISE) -g -Wall -Wextra -Werror -Isrc -MMD -MP $(VERIFIED) $(EXTRA_CFLAGS)
LDFLAGS := $(OPTIMISE) -Wl,--as-needed -Wl,--build-id=sha1
LDLIBS  := -lz3 -ljansson -lxxhash -lsqlite3 -lm -lpthread
# Asked for when a recipe runs, not before: `make deps` may be what brings llvm-config.
LLVM_CFLAGS = -isystem $(shell llvm-config-$(LLVM) --includedir)
LLVM_LIBS   = $(shell llvm-config-$(LLVM) --link-shared --ldflags --libs)

# heddle-front is a program of its own, the only one with LLVM in it; front.c and compile_commands.c are heddle's side.
FRONT_ONLY  := $(filter-out src/front/front.c src/front/compile_commands.c,$(wildcard src/front/*.c))
FRONT_SRC   := $(FRONT_ONLY) $(wildcard src/ir/*.c src/util/*.c)
HEDDLE_SRC  := $(filter-out $(FRONT_ONLY),$(wildcard src/*/*.c))
FRONT_OBJ   := $(FRONT_SRC:%.c=$(BUILD)/obj/%.o)
HEDDLE_OBJ  := $(HEDDLE_SRC:%.c=$(BUILD)/obj/%.o)
MAIN_OBJ    := $(BUILD)/obj/src/cli/main.o
LIBRARY     := $(BUILD)/libheddle.a
RT_BC       := $(patsubst rt/%.c,$(BUILD)/rt/obj/%.bc,$(wildcard rt/*.c))
RT32_BC     := $(patsubst rt/%.c,$(BUILD)/rt/obj32/%.bc,$(wildcard rt/*.c))
REPLAY_OBJ  := $(patsubst rt/replay/%.c,$(BUILD)/rt/replay/%.o,$(wildcard rt/replay/*.c))
REPLAY32_OBJ := $(patsubst rt/replay/%.c,$(BUILD)/rt/replay32/%.o,$(wildcard rt/replay/*.c))
PARTS       := $(BUILD)/heddle-front $(BUILD)/rt/heddle-rt.bc $(BUILD)/rt/heddle-rt32.bc $(BUILD)/rt/heddle-replay.o \
               $(BUILD)/rt/heddle-replay32.o \
               $(BUILD)/include32/gnu/stubs-32.h $(BUILD)/include/heddle.h

UNIT_TESTS  := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
RUNNER      := $(BUILD)/tests/runner
ORACLE      := $(BUILD)/tests/oracle
PAIRS       := $(BUILD)/tests/pairs
SUITES      := $(BUILD)/tests/suites
SHOW        := $(BUILD)/tests/show-versions
STORE_WRITER := $(BUILD)/tests/store_writer

.PHONY: all deps demo test test-long test-valgrind test-build fuzz bench lint format install uninstall clean
.DELETE_ON_ERROR:

all: $(BUILD)/heddle $(BUILD)/heddle.1 $(PARTS)

$(BUILD)/heddle: $(MAIN_OBJ) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/heddle-front: $(FRONT_OBJ)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^ $(LLVM_LIBS) -lxxhash -lm

# The directories are named so that a removed source file leaves the library too.
$(LIBRARY): $(filter-out $(MAIN_OBJ),$(HEDDLE_OBJ)) $(sort $(dir $(HEDDLE_SRC)))
	rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

$(FRONT_ONLY:%.c=$(BUILD)/obj/%.o): OWN_CFLAGS = $(PLAIN) $(LLVM_CFLAGS)
$(BUILD)/obj/tests/%.o: OWN_CFLAGS = $(PLAIN)
$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(OWN_CFLAGS) -c -o $@ $<

# ---- library models: bitcode that is linked into every program under test. rt/flags.mk sets RT_FLAGS.
-include rt/flags.mk

$(BUILD)/rt/obj/%.bc: rt/%.c Makefile $(wildcard rt/flags.mk)
	@mkdir -p $(@D)
	$(CLANG) $(RT_FLAGS) -MMD -MP -emit-llvm -c -o $@ $<

# For the 32-bit data model the 64-bit headers do, with one file that they lack.
$(BUILD)/rt/obj32/%.bc: rt/%.c Makefile $(wildcard rt/flags.mk)
	@mkdir -p $(@D)
	$(CLANG) $(RT_FLAGS) -m32 -idirafter rt/include32 -idirafter /usr/include/x86_64-linux-gnu -Wno-atomic-alignment \
	  -MMD -MP -emit-llvm -c -o $@ $<

$(BUILD)/rt/heddle-rt32.bc: $(RT32_BC)
	llvm-link-$(LLVM) -o $@ $^

$(BUILD)/include32/gnu/stubs-32.h: rt/include32/gnu/stubs-32.h
	@mkdir -p $(@D)
	cp $< $@

$(BUILD)/rt/heddle-rt.bc: $(RT_BC)
	llvm-link-$(LLVM) -o $@ $^

# ---- the runtime of native replay: one object that is linked with the instrumented program.
$(BUILD)/rt/replay/%.o: rt/replay/%.c Makefile
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -O1 -g -Wall -Wextra -Werror -fno-omit-frame-pointer -fno-pie -MMD -MP -c -o $@ $<

# What rt/replay/functions.def promises, and complete.c refers to, must be there.
REPLAY_IS_COMPLETE = ! nm -u $@ $(filter %/complete.o,$^) | grep ' hd_' | sort | uniq -d | grep .
$(BUILD)/rt/heddle-replay.o: $(REPLAY_OBJ)
	$(LD) -r -o $@ $^
	@$(REPLAY_IS_COMPLETE)

# For 32-bit programs; compiling it needs no 32-bit libraries, linking it with a program does.
$(BUILD)/rt/replay32/%.o: rt/replay/%.c Makefile
	@mkdir -p $(@D)
	$(CLANG) -m32 -idirafter rt/include32 -idirafter /usr/include/x86_64-linux-gnu -std=gnu11 -O1 -g -Wall -Wextra -Werror \
	  -fno-omit-frame-pointer -fno-pie -MMD -MP -c -o $@ $<

$(BUILD)/rt/heddle-replay32.o: $(REPLAY32_OBJ)
	$(LD) -m elf_i386 -r -o $@ $^
	@$(REPLAY_IS_COMPLETE)

# The manual page: the options as heddle itself knows them, and what they do not tell.
$(BUILD)/heddle.1: $(BUILD)/heddle man/more.1
	$(BUILD)/heddle --man >$@ && cat man/more.1 >>$@

$(BUILD)/include/heddle.h: include/heddle.h
	@mkdir -p $(@D)
	cp $< $@

# ---- tests. rt/test.mk, if there, says how tests/unit/test_rt.c becomes $(BUILD)/tests/test_rt.
-include rt/test.mk

ifneq ($(wildcard rt/test.mk),)
  GENERIC_TESTS := $(filter-out $(BUILD)/tests/test_rt,$(UNIT_TESTS))
else
  GENERIC_TESTS := $(UNIT_TESTS)
endif

$(GENERIC_TESTS): $(BUILD)/tests/%: $(BUILD)/obj/tests/unit/%.o $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^ -lcmocka $(LDLIBS)

$(RUNNER): $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/runner/*.c) $(wildcard src/util/*.c))
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^ -ljansson -lxxhash

# Random multithreaded programs; EXTRA_CFLAGS=-DHEDDLE_MUTATE=N makes the mutant N, which must be noticed.
PAIRS_ONLY := $(wildcard tests/oracle/pairs*.c tests/oracle/edits*.c)
SUITES_ONLY := $(wildcard tests/oracle/suites*.c)
$(ORACLE): $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out $(PAIRS_ONLY) $(SUITES_ONLY),$(wildcard tests/oracle/*.c))) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^ $(LDLIBS)

# Random versions of them: what heddle check says about two.
$(PAIRS): $(patsubst %.c,$(BUILD)/obj/%.o,$(PAIRS_ONLY) tests/oracle/extract.c $(wildcard tests/oracle/gen*.c)) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^ $(LDLIBS)

# Pairs of versions with a suite of the old one.
$(SUITES): $(patsubst %.c,$(BUILD)/obj/%.o,$(SUITES_ONLY) $(filter-out tests/oracle/pairs.c,$(PAIRS_ONLY)) tests/oracle/extract.c \
             $(wildcard tests/oracle/gen*.c)) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^ $(LDLIBS)

# What OLD and NEW of a command line are taken for.
$(SHOW): $(BUILD)/obj/tests/versions/show.o $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^ $(LDLIBS)

$(STORE_WRITER): $(BUILD)/obj/tests/store/writer.o $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^ $(LDLIBS)

test-build: all $(UNIT_TESTS) $(RUNNER) $(ORACLE) $(PAIRS) $(SUITES) $(SHOW) $(STORE_WRITER)

deps:
	@scripts/install-deps test lint

demo:
	@scripts/install-deps
	@$(MAKE) --no-print-directory -j$$(nproc) all
	@scripts/demo $(BUILD)

test: deps
	@$(MAKE) --no-print-directory -j$$(nproc) test-build
	@scripts/run-tests $(BUILD)

test-long: deps
	@$(MAKE) --no-print-directory -j$$(nproc) test-build
	@$(MAKE) --no-print-directory -j$$(nproc) SANITIZE=1 test-build
	@$(MAKE) --no-print-directory -j$$(nproc) VERIFY=1 test-build
	@scripts/run-tests --long $(BUILD) build-sanitize build-verify

test-valgrind:
	@scripts/install-deps test valgrind
	@$(MAKE) --no-print-directory -j$$(nproc) test-build
	@$(RUNNER) --heddle=$(BUILD)/heddle --timeout=600 --name=valgrind \
	  --under="valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite" tests/programs

fuzz:
	@scripts/install-deps fuzz
	@tests/fuzz/run

bench: all
	@scripts/bench $(BUILD)

lint:
	@scripts/install-deps lint
	@scripts/lint

format:
	@scripts/install-deps lint
	@scripts/lint --format

# ---- installation: the parts that only heddle itself uses go to lib/heddle.
LIBDIR = $(DESTDIR)$(PREFIX)/lib/heddle

install: all
	install -D -m 755 $(BUILD)/heddle $(DESTDIR)$(PREFIX)/bin/heddle
	install -D -m 755 $(BUILD)/heddle-front $(LIBDIR)/heddle-front
	install -D -m 644 $(BUILD)/rt/heddle-rt.bc $(LIBDIR)/rt/heddle-rt.bc
	install -D -m 644 $(BUILD)/rt/heddle-rt32.bc $(LIBDIR)/rt/heddle-rt32.bc
	install -D -m 644 rt/include32/gnu/stubs-32.h $(LIBDIR)/include32/gnu/stubs-32.h
	install -D -m 644 $(BUILD)/rt/heddle-replay.o $(LIBDIR)/rt/heddle-replay.o
	install -D -m 644 $(BUILD)/rt/heddle-replay32.o $(LIBDIR)/rt/heddle-replay32.o
	install -D -m 644 include/heddle.h $(LIBDIR)/include/heddle.h
	install -D -m 644 include/heddle.h $(DESTDIR)$(PREFIX)/include/heddle.h
	install -D -m 644 $(BUILD)/heddle.1 $(DESTDIR)$(PREFIX)/share/man/man1/heddle.1

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/heddle $(DESTDIR)$(PREFIX)/include/heddle.h
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/heddle.1
	rm -rf $(LIBDIR)

clean:
	rm -rf build build-sanitize build-debug build-verify

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
