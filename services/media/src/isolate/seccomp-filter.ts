/** A rule for one system call: refused, absent, or allowed only where an argument has a property. */
interface CallRule {
  readonly name: string;
  /** Numbers on x64 and arm64; undefined where the architecture does not have the call. */
  readonly numbers: readonly [x64: number | undefined, arm64: number | undefined];
  readonly unless?: ArgumentTest;
  /** The call is answered with ENOSYS, so that libraries take the older call that the filter can read. */
  readonly isAbsent?: boolean;
}

/** The call is allowed where argument `index` has all bits of `mask`, is the process id of the caller, or is 0. */
type ArgumentTest =
  | { readonly index: number; readonly mask: number }
  | { readonly index: number; readonly ownProcess: true; readonly zero?: true };

const architectures = {
  x64: { column: 0, audit: 0xc000_003e },
  arm64: { column: 1, audit: 0xc000_00b7 },
} as const;

const rules: readonly CallRule[] = [
  // The network; io_uring would open sockets past a filter.
  ...refused(['socket', 41, 198], ['connect', 42, 203], ['bind', 49, 200], ['listen', 50, 201]),
  ...refused(['accept', 43, 202], ['accept4', 288, 242]),
  ...refused(['io_uring_setup', 425, 425], ['io_uring_enter', 426, 426], ['io_uring_register', 427, 427]),
  // Memory, files and signals of other processes.
  ...refused(['ptrace', 101, 117], ['process_vm_readv', 310, 270], ['process_vm_writev', 311, 271]),
  ...refused(['kcmp', 312, 272], ['pidfd_open', 434, 434], ['pidfd_getfd', 438, 438]),
  ...refused(['pidfd_send_signal', 424, 424], ['process_madvise', 440, 440], ['tkill', 200, 130]),
  ...refused(['shmget', 29, 194], ['shmat', 30, 196], ['msgget', 68, 186], ['semget', 64, 190]),
  ...refused(['mq_open', 240, 180], ['migrate_pages', 256, 238], ['move_pages', 279, 239]),
  ...ownProcessAlone(['kill', 62, 129], ['tgkill', 234, 131], ['rt_sigqueueinfo', 129, 138]),
  ...ownProcessAlone(['rt_tgsigqueueinfo', 297, 240]),
  ...ownProcessOrZero(0, ['prlimit64', 302, 261], ['sched_setaffinity', 203, 122]),
  ...ownProcessOrZero(0, ['sched_setscheduler', 144, 119], ['sched_setparam', 142, 118]),
  ...ownProcessOrZero(0, ['sched_setattr', 314, 274]),
  ...ownProcessOrZero(1, ['setpriority', 141, 140], ['ioprio_set', 251, 30]),
  // A process of its own would outlive the child.
  ...refused(['fork', 57, undefined], ['vfork', 58, undefined]),
  { name: 'clone', numbers: [56, 220], unless: { index: 0, mask: 0x1_0000 } },
  { name: 'clone3', numbers: [435, 435], isAbsent: true },
  // Another view of the system.
  ...refused(['unshare', 272, 97], ['setns', 308, 268], ['mount', 165, 40], ['umount2', 166, 39]),
  ...refused(['pivot_root', 155, 41], ['chroot', 161, 51], ['open_tree', 428, 428], ['move_mount', 429, 429]),
  ...refused(['fsopen', 430, 430], ['fsconfig', 431, 431], ['fsmount', 432, 432], ['fspick', 433, 433]),
  ...refused(['mount_setattr', 442, 442], ['name_to_handle_at', 303, 264], ['open_by_handle_at', 304, 265]),
  // Parts of the kernel that decoders do not need and attacks do.
  ...refused(['bpf', 321, 280], ['perf_event_open', 298, 241], ['userfaultfd', 323, 282]),
  ...refused(['add_key', 248, 217], ['request_key', 249, 218], ['keyctl', 250, 219]),
  ...refused(['personality', 135, 92], ['syslog', 103, 116], ['quotactl', 179, 60]),
  // Landlock does not restrict the attributes of files, and truncation only in later versions.
  ...refused(['truncate', 76, 45], ['chmod', 90, undefined], ['fchmod', 91, 52], ['fchmodat', 268, 53]),
  ...refused(
    ['fchmodat2', 452, 452],
    ['chown', 92, undefined],
    ['fchown', 93, 55],
    ['lchown', 94, undefined],
  ),
  ...refused(['fchownat', 260, 54], ['utime', 132, undefined], ['utimes', 235, undefined]),
  ...refused(['futimesat', 261, undefined], ['utimensat', 280, 88], ['setxattr', 188, 5]),
  ...refused(['lsetxattr', 189, 6], ['fsetxattr', 190, 7], ['removexattr', 197, 14]),
  ...refused(['lremovexattr', 198, 15], ['fremovexattr', 199, 16], ['setxattrat', 463, 463]),
  ...refused(['removexattrat', 466, 466]),
];

