import { setTimeout as delay } from 'node:timers/promises';
import { undecodable } from '../../src/decode/undecodable-error.ts';
import { serveJobs } from '../../src/isolate/serve-jobs.ts';

// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- a job table needs an index signature
export type MisbehavingJobs = {
  readonly echo: { readonly input: unknown; readonly output: unknown };
  readonly inspect: {
    readonly input: undefined;
    readonly output: {
      readonly pid: number;
      readonly environment: readonly string[];
      readonly canWrite: boolean;
    };
  };
  readonly refuse: { readonly input: string; readonly output: never };
  readonly fail: { readonly input: string; readonly output: never };
  readonly exit: { readonly input: number; readonly output: never };
  readonly abort: { readonly input: undefined; readonly output: never };
  readonly spin: { readonly input: undefined; readonly output: never };
  readonly wait: { readonly input: number; readonly output: number };
  readonly swell: { readonly input: undefined; readonly output: never };
};

serveJobs<MisbehavingJobs>({
  echo: (input) => Promise.resolve(input),
  inspect: () =>
    Promise.resolve({
      pid: process.pid,
      environment: Object.keys(process.env),
      canWrite: process.permission.has('fs.write', '/tmp/file'),
    }),
  refuse: (message) => Promise.reject(undecodable(new Error(message))),
  fail: (message) => Promise.reject(new Error(message)),
  exit: (code) => process.exit(code),
  abort: () => process.abort(),
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
