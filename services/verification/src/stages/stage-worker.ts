import { readFile } from 'node:fs/promises';
import { workerData } from 'piscina';
import { checksOfStage } from '../checks/registry.ts';
import { createSubject, runChecks } from '../checks/run-checks.ts';
import { renderPreview } from './render-preview.ts';
import type { StageJob, StageOutput, WorkerSettings } from './stage-job.ts';

// What the executor gave every thread when it was started.
const { trustList } = workerData as WorkerSettings;

/** Runs on a worker thread: every check of one stage, one after the other. Cancelling ends the thread. */
export async function runStage({ stageSlug, ...file }: StageJob): Promise<StageOutput> {
  const subject = createSubject({ ...file, bytes: await readFile(file.path) });
  const results = await runChecks(checksOfStage(stageSlug, trustList), subject);
  const preview =
    stageSlug === 'ingest-gate' ? await renderPreview(await subject.pixels(), file.enrichment) : null;
  return { results, preview };
}
