# Commands for heddle replay --gdb, which reads this file.
#
#   heddle-frame       selects the innermost frame of the program itself
#   heddle-start       begins the replay anew and stops where the schedule first switches to another thread
#   next-switch [N]    goes on to the next switch, or N switches on
#   previous-switch    goes back to the switch before, under rr
#
# A switch is where another thread goes on; the thread is called as in heddle's reports (main.1).

set confirm off
set pagination off
set debuginfod enabled off
set print thread-events off
set startup-with-shell off

python
import gdb

def is_users(frame):
    """Is it code of the program, not of the replay runtime or a library?"""
    name, table = frame.name(), frame.find_sal().symtab
    if table is None or name is None or name.startswith("hd_"):
        return False
    return table.objfile == gdb.objfiles()[0] and "rt/replay/" not in table.fullname()

def outside_words():
    """What a thread does that is not in the program's own code: it has not yet begun with its function, or is done."""
    switched = gdb.newest_frame()
    caller = switched.older() if switched.name() == "hd_switched" else None
    if caller is None or caller.name() != "run":
        return "ends" if gdb.selected_thread().name != "main" else "is not in the program's own code"
    function = caller.read_var("t")["function"]
    return "begins with " + str(function.dereference()).split("<")[-1].rstrip(">}") if int(function) else "begins"

def show_line(place):
    """The source line, where there is one; gdb's own `list` would go on from there."""
    try:
        with open(place.symtab.fullname(), errors="replace") as text:
            print(f"{place.line}\t{text.read().splitlines()[place.line - 1]}")
    except (OSError, IndexError):
        pass

def select_users():
    """Selects the innermost frame of the program; says where that is. False: there is no thread any more."""
    if gdb.selected_thread() is None:
        return False
    name, frame = gdb.selected_thread().name, gdb.newest_frame()
    while frame is not None and not is_users(frame):
        frame = frame.older()
    if frame is None:
        print(f"{name} {outside_words()}")
        return True
    frame.select()
    place = frame.find_sal()
    print(f"{name} in {frame.name()} at {place.symtab.filename}:{place.line}")
    show_line(place)
    return True

def stop_at_switch():
    """The next switch stops the program; gdb has nothing to say about it."""
    place = gdb.Breakpoint("hd_switched", internal=True, temporary=True)
    place.commands = "silent"

class HeddleFrame(gdb.Command):
    """Select the innermost frame of the program itself."""
    def __init__(self):
        super().__init__("heddle-frame", gdb.COMMAND_STACK)
    def invoke(self, argument, from_tty):
        select_users()

class HeddleStart(gdb.Command):
    """Begin the replay anew; stop where the schedule first switches to another thread."""
    def __init__(self):
        super().__init__("heddle-start", gdb.COMMAND_RUNNING)
    def invoke(self, argument, from_tty):
        stop_at_switch()
        gdb.execute("run", to_string=True)
        select_users()

class NextSwitch(gdb.Command):
    """Go on to the next switch of the schedule to another thread, or N switches on."""
    def __init__(self):
        super().__init__("next-switch", gdb.COMMAND_RUNNING)
    def invoke(self, argument, from_tty):
        if gdb.selected_thread() is None:
            raise gdb.GdbError("the program has ended; heddle-start begins anew")
        for _ in range(int(argument or 1)):
            stop_at_switch()
            gdb.execute("continue", to_string=True)
            if not select_users():
                break

class PreviousSwitch(gdb.Command):
    """Go back to the switch before, or N switches. Needs rr, which records the replay."""
    def __init__(self):
        super().__init__("previous-switch", gdb.COMMAND_RUNNING)
    def invoke(self, argument, from_tty):
        for _ in range(int(argument or 1)):
            stop_at_switch()
            try:
                gdb.execute("reverse-continue", to_string=True)
            except gdb.error:
                raise gdb.GdbError("going back needs rr: install the package rr; it needs performance counters")
            if not select_users():
                break

HeddleFrame()
HeddleStart()
NextSwitch()
PreviousSwitch()
end
