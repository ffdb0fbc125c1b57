import '@assay/chassis/process/small-young-generation';
import { setFlagsFromString } from 'node:v8';

// An export leaves rows that were sent in the old generation. V8 would collect them only once it has more than three times its size.
setFlagsFromString('--heap-growing-percent=60');

const { run } = await import('@assay/chassis/process/run');
const { configFrom } = await import('./config.ts');
const { startService } = await import('./service.ts');

await run({ name: 'crowd-webhooks', readConfig: configFrom, start: (config) => startService(config) });
