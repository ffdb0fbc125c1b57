import { run } from '@assay/chassis/process/run';
import { configFrom } from './config.ts';
import { startService } from './service.ts';

await run({ name: 'crowd-webhooks', readConfig: configFrom, start: (config) => startService(config) });
