# Commands for heddle replay --gdb, which reads this file.
#
#   heddle-frame       selects the innermost frame of the program itself
#   heddle-start       begins the replay anew and stops where the schedule first switches to another thread
#   next-switch [N]    goes on to the next switch, or N switches on
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

def select_users():
    """Selects the innermost frame of the program; says where that is. False: there is no thread any more."""
    if gdb.selected_thread() is None:
        return False
    frame = gdb.newest_frame()
    while frame is not None and not is_users(frame):
        frame = frame.older()
    if frame is None:
        print(f"{gdb.selected_thread().name} begins or ends: it is not in the program's own code")
        return True
    frame.select()
    place = frame.find_sal()
    print(f"{gdb.selected_thread().name} in {frame.name()} at {place.symtab.filename}:{place.line}")
    return True

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
        gdb.Breakpoint("hd_switched", internal=True, temporary=True)
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
            gdb.Breakpoint("hd_switched", internal=True, temporary=True)
            gdb.execute("continue", to_string=True)
            if not select_users():
                break

HeddleFrame()
HeddleStart()
NextSwitch()
end
