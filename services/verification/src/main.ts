import { run } from '@assay/chassis/run';
import { readVerificationConfig } from './config.ts';
import { startService } from './service.ts';

await run({ name: 'verification', readConfig: readVerificationConfig, start: startService });
