import { run } from '@assay/chassis/run';
import { readProjectsFilesConfig } from './config.ts';
import { startService } from './service.ts';

await run({ name: 'projects-files', readConfig: readProjectsFilesConfig, start: startService });
