import { run } from '@assay/chassis/process/run';
import { configFrom } from './config.ts';
import { startMcp } from './service.ts';

await run({ name: 'mcp', readConfig: configFrom, start: startMcp });
