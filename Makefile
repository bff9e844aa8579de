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
#   make deb        Debian packages in build/deb
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

CFLAGS  := -std=gnu11 $(OPTIMISE) -g -Wall -Wextra -Werror -fPIC -fvisibility=hidden -Isrc -Iinclude -MMD -MP $(VERIFIED) $(EXTRA_CFLAGS)
LDFLAGS := $(OPTIMISE) -Wl,--as-needed -Wl,--build-id=sha1
LDLIBS  := -lz3 -ljansson -lxxhash -lsqlite3 -lhiredis -lssl -lcrypto -lm -lpthread
# Asked for when a recipe runs, not before: `make deps` may be what brings llvm-config.
LLVM_CFLAGS = -isystem $(shell llvm-config-$(LLVM) --includedir)
# The parts of LLVM that heddle-front needs go into it: loading the shared libraries takes longer than everything that is
# done with them for a small program. Where a static library is missing, or with LLVM_SHARED=1, the shared ones do.
LLVM_PARTS   := passes bitreader bitwriter irreader linker core analysis target
LLVM_STATIC   = -no-pie -Wl,--gc-sections $(shell llvm-config-$(LLVM) --link-static --ldflags --libs $(LLVM_PARTS)) \
                -Wl,-Bstatic -lstdc++ -Wl,-Bdynamic -l:libz.so.1 -l:libzstd.so.1
STATIC_LINKS  = echo 'int main(void) { return 0; }' | $(CC) -x c -o /dev/null - -x none $(LLVM_STATIC) 2>/dev/null && echo yes
LLVM_LIBS     = $(if $(and $(if $(LLVM_SHARED),,yes),$(shell $(STATIC_LINKS))),$(LLVM_STATIC),$\
                $(shell llvm-config-$(LLVM) --link-shared --ldflags --libs))

