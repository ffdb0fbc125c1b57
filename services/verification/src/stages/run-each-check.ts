import type { JobFailure, JobResult } from '@assay/media/isolate/job-types';
import { notApplicable } from '../checks/check-result.ts';
import type { CheckResult } from '../checks/check.ts';
import { loadChecks } from '../checks/registry.ts';
import type { StageJob, StageOutput } from './stage-job.ts';

/** Runs a part of a stage in a child of its own. */
export type RunPart = (part: StageJob) => Promise<JobResult<StageOutput>>;

/** Returns true where the child broke on the file, so that the checks which did not break it can still be run without the one that did. */
export function brokeDown({ code }: JobFailure): boolean {
  return code === 'memory' || code === 'crashed';
}

/**
 * Runs every check of a stage in a child of its own, after they broke one together: a check that breaks its child is not applicable to
 * this file, and the others say what they find. The first failure of another kind is answered as it is.
 * @param failure of all checks together
 */
export async function runEachCheck(
  job: StageJob,
  failure: JobFailure,
  run: RunPart,
): Promise<JobResult<StageOutput>> {
  const results: CheckResult[] = [];
  for (const slug of job.checks) {
    const isAlone = job.checks.length === 1 && !job.withPreview;
    const result = isAlone ? failure : await run({ ...job, checks: [slug], withPreview: false });
    if (result.ok) results.push(...result.value.results);
    else if (brokeDown(result)) results.push(await brokenCheck(slug, result));
    else return result;
  }
  const preview = job.withPreview ? await run({ ...job, checks: [], withPreview: true }) : null;
  return { ok: true, value: { results, preview: preview?.ok === true ? preview.value.preview : null } };
}

async function brokenCheck(slug: string, { code }: JobFailure): Promise<CheckResult> {
  const [check] = await loadChecks([slug], undefined);
  if (check === undefined) throw new Error(`there is no check ${slug}`);
  const reason =
    code === 'memory'
      ? 'the check needed more memory for this file than it may use'
      : 'the check broke down on this file';
  return notApplicable(check, reason);
}
