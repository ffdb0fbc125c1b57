import path from 'node:path';
import type { CheckResult, JsonObject } from '../../checks/check.ts';
import type { Deps } from '../../deps.ts';
import type { StageOutput } from '../../stages/stage-job.ts';
import { stageOf } from '../run/run.ts';
import type { StageTask } from '../pipeline/pipeline.ts';
import type { Cause, Run } from '../run/run.ts';
import { toFindings } from './findings.ts';
import { stagePrefix } from './stage-prefix.ts';
import { storeArtifacts } from './store-artifacts.ts';

export type ExamineStageDeps = Pick<
  Deps,
  'clock' | 'runs' | 'stages' | 'storage' | 'executor' | 'externalDetector' | 'temporaryFolders'
>;

export interface StageWork {
  readonly run: Run;
  readonly stageSlug: string;
  /** The checks to run, by slug, and whether the external detector is asked. */
  readonly task: Extract<StageTask, { readonly kind: 'examine' }>;
  readonly signal: AbortSignal;
}

/** Runs a stage's checks on the run's file, stores what they made, and requests the next stage in the same write. */
export async function examineStage(deps: ExamineStageDeps, cause: Cause, work: StageWork): Promise<void> {
  const { run, stageSlug } = work;
  const output = await runChecks(deps, work);
  const artifacts = await storeArtifacts(deps, { run, stageSlug, output });
  const { results } = output;
  const result = {
    verdict: null,
    confidence: null,
    summary: summarize(results),
    findings: toFindings(results),
    artifacts,
  };
  if (await deps.stages.complete({ run, stageSlug, result }, { now: deps.clock.now(), cause })) return;
  if (await isNobodys(deps, work)) await deps.storage.removeAll(stagePrefix(run, stageSlug));
}

/**
 * Whether nobody needs what was made in vain: the run was removed, canceled or restarted meanwhile. Another worker of the same
 * stage makes the same objects.
 */
async function isNobodys({ runs }: ExamineStageDeps, { run, stageSlug }: StageWork): Promise<boolean> {
  const { organizationId, id } = run;
  const found = await runs.find(organizationId, id);
  const stage = found && stageOf(found, stageSlug);
  return stage?.id !== stageOf(run, stageSlug)?.id || stage?.status === 'failed';
}

async function runChecks(
  { storage, executor, externalDetector, temporaryFolders }: ExamineStageDeps,
  { run, stageSlug, task: { checks, asksDetector }, signal }: StageWork,
): Promise<StageOutput> {
  const [file] = run.files;
  if (file === undefined) return { results: [], preview: null };
  return temporaryFolders.with(async (folder) => {
    const filePath = path.join(folder, 'subject');
    await storage.download(file.storageKey, filePath);
    const { mimeType } = file;
    // Both came out of JSON, by way of the contract's Struct.
    const enrichment = file.enrichment as JsonObject;
    const claims = (run.contextData ?? {}) as JsonObject;
    const withPreview = mimeType.startsWith('image/') && stageOf(run, stageSlug)?.order === 0;
    const job = { checks, withPreview, path: filePath, mimeType, enrichment, claims };
    const [output, answer] = await Promise.all([
      executor.execute(job, signal),
      asksDetector ? externalDetector?.examine(job, signal) : null,
    ]);
    return { ...output, results: [...output.results, ...(answer ? [answer] : [])] };
  });
}

/** A few words on a stage for people: its strongest statement first, and what could not be checked. */
function summarize(results: readonly CheckResult[]): string {
  const worked = results.filter(({ applicability }) => applicability.applicable);
  const [strongest] = worked.toSorted((a, b) => weightOf(b) - weightOf(a));
  const skipped = results.length - worked.length;
  if (strongest === undefined) return 'None of the checks of this stage can work on this file.';
  if (skipped === 0) return strongest.statement;
  return `${strongest.statement} ${skipped} of ${results.length} checks of this stage could not work on this file.`;
}

function weightOf({ llrManipulated, llrSynthetic, llrAuthentic }: CheckResult): number {
  return Math.max(Math.abs(llrManipulated), Math.abs(llrSynthetic), Math.abs(llrAuthentic));
}
