import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export interface ChildRun {
  readonly command: string;
  readonly args: readonly string[];
  /** Left out: where this process runs. */
  readonly workingDirectory?: string | undefined;
  /** In place of this process's own. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** What the program reads; left out, it finds nothing to read. */
  readonly input?: string | undefined;
  /** `kept`: the output is returned; `shown`: it goes where this process's output goes. */
  readonly output: 'kept' | 'shown';
}

export interface ChildResult {
  /** 1 also for a program that could not be run or was ended by a signal; `stderr` then says so. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both of them, in the order in which they came. */
  readonly output: string;
}

/** Runs a program to its end. Signals this process gets meanwhile are passed on. */
export async function runChild(run: ChildRun): Promise<ChildResult> {
  const shown = run.output === 'kept' ? 'pipe' : 'inherit';
  const child = spawn(run.command, run.args, {
    cwd: run.workingDirectory,
    env: run.environment,
    stdio: [run.input === undefined ? 'ignore' : 'pipe', shown, shown],
  });
  const said = { stdout: [] as Buffer[], stderr: [] as Buffer[], output: [] as Buffer[] };
  const keep = (stream: 'stdout' | 'stderr', chunk: Buffer): void => {
    said[stream].push(chunk);
    said.output.push(chunk);
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    keep('stdout', chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    keep('stderr', chunk);
  });
  // A program that ends before it has read everything says why by its exit code.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(run.input);
  const stopForwarding = forwardSignals(child);
  const exitCode = await new Promise<number>((resolve) => {
    const failed = (reason: string): void => {
      keep('stderr', Buffer.from(reason));
      resolve(1);
    };
    child.once('error', (error) => {
      failed(error.message);
    });
    child.once('close', (code, signal) => {
      if (code === null) failed(`${run.command} was ended by ${String(signal)}`);
      else resolve(code);
    });
  });
  stopForwarding();
  return { exitCode, stdout: textOf(said.stdout), stderr: textOf(said.stderr), output: textOf(said.output) };
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}

function forwardSignals(child: ChildProcess): () => void {
  const forward = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  process.on('SIGINT', forward);
  process.on('SIGTERM', forward);
  return () => {
    process.off('SIGINT', forward);
    process.off('SIGTERM', forward);
  };
}