# heddle-front is a program of its own, the only one with LLVM in it; the files left out here are heddle's side.
FRONT_ONLY  := $(filter-out $(addprefix src/front/,front.c compile_commands.c cached.c reads.c),$(wildcard src/front/*.c))
FRONT_SRC   := $(FRONT_ONLY) $(wildcard src/ir/*.c src/util/*.c)
HEDDLE_SRC  := $(filter-out $(FRONT_ONLY),$(wildcard src/*/*.c))
FRONT_OBJ   := $(FRONT_SRC:%.c=$(BUILD)/obj/%.o)
HEDDLE_OBJ  := $(HEDDLE_SRC:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/gen/page.o
MAIN_OBJ    := $(BUILD)/obj/src/cli/main.o
# The command line: it uses the public header alone (scripts/layers), so it is no part of the library.
CLI_OBJ     := $(filter $(BUILD)/obj/src/cli/%,$(HEDDLE_OBJ))
LIBRARY     := $(BUILD)/libheddle.a
RT_BC       := $(patsubst rt/%.c,$(BUILD)/rt/obj/%.bc,$(wildcard rt/*.c))
RT32_BC     := $(patsubst rt/%.c,$(BUILD)/rt/obj32/%.bc,$(wildcard rt/*.c))
REPLAY_OBJ  := $(patsubst rt/replay/%.c,$(BUILD)/rt/replay/%.o,$(wildcard rt/replay/*.c))
REPLAY32_OBJ := $(patsubst rt/replay/%.c,$(BUILD)/rt/replay32/%.o,$(wildcard rt/replay/*.c))
PARTS       := $(BUILD)/heddle-front $(BUILD)/rt/heddle-rt.bc $(BUILD)/rt/heddle-rt32.bc $(BUILD)/rt/heddle-replay.o \
               $(BUILD)/rt/heddle-replay32.o $(BUILD)/rt/heddle-reads.so $(BUILD)/rt/heddle.gdb \
               $(BUILD)/include32/gnu/stubs-32.h $(BUILD)/include/heddle.h

# What others link: everything in one object with nothing but the public names, and the same as a shared library. The
# public names have a version.
PUBLIC      := $(BUILD)/public/libheddle.a $(BUILD)/libheddle.so.0

STUB        := $(BUILD)/libheddle-stub.a $(BUILD)/libheddle-stub.so.0
STUB_OBJ    := $(patsubst rt/stub/%.c,$(BUILD)/rt/stub/%.o,$(wildcard rt/stub/*.c))

COMPLETION  := $(addprefix $(BUILD)/completion/,bash zsh fish)

UNIT_TESTS  := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
RUNNER      := $(BUILD)/tests/runner
ORACLE      := $(BUILD)/tests/oracle
PAIRS       := $(BUILD)/tests/pairs
SUITES      := $(BUILD)/tests/suites
SHOW        := $(BUILD)/tests/show-versions
STORE_WRITER := $(BUILD)/tests/store_writer

.PHONY: all deps demo test test-long test-valgrind test-build fuzz bench lint format install install-only uninstall deb clean
.DELETE_ON_ERROR:

all: $(BUILD)/man/stamp $(COMPLETION) $(BUILD)/heddle $(BUILD)/heddle-cc $(PUBLIC) $(STUB) $(BUILD)/include/heddle-stub.h $(BUILD)/heddle.1 $(PARTS)

$(BUILD)/heddle: $(MAIN_OBJ) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/heddle-front: $(FRONT_OBJ)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^ $(LLVM_LIBS) -lxxhash -lm

# The compiler wrapper is a program of its own, too: of heddle it has only what handles memory and messages.
CC_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tools/cc/*.c) src/util/mem.c src/util/error.c)
$(BUILD)/heddle-cc: $(CC_OBJ)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^

PUBLIC_OBJ := $(filter-out $(CLI_OBJ),$(HEDDLE_OBJ))
$(BUILD)/public/libheddle.a: $(PUBLIC_OBJ)
	@mkdir -p $(@D)
	$(LD) -r -o $(BUILD)/public/libheddle.o $^
	objcopy --localize-hidden --remove-section='.gnu.lto_*' $(BUILD)/public/libheddle.o
	rm -f $@ && $(AR) rcs $@ $(BUILD)/public/libheddle.o && rm $(BUILD)/public/libheddle.o

$(BUILD)/libheddle.so.0: $(PUBLIC_OBJ) src/api/libheddle.map
	$(CC) $(LDFLAGS) $(PLAIN) -shared -Wl,-soname,libheddle.so.0 -Wl,--version-script=src/api/libheddle.map -Wl,-z,defs \
	  -o $@ $(PUBLIC_OBJ) $(LDLIBS)

# The directories are named so that a removed source file leaves the library too.
$(LIBRARY): $(filter-out $(MAIN_OBJ),$(HEDDLE_OBJ)) $(sort $(dir $(HEDDLE_SRC)))
	rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

$(FRONT_ONLY:%.c=$(BUILD)/obj/%.o): OWN_CFLAGS = $(PLAIN) $(LLVM_CFLAGS)
$(BUILD)/obj/tests/%.o: OWN_CFLAGS = $(PLAIN)
$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(OWN_CFLAGS) -c -o $@ $<

# ---- the page of the HTML report: its style and scripts put together, as an array.
PAGE := $(addprefix src/report/page/,page.html page.css page.js player.js change.js start.js)
$(BUILD)/gen/page.c: $(PAGE) Makefile
	@mkdir -p $(@D)
	cat $(filter %.js,$^) >$(BUILD)/gen/page.js
	sed -e '/@STYLE@/{r src/report/page/page.css' -e 'd}' -e '/@SCRIPT@/{r $(BUILD)/gen/page.js' -e 'd}' \
	  src/report/page/page.html >$(BUILD)/gen/page.html
	{ echo 'const char html_page[] = {'; od -An -v -tu1 $(BUILD)/gen/page.html | sed 's/  */,/g; s/^,//; s/$$/,/'; \
	  echo '0};'; } >$@
$(BUILD)/obj/gen/page.o: $(BUILD)/gen/page.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c -o $@ $<

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

$(BUILD)/rt/heddle.gdb: rt/replay/heddle.gdb
	@mkdir -p $(@D)
	cp $< $@

# For 32-bit programs; compiling it needs no 32-bit libraries, linking it with a program does.
$(BUILD)/rt/replay32/%.o: rt/replay/%.c Makefile
	@mkdir -p $(@D)
	$(CLANG) -m32 -idirafter rt/include32 -idirafter /usr/include/x86_64-linux-gnu -std=gnu11 -O1 -g -Wall -Wextra -Werror \
	  -fno-omit-frame-pointer -fno-pie -MMD -MP -c -o $@ $<

$(BUILD)/rt/heddle-replay32.o: $(REPLAY32_OBJ)
	$(LD) -m elf_i386 -r -o $@ $^
	@$(REPLAY_IS_COMPLETE)

# ---- the library for programs that run outside of heddle.
$(BUILD)/rt/stub/%.o: rt/stub/%.c Makefile
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -O2 -g -Wall -Wextra -Werror -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

$(BUILD)/libheddle-stub.a: $(STUB_OBJ)
	rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/libheddle-stub.so.0: $(STUB_OBJ)
	$(CC) -shared -Wl,-soname,libheddle-stub.so.0 -Wl,--build-id=sha1 -o $@ $^ -pthread

# Loaded into clang: records what it reads.
$(BUILD)/rt/heddle-reads.so: rt/reads/reads.c src/front/reads.h Makefile
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -O2 -g -Wall -Wextra -Werror -fPIC -shared -o $@ $<

# The manual page: the options as heddle itself knows them, and what they do not tell.
$(BUILD)/heddle.1: $(BUILD)/heddle man/more.1
	$(BUILD)/heddle --man >$@ && cat man/more.1 >>$@

# A page for each command, which heddle names when it is asked for completion.
$(BUILD)/man/stamp: $(BUILD)/heddle man/heddle-cc.1
	@mkdir -p $(@D)
	for command in $$($(BUILD)/heddle --completion=fish | sed -n 's/.*-n __fish_use_subcommand -a \([a-z]*\) .*/\1/p'); do \
	  $(BUILD)/heddle --man-page=$$command >$(BUILD)/man/heddle-$$command.1 || exit 1; done
	sed -e 's/@VERSION@/$(VERSION)/' -e 's/@DATE@/$(DATE)/' man/heddle-cc.1 >$(BUILD)/man/heddle-cc.1
	touch $@

$(BUILD)/completion/%: $(BUILD)/heddle
	@mkdir -p $(@D)
	$(BUILD)/heddle --completion=$* >$@

$(BUILD)/include/%.h: include/%.h
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

# Random multithreaded programs; EXTRA_CFLAGS=-DHEDDLE_MUTANTS: HEDDLE_MUTANT=N in the environment makes it the mutant N.
PAIRS_ONLY := $(wildcard tests/oracle/pairs*.c tests/oracle/edits*.c)
SUITES_ONLY := $(wildcard tests/oracle/suites*.c)
$(ORACLE): $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out $(PAIRS_ONLY) $(SUITES_ONLY),$(wildcard tests/oracle/*.c))) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $(PLAIN) -o $@ $^ $(LDLIBS)

# Random versions of them: what heddle check says about two.
$(PAIRS): $(patsubst %.c,$(BUILD)/obj/%.o,$(PAIRS_ONLY) tests/oracle/extract.c tests/oracle/cluster.c \
            $(wildcard tests/oracle/gen*.c)) $(LIBRARY)
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
	@scripts/install-deps test report lint deb
	@scripts/install-schemas >/dev/null || true

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
LIBRARIES = lib
LIBPLACE = $(DESTDIR)$(PREFIX)/$(LIBRARIES)
DATE = $(shell sed -n 's/.*HEDDLE_DATE "\([^"]*\)".*/\1/p' src/base/version.h)
VERSION = $(shell sed -n 's/.*HEDDLE_VERSION "\(.*\)".*/\1/p' src/base/version.h)

install: all install-only

# Of what was built before, with whatever flags.
install-only:
	install -D -m 755 $(BUILD)/heddle $(DESTDIR)$(PREFIX)/bin/heddle
	install -D -m 755 $(BUILD)/heddle-cc $(DESTDIR)$(PREFIX)/bin/heddle-cc
	install -D -m 755 $(BUILD)/heddle-front $(LIBDIR)/heddle-front
	install -D -m 644 $(BUILD)/rt/heddle-rt.bc $(LIBDIR)/rt/heddle-rt.bc
	install -D -m 644 $(BUILD)/rt/heddle-rt32.bc $(LIBDIR)/rt/heddle-rt32.bc
	install -D -m 644 rt/include32/gnu/stubs-32.h $(LIBDIR)/include32/gnu/stubs-32.h
	install -D -m 644 $(BUILD)/rt/heddle-replay.o $(LIBDIR)/rt/heddle-replay.o
	install -D -m 644 rt/replay/heddle.gdb $(LIBDIR)/rt/heddle.gdb
	install -D -m 644 $(BUILD)/rt/heddle-replay32.o $(LIBDIR)/rt/heddle-replay32.o
	install -D -m 755 $(BUILD)/rt/heddle-reads.so $(LIBDIR)/rt/heddle-reads.so
	install -D -m 644 include/heddle.h $(LIBDIR)/include/heddle.h
	install -D -m 644 include/heddle.h $(DESTDIR)$(PREFIX)/include/heddle.h
	install -D -m 644 include/heddle-stub.h $(DESTDIR)$(PREFIX)/include/heddle-stub.h
	install -D -m 644 include/libheddle.h $(DESTDIR)$(PREFIX)/include/libheddle.h
	install -D -m 644 $(BUILD)/public/libheddle.a $(LIBPLACE)/libheddle.a
	install -D -m 644 $(BUILD)/libheddle.so.0 $(LIBPLACE)/libheddle.so.0
	ln -sf libheddle.so.0 $(LIBPLACE)/libheddle.so
	install -d $(LIBPLACE)/pkgconfig
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBRARIES@|$(LIBRARIES)|' -e 's|@VERSION@|$(VERSION)|' src/api/libheddle.pc.in \
	  >$(LIBPLACE)/pkgconfig/libheddle.pc
	install -D -m 644 $(BUILD)/libheddle-stub.a $(LIBPLACE)/libheddle-stub.a
	install -D -m 644 $(BUILD)/libheddle-stub.so.0 $(LIBPLACE)/libheddle-stub.so.0
	ln -sf libheddle-stub.so.0 $(LIBPLACE)/libheddle-stub.so
	install -d $(LIBPLACE)/cmake/heddle-stub
	sed -e 's|@LIBRARIES@|$(LIBRARIES)|' rt/stub/heddle-stub-config.cmake.in \
	  >$(LIBPLACE)/cmake/heddle-stub/heddle-stub-config.cmake
	install -d $(LIBPLACE)/pkgconfig
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBRARIES@|$(LIBRARIES)|' -e 's|@VERSION@|$(VERSION)|' rt/stub/heddle-stub.pc.in \
	  >$(LIBPLACE)/pkgconfig/heddle-stub.pc
	install -D -m 644 $(BUILD)/heddle.1 $(DESTDIR)$(PREFIX)/share/man/man1/heddle.1
	install -m 644 $(BUILD)/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -D -m 644 $(BUILD)/completion/bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/heddle
	install -D -m 644 $(BUILD)/completion/zsh $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_heddle
	install -D -m 644 $(BUILD)/completion/fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/heddle.fish

# Debian packages, in $(BUILD)/deb.
deb:
	@scripts/install-deps deb
	@$(MAKE) --no-print-directory -j$$(nproc) all
	@scripts/make-deb $(BUILD) $(BUILD)/deb

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/heddle $(DESTDIR)$(PREFIX)/bin/heddle-cc $(DESTDIR)$(PREFIX)/include/heddle.h
	rm -f $(DESTDIR)$(PREFIX)/include/heddle-stub.h $(LIBPLACE)/libheddle-stub.a
	rm -f $(LIBPLACE)/libheddle-stub.so $(LIBPLACE)/libheddle-stub.so.0
	rm -f $(LIBPLACE)/pkgconfig/heddle-stub.pc $(LIBPLACE)/pkgconfig/libheddle.pc
	rm -f $(LIBPLACE)/libheddle.a $(LIBPLACE)/libheddle.so $(LIBPLACE)/libheddle.so.0
	rm -f $(DESTDIR)$(PREFIX)/include/libheddle.h
	rm -rf $(LIBPLACE)/cmake/heddle-stub
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/heddle.1 $(DESTDIR)$(PREFIX)/share/man/man1/heddle-*.1
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/heddle
	rm -f $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_heddle
	rm -f $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/heddle.fish
	rm -rf $(LIBDIR)

clean:
	rm -rf build build-sanitize build-debug build-verify

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
