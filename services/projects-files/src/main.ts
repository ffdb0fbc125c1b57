import { collectGarbageOften } from './garbage-collection.ts';

collectGarbageOften();
const { run } = await import('@assay/chassis/run');
const { readProjectsFilesConfig } = await import('./config.ts');
const { startService } = await import('./service.ts');

await run({ name: 'projects-files', readConfig: readProjectsFilesConfig, start: startService });
