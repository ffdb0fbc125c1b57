import { run } from '../../src/process/run.ts';
import { createRuntime } from '../../src/process/runtime.ts';

// A process that never ends: in stage `starting` its start waits for ever, in `stopping` a closing step does.
const [stage] = process.argv.slice(2);
const endless = new Promise<never>(() => setInterval(() => undefined, 60_000));

await run({
  name: 'stubborn',
  readConfig: () => ({ shutdownDelayMs: 0, callDrainTimeoutMs: 0, shutdownTimeoutMs: 200 }),
  async start() {
    process.send?.('is up');
    if (stage === 'starting') await endless;
    const { lifecycle } = createRuntime('stubborn', { logLevel: 'info' });
    lifecycle.onStop('endless', () => endless);
    return { stop: () => lifecycle.stop(), overran: lifecycle.overran };
  },
});
process.send?.('runs');
