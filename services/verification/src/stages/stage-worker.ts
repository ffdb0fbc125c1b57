import { readFile } from 'node:fs/promises';
import { workerData } from 'piscina';
import { decodeImage } from '@assay/media/decode/decode-image';
import type { CheckResult } from '../checks/check.ts';
import { createSubject } from '../checks/create-subject.ts';
import { checksOfStage } from '../checks/registry.ts';
import { runCheck } from '../checks/run-check.ts';
import { renderPreview } from './render-preview.ts';
import type { StageJob, StageOutput, StageThread } from './stage-job.ts';

// What the executor gave every thread when it was started.
const { trustList } = workerData as StageThread;

/** Runs on a worker thread: every check of one stage, one after the other. Cancelling ends the thread. */
export async function runStage({ stageSlug, ...file }: StageJob): Promise<StageOutput> {
  const subject = createSubject({ ...file, bytes: await readFile(file.path) }, () => decodeImage(file.path));
  const uncancelled = new AbortController().signal;
  const results: CheckResult[] = [];
  for (const check of checksOfStage(stageSlug, trustList))
    results.push(await runCheck(check, subject, uncancelled));
  const preview =
    stageSlug === 'ingest-gate' ? await renderPreview(await subject.pixels(), file.enrichment) : null;
  return { results, preview };
}