/** Stands in the program for the id of the process that it filters, 8 hexadecimal digits in the order of the machine. */
export const processIdPlaceholder = 'PPPPPPPP';

/**
 * Builds the seccomp filter of a decoder as a program of classic BPF (`struct sock_filter`, hexadecimal, little endian; seccomp(2)).
 * The filter refuses with EPERM the network, other processes, new processes, mounts, keys, BPF and io_uring. Throws on an
 * architecture without numbers of system calls.
 */
export function buildSeccompFilter(architecture: string): string {
  if (architecture !== 'x64' && architecture !== 'arm64') {
    throw new Error(`there is no seccomp filter for ${architecture}`);
  }
  const { column, audit } = architectures[architecture];
  const calls = rules.flatMap((rule) => {
    const number = rule.numbers[column];
    return number === undefined ? [] : buildRule(number, rule);
  });
  return [
    load(architectureOffset),
    jump(equal, audit, 1, 0),
    answer(killProcess),
    load(numberOffset),
    // The x32 calls of x64 have numbers of their own.
    jump(atLeast, 0x4000_0000, 0, 1),
    answer(refuse),
    ...calls,
    answer(allow),
  ].join('');
}

function refused(...calls: readonly [string, number | undefined, number | undefined][]): readonly CallRule[] {
  return calls.map(([name, ...numbers]) => ({ name, numbers }));
}

function ownProcessAlone(...calls: readonly [string, number, number][]): readonly CallRule[] {
  return calls.map(([name, ...numbers]) => ({ name, numbers, unless: { index: 0, ownProcess: true } }));
}

function ownProcessOrZero(index: number, ...calls: readonly [string, number, number][]): readonly CallRule[] {
  const unless: ArgumentTest = { index, ownProcess: true, zero: true };
  return calls.map(([name, ...numbers]) => ({ name, numbers, unless }));
}

function buildRule(number: number, { unless, isAbsent = false }: CallRule): readonly string[] {
  if (unless === undefined) return [jump(equal, number, 0, 1), answer(isAbsent ? absent : refuse)];
  const test = [
    load(argumentsOffset + 8 * unless.index),
    ...testArgument(unless),
    answer(refuse),
    answer(allow),
  ];
  return [jump(equal, number, 0, test.length), ...test];
}

/** Jumps over the next answer where the argument passes. */
function testArgument(test: ArgumentTest): readonly string[] {
  if ('mask' in test) return [jump(anyBit, test.mask, 1, 0)];
  const own = jump(equal, processIdPlaceholder, 1, 0);
  return test.zero === true ? [jump(equal, 0, 2, 0), own] : [own];
}

/** `struct seccomp_data`: the number of the call, the architecture, the instruction pointer and six arguments of 64 bits. */
const numberOffset = 0;
const architectureOffset = 4;
const argumentsOffset = 16;

const loadWord = 0x20;
const equal = 0x15;
const atLeast = 0x35;
const anyBit = 0x45;
const returnValue = 0x06;

const allow = 0x7fff_0000;
const killProcess = 0x8000_0000;
const refuse = 0x0005_0001;
const absent = 0x0005_0026;

function load(offset: number): string {
  return instruction(loadWord, offset, 0, 0);
}

function jump(code: number, value: number | string, whenTrue: number, whenFalse: number): string {
  return instruction(code, value, whenTrue, whenFalse);
}

function answer(value: number): string {
  return instruction(returnValue, value, 0, 0);
}

function instruction(code: number, value: number | string, whenTrue: number, whenFalse: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(whenTrue, 2);
  bytes.writeUInt8(whenFalse, 3);
  if (typeof value === 'number') bytes.writeUInt32LE(value, 4);
  const hexadecimal = bytes.toString('hex');
  return typeof value === 'number' ? hexadecimal : `${hexadecimal.slice(0, 8)}${value}`;
}
