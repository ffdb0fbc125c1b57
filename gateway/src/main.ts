import { run } from '@assay/chassis/run';
import { readGatewayConfig } from './config.ts';
import { startGateway } from './service.ts';

await run({ name: 'gateway', readConfig: readGatewayConfig, start: startGateway });
