import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createChildFolder } from './child-folder.ts';
import { confinedProgram, programEnd } from './confinement.ts';
import type { Confinement } from './confinement.ts';
import { watchCpu } from './cpu-budget.ts';
import type { CpuBudget } from './cpu-budget.ts';
import { giveWay } from './give-way.ts';
import { aborted, died, internal, tooExpensive, tooLarge, tooSlow } from './job-failures.ts';
import type { JobFailure } from './job-types.ts';
import { pollLimit } from './poll-limit.ts';
import { residentBytes } from './resident-memory.ts';
import { toolPath } from './system-paths.ts';
import type { Command } from './system-paths.ts';
import { awaitTimeLimit } from './time-limit.ts';

/** A program that reads one file, is not Node, and is started once for it. */
export interface ProgramRun {
  /** Absolute path of the program. */
  readonly program: string;
  /** A local file that stays in place until the end. */
  readonly path: string;
  /** Arguments, given the path under which the program sees the file. */
  readonly args: (path: string) => readonly string[];
  /** See {@link awaitTimeLimit}. */
  readonly timeoutMs: number;
  readonly maxRssBytes: number;
  /** The processor time of the file, shared by all programs that read it. No limit by default. */
  readonly cpu?: CpuBudget | undefined;
  /** More on the standard output ends the program. */
  readonly maxOutputBytes: number;
  /** A file that takes the standard output, which is then not kept in memory. */
  readonly outputPath?: string;
  readonly signal: AbortSignal;
  /** Told what comes on the standard output, as it comes. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** False for an output that only `onOutput` reads; true by default. */
  readonly keepsOutput?: boolean;
}

/** A program that ended by itself, whatever its exit code. */
export interface ProgramEnd {
  readonly ok: true;
  readonly exitCode: number;
  readonly output: Buffer;
  /** The last {@link keptMessageBytes} of the standard error. */
  readonly messages: string;
}

const keptMessageBytes = 65_536;
/** What programs read takes longest and is waited for least: sound and video. */
const niceness = 15;
/** Address space, of which shared libraries and thread stacks use a part that is never resident. */
const maxAddressKilobytes = 1024 * 1024;

/** In which `ulimit -f` counts. */
const fileBlockBytes = 512;

/** Sets limits that the kernel keeps; what a kernel does not know, such as address space on macOS, is left out. */
const limitScript = `
ulimit -c 0; ulimit -t "$1"
ulimit -v "$2" 2>/dev/null || true
ulimit -f "$3"
shift 3
exec "$@"
`;

/**
 * Runs a program on a file: without environment, standard input and the right to write files, confined as far as the machine allows, and
 * killed when it takes too long, too much memory or says too much. Never rejects.
 */
export async function runProgram(
  confinement: Confinement,
  run: ProgramRun,
): Promise<ProgramEnd | JobFailure> {
  const folder = await createChildFolder();
  try {
    const path = await folder.put(run.path);
    const command = confinedProgram(confinement, folder, { file: run.program, args: run.args(path) });
    return await runCommand(limitedCommand(command, run), run, confinement);
  } catch (cause) {
    const detail = String(cause instanceof Error ? cause.stack : cause);
    return { ...internal, detail };
  } finally {
    await folder.remove();
  }
}

/** The processor time is for a program that nobody watches any more: one that is watched runs out of time before. */
function limitedCommand({ file, args }: Command, run: ProgramRun): Command {
  const { timeoutMs, maxOutputBytes, outputPath } = run;
  const seconds = String(Math.ceil(timeoutMs / 1000) * availableParallelism() + 1);
  const fileBlocks = outputPath === undefined ? 0 : Math.ceil(maxOutputBytes / fileBlockBytes);
  const limits = [seconds, String(maxAddressKilobytes), String(fileBlocks)];
  return { file: '/bin/sh', args: ['-c', limitScript, 'limit', ...limits, file, ...args] };
}

async function runCommand(
  command: Command,
  run: ProgramRun,
  confinement: Confinement,
): Promise<ProgramEnd | JobFailure> {
  const output = run.outputPath === undefined ? undefined : await open(run.outputPath, 'w');
  try {
    return await runChild(startChild(command, output), run, confinement);
  } finally {
    await output?.close();
  }
}

function startChild({ file, args }: Command, output: FileHandle | undefined): ChildProcess {
  const env = { PATH: toolPath, TZ: 'UTC', LC_ALL: 'C' };
  return spawn(file, args, { env, stdio: ['ignore', output?.fd ?? 'pipe', 'pipe'] });
}

async function runChild(
  child: ChildProcess,
  run: ProgramRun,
  confinement: Confinement,
): Promise<ProgramEnd | JobFailure> {
  giveWay(child.pid, niceness);
  const over = new AbortController();
  const options = { signal: over.signal };
  const cpu = watchCpu(run.cpu, child.pid);
  const end = ended(child, run, confinement);
  const failure = Promise.race([
    once(run.signal, 'abort', options).then(() => aborted),
    awaitTimeLimit(cpu, run.timeoutMs, over.signal).then(() => tooSlow(run.timeoutMs)),
    pollLimit(() => exceedsMemory(child, run.maxRssBytes), over.signal).then(() => tooLarge(run.maxRssBytes)),
    pollLimit(() => cpu.isOver(), over.signal).then(() => tooExpensive),
  ]);
  // Rejected once the race is over.
  failure.catch(() => undefined);
  try {
    return run.signal.aborted ? aborted : await Promise.race([end, failure]);
  } finally {
    over.abort();
    cpu.charge();
    child.kill('SIGKILL');
    await end.catch(() => undefined);
  }
}

async function ended(
  child: ChildProcess,
  {
    maxOutputBytes,
    onOutput,
    keepsOutput = true,
  }: Pick<ProgramRun, 'maxOutputBytes' | 'onOutput' | 'keepsOutput'>,
  confinement: Confinement,
): Promise<ProgramEnd | JobFailure> {
  const chunks: Buffer[] = [];
  let length = 0;
  let messages = Buffer.alloc(0);
  child.stdout?.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxOutputBytes) child.kill('SIGKILL');
    else if (keepsOutput) chunks.push(chunk);
    onOutput?.(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    messages = Buffer.concat([messages, chunk]).subarray(-keptMessageBytes);
  });
  const [code, killer] = (await once(child, 'close')) as [number | null, string | null];
  if (length > maxOutputBytes) return tooMuch;
  const end = programEnd(confinement, { code, killer: killer ?? signalOf(code) }, messages.toString());
  if (typeof end.killer === 'string') return died(end);
  return { ok: true, exitCode: code ?? 1, output: Buffer.concat(chunks), messages: messages.toString() };
}

/**
 * Signals of a process that went wrong, of one beyond its CPU time or file size, and of one that was killed. A shell and `unshare`
 * tell of them by a code above 128; FFmpeg ends with none of these by itself.
 */
const deadlySignals: Readonly<Record<number, string>> = {
  4: 'SIGILL',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
  31: 'SIGSYS',
};

function signalOf(exitCode: number | null): string | undefined {
  return deadlySignals[(exitCode ?? 0) - 128];
}

function exceedsMemory({ pid }: ChildProcess, maxBytes: number): boolean {
  return ((pid === undefined ? undefined : residentBytes(pid)) ?? 0) > maxBytes;
}

const tooMuch: JobFailure = {
  ok: false,
  code: 'undecodable',
  reason: 'the file could not be decoded: it expands to too much',
};
