// Text that tries to break out of every form of report: see tests/report/formats.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int shared;

static void *work(void *arg) {
  (void)arg;
  shared = 1; /* </script><script>document.title = "executed"</script> <!-- ]]> --> */
  return 0;
}

int main(void) {
  pthread_t thread;
  unsigned char x;
  heddle_symbolic(&x, 1, "<b>&\"x'\x01\xff%0A::error::\n]]>");
  pthread_create(&thread, 0, work, 0);
  assert(shared != 1 || x != 7 || !"</script><img src=x onerror=alert(1)> ]]>  ÿþ %0A::error::'\"&amp;");
  pthread_join(thread, 0);
  return 0;
}
