import type { JobFailure, JobResult } from '@assay/media/isolate/job-types';
import { notApplicable } from '@assay/checks/check/check-result';
import type { CheckResult } from '@assay/checks/check/check';
import { loadChecks } from '@assay/checks/registry';
import type { StageJob, StageOutput } from '../domain/stage/stage-job.ts';

/** Runs a part of a stage in a child of its own. */
export type RunPart = (part: StageJob) => Promise<JobResult<StageOutput>>;

/** The limits of a child, for the sentence that says which one a check has met. */
export interface CheckLimits {
  readonly processorMs: number;
  readonly clockMs: number;
  readonly maxRssBytes: number;
}

/** Returns true where the child broke on the file or met a limit, so that the other checks can still be run without the one that did. */
export function brokeDown({ code }: JobFailure): boolean {
  return code === 'memory' || code === 'crashed' || code === 'cpu' || code === 'timeout';
}

/**
 * Runs every check of a stage in a child of its own, after they broke one together: a check that breaks its child is not applicable to
 * this file, and the others say what they find. The first failure of another kind is answered as it is.
 * @param failure of all checks together
 * @param limits of each child
 */
export async function runEachCheck(
  job: StageJob,
  { failure, limits }: { readonly failure: JobFailure; readonly limits: CheckLimits },
  run: RunPart,
): Promise<JobResult<StageOutput>> {
  const results: CheckResult[] = [];
  for (const slug of job.checks) {
    const isAlone = job.checks.length === 1 && !job.withPreview;
    const result = isAlone ? failure : await run({ ...job, checks: [slug], withPreview: false });
    if (result.ok) results.push(...result.value.results);
    else if (brokeDown(result)) results.push(await brokenCheck(slug, result, limits));
    else return result;
  }
  const preview = job.withPreview ? await run({ ...job, checks: [], withPreview: true }) : null;
  return { ok: true, value: { results, preview: preview?.ok === true ? preview.value.preview : null } };
}

async function brokenCheck(slug: string, failure: JobFailure, limits: CheckLimits): Promise<CheckResult> {
  const [check] = await loadChecks([slug], undefined);
  if (check === undefined) throw new Error(`there is no check ${slug}`);
  return notApplicable(check, nameLimit(failure, limits));
}

/** Says which limit ended a check. */
function nameLimit({ code }: JobFailure, { processorMs, clockMs, maxRssBytes }: CheckLimits): string {
  switch (code) {
    case 'memory':
      return `the check needed more memory for this file than the ${String(Math.round(maxRssBytes / 2 ** 20))} MB that it may use`;
    case 'cpu':
      return `the check needed more processor time for this file than the ${formatSeconds(processorMs)} s that it may use`;
    case 'timeout':
      return `the check did not end within ${formatSeconds(clockMs)} s, with less processor time than it may use: the machine was busy, or the check hung`;
    default:
      return 'the check broke down on this file';
  }
}

function formatSeconds(milliseconds: number): string {
  return String(Number((milliseconds / 1000).toPrecision(2)));
}
