import { spawn } from 'node:child_process';
import type { ReportProgress } from './definition.ts';

export interface ToolRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Record<string, string>;
  readonly signal: AbortSignal;
  /** One line for people when the command itself is missing. */
  readonly whenMissing: string;
}

export class BuildError extends Error {
  override readonly name = 'BuildError';
}

const keptLines = 12;

/** Runs a build tool, reporting its last output line. @throws {BuildError} */
export async function runTool(run: ToolRun, report: ReportProgress): Promise<void> {
  const lines: string[] = [];
  const child = spawn(run.command, run.args, {
    cwd: run.workingDirectory,
    env: run.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: run.signal,
  });
  const listen = (chunk: Buffer): void => {
    for (const line of chunk.toString('utf8').split(/[\r\n]+/)) {
      if (line.trim() === '') continue;
      lines.push(line.trim());
      report(line.trim());
    }
    lines.splice(0, Math.max(0, lines.length - keptLines));
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(new BuildError(error.code === 'ENOENT' ? run.whenMissing : error.message));
    });
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new BuildError(failure(run, lines)));
    });
  });
}

function failure({ command, args }: ToolRun, lines: readonly string[]): string {
  const said =
    lines.findLast((line) => /error|cannot|fail|denied|refused|not found/i.test(line)) ?? lines.at(-1);
  return `\`${[command, args[0] ?? ''].join(' ')}\` failed: ${said ?? 'it printed nothing'}`;
}
