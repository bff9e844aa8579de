# How tests/unit/test_rt.c is built: the models are compiled natively, every name they define gets the prefix hd_, and the
# test compares them with the C library of the machine. Left out are the files whose bodies are compiler intrinsics: natively
# these become calls of the very functions they define, and the thread part, which is tested under the interpreter.
RT_NATIVE_SRC := $(filter-out rt/channels.c rt/poll.c rt/socket%.c rt/signals%.c rt/memory.c rt/math_intrinsics.c rt/math_host.c rt/refused.c rt/jumps.c rt/cxx%.c rt/threads_%.c,$(wildcard rt/*.c))
RT_NATIVE_OBJ := $(RT_NATIVE_SRC:rt/%.c=$(BUILD)/rt/native/%.o)

$(BUILD)/rt/native/%.o: rt/%.c rt/flags.mk rt/test.mk $(wildcard rt/*.h rt/*.def)
	@mkdir -p $(@D)
	$(CLANG) $(RT_FLAGS) -fPIE -c -o $@ $<

$(BUILD)/rt/native-models.o: $(RT_NATIVE_OBJ)
	$(LD) -r -o $@.plain $^
	nm -g --defined-only $@.plain | awk '$$3 !~ /^__heddle_/ { print $$3, "hd_" $$3 }' > $@.names
	objcopy --redefine-syms=$@.names $@.plain $@

# What the bitcode defines, to be held against rt/library.def.
$(BUILD)/rt/symbols.txt: $(BUILD)/rt/heddle-rt.bc
	llvm-nm-$(LLVM) --defined-only --extern-only $< | awk '$$NF !~ /^(__heddle_|pthread_cancel_|pthread_robust_)/ && NF > 1 { print $$NF }' | sort > $@

# The compiler must neither compute the expected results itself nor object to calls that are wrong on purpose.
RT_TEST_OBJ := $(BUILD)/obj/tests/unit/test_rt.o $(BUILD)/obj/tests/unit/rt_host.o
$(RT_TEST_OBJ): OWN_CFLAGS = $(PLAIN) -Irt -D_GNU_SOURCE -DRT_SYMBOLS='"$(BUILD)/rt/symbols.txt"' \
  -fno-builtin -Wno-alloc-size-larger-than -Wno-stringop-truncation -Wno-stringop-overflow -Wno-format-truncation -Wno-nonnull
$(BUILD)/tests/test_rt: $(RT_TEST_OBJ) $(BUILD)/rt/native-models.o | $(BUILD)/rt/symbols.txt
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ -lcmocka -lm
