import path from 'node:path';
import type { CheckResult, JsonObject } from '@assay/checks/check/check';
import type { Deps } from '../../deps.ts';
import type { NamedFile } from '@assay/checks/run/open-case';
import type { StageOutput } from './stage-job.ts';
import { stageOf } from '../run/run.ts';
import type { StageTask } from '../pipeline/pipeline.ts';
import type { Cause, Run } from '../run/run.ts';
import type { SubjectFile } from '../subject-file/subject-file.ts';
import { toFindings } from './records/findings.ts';
import { stagePrefix } from './records/stage-prefix.ts';
import { storeArtifacts } from './records/store-artifacts.ts';

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

/** Runs a stage's checks on what the run was given, stores what they made, and requests the next stage in the same write. */
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
  return (
    stage?.id !== stageOf(run, stageSlug)?.id || stage?.status === 'failed' || stage?.status === 'skipped'
  );
}

/** What the checks of a stage find in the run's file. Rejects as the stage executor does. */
export async function runChecks(
  {
    storage,
    executor,
    externalDetector,
    temporaryFolders,
  }: Pick<ExamineStageDeps, 'storage' | 'executor' | 'externalDetector' | 'temporaryFolders'>,
  { run, stageSlug, task: { checks, asksDetector }, signal }: StageWork,
): Promise<StageOutput> {
  const { files } = run;
  return temporaryFolders.with(async (folder) => {
    const paths: (string | null)[] = [];
    for (const [index, file] of files.entries()) {
      const filePath = isRead(file, files) ? path.join(folder, `subject-${String(index)}`) : null;
      if (filePath !== null) await storage.download(file.storageKey, filePath);
      paths.push(filePath);
    }
    const claims = (run.contextData ?? {}) as JsonObject;
    const isPicture = files.length === 1 && files[0]?.mimeType.startsWith('image/') === true;
    const withPreview = isPicture && stageOf(run, stageSlug)?.order === 0;
    const job = { checks, withPreview, files: files.map(toNamedFile), paths, claims };
    const file = files[0];
    const filePath = paths[0];
    const asked = asksDetector === true && file !== undefined && typeof filePath === 'string';
    const [output, answer] = await Promise.all([
      executor.execute(job, signal),
      asked ? externalDetector?.examine({ path: filePath, mimeType: file.mimeType }, signal) : null,
    ]);
    return { ...output, results: [...output.results, ...(answer ? [answer] : [])] };
  });
}

/** Of several files only pictures are read, whose size is bounded; a video among them is judged by its enrichment. */
export function isRead(
  { mimeType }: Pick<SubjectFile, 'mimeType'>,
  { length }: { readonly length: number },
): boolean {
  return length === 1 || mimeType.startsWith('image/');
}

function toNamedFile({ id, name, mimeType, enrichment }: SubjectFile): NamedFile {
  // It came out of JSON, by way of the contract's Struct.
  return { id, name, mimeType, enrichment: enrichment as JsonObject };
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
