import { run } from '@assay/chassis/process/run';
import { configFrom } from './config.ts';
import { startGateway } from './service.ts';

await run({ name: 'gateway', readConfig: configFrom, start: startGateway });
