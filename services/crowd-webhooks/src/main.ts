import '@assay/chassis/process/small-young-generation';

const { run } = await import('@assay/chassis/process/run');
const { configFrom } = await import('./config.ts');
const { startService } = await import('./service.ts');

await run({ name: 'crowd-webhooks', readConfig: configFrom, start: (config) => startService(config) });
