/*
 * Waits in a container that was started ahead of its call, and becomes the tool.
 *
 *     wait PROGRAM ARGUMENTS…
 *
 * It reads four bytes, the length of the payload with the lowest byte first, then the payload, and runs PROGRAM with
 * ARGUMENTS and the payload as the last one, with nothing on standard input, as in a container that was not started ahead.
 * Where standard input ends before, nobody is there any more, and it ends as well.
 *
 * It must run in any image, so it uses no library: what it asks of Linux stands below.
 */

#define PAYLOAD_MAX (128 * 1024)
#define ARGUMENTS_MAX 512
#define PATH_MAX 4096

#if defined(__x86_64__)
enum { SYS_read = 0, SYS_write = 1, SYS_execve = 59, SYS_exit = 231, SYS_openat = 257, SYS_dup3 = 292 };

static long ask(long number, long a, long b, long c, long d)
{
    register long r10 __asm__("r10") = d;
    long answer;
    __asm__ volatile("syscall" : "=a"(answer) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
    return answer;
}

__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall begin\n");
#elif defined(__aarch64__)
enum { SYS_read = 63, SYS_write = 64, SYS_execve = 221, SYS_exit = 94, SYS_openat = 56, SYS_dup3 = 24 };

static long ask(long number, long a, long b, long c, long d)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
    return x0;
}

__asm__(".globl _start\n_start:\n\tmov x0, sp\n\tbl begin\n");
#else
#error "no system calls are known for this processor"
#endif

#define INTERRUPTED (-4)
#define CURRENT_FOLDER (-100)
#define CLOSED_ON_EXEC 02000000

static char payload[PAYLOAD_MAX + 1];
static char *arguments[ARGUMENTS_MAX + 2];
static char path[PATH_MAX];

static void leave(int code)
{
    for (;;)
        ask(SYS_exit, code, 0, 0, 0);
}

static long length_of(const char *text)
{
    long length = 0;
    while (text[length])
        length++;
    return length;
}

static void fail(const char *why)
{
    ask(SYS_write, 2, (long)why, length_of(why), 0);
    leave(127);
}

/* Ends the program where the input ends. */
static void take(char *into, long count)
{
    while (count > 0) {
        long got = ask(SYS_read, 0, (long)into, count, 0);
        if (got == INTERRUPTED)
            continue;
        if (got <= 0)
            leave(0);
        into += got;
        count -= got;
    }
}

static const char *search_path(char **environment)
{
    for (; *environment; environment++) {
        const char *one = *environment;
        if (one[0] == 'P' && one[1] == 'A' && one[2] == 'T' && one[3] == 'H' && one[4] == '=')
            return one + 5;
    }
    return "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
}

/* As execvp: a name without a slash is looked for in the folders of PATH. */
static void become(char *program, char **environment)
{
    long length = length_of(program);
    for (char *at = program; *at; at++) {
        if (*at == '/') {
            ask(SYS_execve, (long)program, (long)arguments, (long)environment, 0);
            return;
        }
    }
    const char *folder = search_path(environment);
    while (*folder) {
        long end = 0;
        while (folder[end] && folder[end] != ':')
            end++;
        if (end > 0 && end + length + 2 < PATH_MAX) {
            long at = 0;
            for (; at < end; at++)
                path[at] = folder[at];
            path[at++] = '/';
            for (long letter = 0; letter <= length; letter++)
                path[at + letter] = program[letter];
            ask(SYS_execve, (long)path, (long)arguments, (long)environment, 0);
        }
        folder += end + (folder[end] == ':');
    }
}

__attribute__((used)) void begin(long *stack)
{
    long count = stack[0];
    char **given = (char **)(stack + 1);
    char **environment = given + count + 1;
    unsigned char length[4];

    if (count < 2 || count > ARGUMENTS_MAX)
        fail("pegboard-wait: what to run is missing\n");
    take((char *)length, 4);
    long bytes = length[0] | (long)length[1] << 8 | (long)length[2] << 16 | (long)length[3] << 24;
    if (bytes > PAYLOAD_MAX)
        fail("pegboard-wait: the payload is too long\n");
    take(payload, bytes);

    for (long at = 1; at < count; at++)
        arguments[at - 1] = given[at];
    arguments[count - 1] = payload;

    long nothing = ask(SYS_openat, CURRENT_FOLDER, (long)"/dev/null", CLOSED_ON_EXEC, 0);
    if (nothing > 0)
        ask(SYS_dup3, nothing, 0, 0, 0);
    become(given[1], environment);
    fail("pegboard-wait: the program of the image's entrypoint cannot be run\n");
}
