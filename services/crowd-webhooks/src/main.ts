import { setFlagsFromString } from 'node:v8';
import { fixYoungGeneration } from '@assay/chassis/process/heap/young-generation';
import { mebibytes } from '@assay/chassis/units';

// With 1 MB, the deliveries of a group are old before they end, and collecting garbage takes a quarter of the CPU.
fixYoungGeneration(mebibytes(4));
// An export leaves rows that were sent in the old generation. V8 would collect them only once it has more than three times its size.
setFlagsFromString('--heap-growing-percent=40');

const { run } = await import('@assay/chassis/process/run');
const { configFrom } = await import('./config.ts');
const { startService } = await import('./service.ts');

await run({ name: 'crowd-webhooks', readConfig: configFrom, start: (config) => startService(config) });
