/** Seconds of the first start of a fresh clone with empty caches, and the source of each server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '@assay/local/config';
import { freePorts } from '@assay/local/platform/ports';
import { runChild } from '@assay/local/processes/run-child';
import { printTable, say } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bareMachine } from './bare-machine.ts';

const goalSeconds = 90;
const mostSeconds = 900;
const verified = 'a photograph was verified';
/** Lines of a start that end something. */
const milestone = /^(Done after|✓|✗|!)|Serving at/u;

interface Line {
  readonly seconds: number;
  readonly text: string;
}

async function clone(folder: string): Promise<void> {
  const { exitCode, output } = await runChild({
    command: 'git',
    args: ['clone', '--quiet', '--no-local', projectRoot, folder],
    workingDirectory: projectRoot,
    output: 'kept',
  });
  if (exitCode !== 0) throw new Error(`git clone failed:\n${output}`);
}

/** Starts the platform until it serves or ends, then stops it; resolves to what it printed. */
async function start(checkout: string, environment: Record<string, string>): Promise<Line[]> {
  const [port = 0] = await freePorts(1);
  const child = spawn('npm', ['start', '--', '--port', port.toString()], {
    cwd: checkout,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that all of it can be ended.
    detached: true,
  });
  const end = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // All of it has ended.
    }
  };
  process.once('exit', () => end('SIGKILL'));
  // npm ends at once; what it started has ended when nobody can print any more.
  const ended = once(child, 'close');
  const startedAt = performance.now();
  const lines: Line[] = [];
  const serves = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (text) => {
        lines.push({ seconds: (performance.now() - startedAt) / 1_000, text: text.trim() });
        if (text.includes('Serving at')) resolve();
      });
    }
  });
  await Promise.race([serves, ended, wait(mostSeconds * 1_000, undefined, { ref: false })]);
  end('SIGTERM');
  await Promise.race([ended, wait(60_000, undefined, { ref: false })]);
  end('SIGKILL');
  return lines;
}

const folder = await temporaryFolder();
const checkout = join(folder, 'assay');
await clone(checkout);
const loadBefore = loadavg()[0] ?? 0;
const lines = await start(checkout, await bareMachine(folder));
const [loadAfter = 0] = loadavg();
say('npm start in a fresh clone, with Node, npm, Python and shell tools on the PATH and an empty home\n');
printTable(
  ['seconds', 'what'],
  ...lines.filter(({ text }) => milestone.test(text)).map(({ seconds, text }) => [seconds.toFixed(0), text]),
);
const sample = lines.find(({ text }) => text.includes(verified));
if (sample === undefined) {
  say(`\nthe sample was not verified; the last lines:`);
  for (const { text } of lines.slice(-20)) say(`  ${text}`);
  process.exit(1);
}
const isMet = sample.seconds <= goalSeconds;
say(`\nload ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} at the end`);
say(
  `the sample was verified after ${sample.seconds.toFixed(0)} s (at most ${goalSeconds.toString()}): ${isMet ? 'met' : 'MISSED'}`,
);
say('before commit 445898d, not measured here: 219 s on two busy cores, and Go and Java were needed');
process.exit(isMet ? 0 : 1);
