import '@assay/chassis/process/heap/small-young-generation';

const { run } = await import('@assay/chassis/process/run');
const { configFrom } = await import('./config.ts');
const { startService } = await import('./service.ts');

await run({ name: 'verification', readConfig: configFrom, start: startService });
