import { serveJobs } from '../../src/isolate/serve-jobs.ts';

// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- a job table needs an index signature
export type SlowJobs = {
  readonly echo: { readonly input: unknown; readonly output: unknown };
};

/** As on a machine where others have the processors. */
const until = performance.now() + 4_000;
while (performance.now() < until) Math.random();
serveJobs<SlowJobs>({ echo: (input) => Promise.resolve(input) });
