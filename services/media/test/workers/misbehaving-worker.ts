import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { getPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { undecodable } from '../../src/limits/undecodable-error.ts';
import { serveJobs } from '../../src/isolate/serve-jobs.ts';

// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- a job table needs an index signature
export type MisbehavingJobs = {
  readonly echo: { readonly input: unknown; readonly output: unknown };
  readonly inspect: {
    readonly input: undefined;
    readonly output: {
      /** Tells one child from another. */
      readonly child: string;
      readonly environment: Readonly<Record<string, string | undefined>>;
      readonly canWrite: boolean;
      readonly niceness: number;
    };
  };
  /** What of all this a child gets hold of. */
  readonly reach: {
    readonly input: {
      readonly path: string;
      readonly foreignFile: string;
      readonly listener: { readonly host: string; readonly port: number };
    };
    readonly output: {
      readonly content: string;
      readonly foreignFile: string;
      readonly nativeForeignFile: string;
      readonly listener: string;
      readonly processes: string;
    };
  };
  readonly refuse: { readonly input: string; readonly output: never };
  readonly fail: { readonly input: string; readonly output: never };
  readonly exit: { readonly input: number; readonly output: never };
  readonly abort: { readonly input: undefined; readonly output: never };
  readonly throwLate: { readonly input: undefined; readonly output: never };
  readonly spin: { readonly input: undefined; readonly output: never };
  readonly wait: { readonly input: number; readonly output: number };
  readonly swell: { readonly input: undefined; readonly output: never };
};

const child = randomUUID();
const outcomeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'reached',
    (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error),
  );

serveJobs<MisbehavingJobs>({
  echo: (input) => Promise.resolve(input),
  inspect: () =>
    Promise.resolve({
      child,
      environment: { ...process.env },
      canWrite: process.permission.has('fs.write', '/tmp/file'),
      niceness: getPriority(),
    }),
  reach: async ({ path, foreignFile, listener }) => ({
    content: await readFile(path, 'utf8'),
    foreignFile: await outcomeOf(readFile(foreignFile)),
    // libvips opens files by itself, without asking Node.
    nativeForeignFile: await outcomeOf(sharp(foreignFile).metadata()),
    listener: await outcomeOf(once(connect(listener), 'connect')),
    processes: await outcomeOf(readdir('/proc')),
  }),
  refuse: (message) => Promise.reject(undecodable(new Error(message))),
  fail: (message) => Promise.reject(new Error(message)),
  exit: (code) => process.exit(code),
  abort: () => process.abort(),
  throwLate: () =>
    new Promise(() => {
      setImmediate(() => {
        throw new Error('of nobody');
      });
    }),
  spin: () => {
    for (;;) Math.random();
  },
  wait: async (milliseconds) => {
    await delay(milliseconds);
    return milliseconds;
  },
  swell: async () => {
    const held: Buffer[] = [];
    for (;;) {
      held.push(Buffer.alloc(8 * 2 ** 20, held.length));
      await delay(5);
    }
  },
});
