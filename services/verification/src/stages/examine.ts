import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '../checks/check.ts';
import type { Deps } from '../deps.ts';
import { stageAfter } from '../domain/run.ts';
import type { Run } from '../domain/run.ts';
import { stageRequested } from '../events/run-events.ts';
import { runsCollection } from '../store/runs-store.ts';
import { toFindings } from './findings.ts';
import { stageSummary } from './stage-summary.ts';
import { storeArtifacts } from './store-artifacts.ts';
import type { StageOutput } from './stage-job.ts';

export interface StageWork {
  readonly run: Run;
  readonly stageSlug: string;
  readonly cause: { readonly requestId: string; readonly traceparent?: string | undefined };
  readonly signal: AbortSignal;
}

/** Runs a stage's checks on the run's file, stores what they made, and requests the next stage in the same write. */
export async function examine(deps: Deps, work: StageWork): Promise<void> {
  const { run, stageSlug, cause } = work;
  const output = await runChecks(deps, work);
  const artifacts = await storeArtifacts(deps.storage, { run, stageSlug, output });
  const ref = { runId: run.id, organizationId: run.organizationId, stageSlug };
  const result = {
    verdict: null,
    confidence: null,
    summary: stageSummary(output.results),
    findings: toFindings(output.results),
    artifacts,
  };
  const next = stageAfter(run, stageSlug);
  const events = next === undefined ? [] : [stageRequested(run, next.slug, cause)];
  const completed = await deps.stages.complete(ref, result, { now: deps.clock.now(), events });
  if (completed) deps.relay.notify(runsCollection, run.id);
}

async function runChecks(
  { storage, executor }: Deps,
  { run, stageSlug, signal }: StageWork,
): Promise<StageOutput> {
  const [file] = run.files;
  if (file === undefined) return { results: [], preview: null };
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-stage-'));
  try {
    const filePath = path.join(folder, 'subject');
    await storage.download(file.storageKey, filePath);
    const { mimeType } = file;
    // Both came out of JSON, by way of the contract's Struct.
    const enrichment = file.enrichment as JsonObject;
    const claims = (run.contextData ?? {}) as JsonObject;
    return await executor.execute({ stageSlug, path: filePath, mimeType, enrichment, claims }, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
