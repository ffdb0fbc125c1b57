import { readFile } from 'node:fs/promises';
import { serveJobs } from '@assay/media/isolate/serve-jobs';
import { loadChecks } from '../checks/registry.ts';
import { createSubject, runChecks } from '../checks/run-checks.ts';
import { renderPreview } from './render-preview.ts';
import type { StageJobs } from './stage-job.ts';

// Examining a file needs no network; whatever a library may try fails.
Reflect.deleteProperty(globalThis, 'fetch');

serveJobs<StageJobs>({
  /** Every check of one stage, one after the other. */
  async runStage({ checks, withPreview, trustList, ...file }) {
    const subject = createSubject({ ...file, bytes: await readFile(file.path) });
    const results = await runChecks(await loadChecks(checks, trustList), subject);
    const preview = withPreview ? await renderPreview(await subject.pixels(), file.enrichment) : null;
    return { results, preview };
  },
});
