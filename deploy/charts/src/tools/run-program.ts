import { spawn } from 'node:child_process';

export interface ProgramRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly workingDirectory?: string | undefined;
  /** In place of this process's own environment. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** What the program reads. */
  readonly input?: string | undefined;
}

export interface ProgramResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end and keeps what it says. Rejects when it cannot be run or is ended by a signal. */
export function runProgram(run: ProgramRun): Promise<ProgramResult> {
  const child = spawn(run.command, run.args, {
    cwd: run.workingDirectory,
    env: run.environment ?? process.env,
    stdio: 'pipe',
  });
  const said = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on('data', (chunk: Buffer) => said.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.stderr.push(chunk));
  // A program that ends before it has read everything says why by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(run.input ?? '');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => {
      if (exitCode === null) reject(new Error(`${run.command} was ended by ${String(signal)}`));
      else resolve({ exitCode, stdout: textOf(said.stdout), stderr: textOf(said.stderr) });
    });
  });
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
