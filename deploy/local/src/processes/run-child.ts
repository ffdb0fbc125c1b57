import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export interface ChildRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Record<string, string>;
  /** `kept`: the output is returned; `shown`: it goes where this process's output goes. */
  readonly output: 'kept' | 'shown';
}

export interface ChildResult {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs a program to its end. Signals this process gets meanwhile are passed on. */
export async function runChild(run: ChildRun): Promise<ChildResult> {
  const child = spawn(run.command, run.args, {
    cwd: run.workingDirectory,
    env: run.environment,
    stdio: run.output === 'kept' ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const stopForwarding = forwardSignals(child);
  const exitCode = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(error.message));
      resolve(1);
    });
    child.once('close', (code) => {
      resolve(code ?? 1);
    });
  });
  stopForwarding();
  return { exitCode, output: Buffer.concat(output).toString('utf8') };
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
