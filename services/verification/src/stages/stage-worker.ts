import { UndecodableError } from '@assay/media/limits/undecodable-error';
import { serveJobs } from '@assay/media/isolate/serve-jobs';
import { previewJpeg } from '@assay/media/preview/preview-image';
import type { Case } from '@assay/checks/check/check';
import { loadChecks } from '@assay/checks/registry';
import { runChecks } from '@assay/checks/run/run-checks';
import { openCase } from '@assay/checks/run/open-case';
import type { Preview, StageJobs } from '../domain/stage/stage-job.ts';

// Examining a file needs no network; whatever a library may try fails.
Reflect.deleteProperty(globalThis, 'fetch');

/** Pixels. */
const previewSide = 960;

serveJobs<StageJobs>({
  /** Every check of one stage, one after the other. */
  async runStage({ checks, withPreview, trustList, files, paths, beside, claims }) {
    const given = openCase({ files, paths, beside, claims });
    const results = await runChecks(await loadChecks(checks, trustList), given);
    return { results, preview: withPreview ? await previewOf(given) : null };
  },
});

async function previewOf({ files: [file] }: Case): Promise<Preview | null> {
  const subject = (await file?.open()) ?? null;
  if (subject === null) return null;
  return previewJpeg(subject.path, previewSide).catch((error: unknown) => {
    if (error instanceof UndecodableError) return null;
    throw error;
  });
}
