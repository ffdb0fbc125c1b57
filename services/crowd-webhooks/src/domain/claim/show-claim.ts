import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { isOutsider } from '../job/check-job-access.ts';
import { fillSurvey, listExpectedLists } from '../survey/fill-survey.ts';
import type { Survey } from '../survey/survey.ts';
import { readValues } from '../task/read-values.ts';
import type { ClaimedTask } from './claim-task.ts';
import type { WorkLink } from './work-links.ts';

/** A claim as its worker gets it. */
export interface ShownClaim extends ClaimedTask {
  readonly survey: Survey;
  readonly inputData: Readonly<Record<string, string>>;
  readonly files: readonly WorkLink[];
  /** True while files are being prepared. */
  readonly isPending: boolean;
  readonly remainingSeconds: number;
  readonly guestToken?: string | undefined;
}

/** Builds the view of a claim, with fresh links. Known answers are in no part of it. */
export async function showClaim(
  deps: Pick<Deps, 'surveyVersions' | 'workLinks' | 'jobValues' | 'clock'>,
  call: CallContext,
  claimed: ClaimedTask,
): Promise<ShownClaim> {
  const { job, task, claim, guestToken } = claimed;
  const { organizationId, language } = job;
  const version = await deps.surveyVersions.findForJob(job);
  if (version === undefined) throw notFound('crowd job');
  const { fileIds } = task.variant;
  const values = await readValues(deps, task);
  const hidden = new Set(listExpectedLists(version));
  const shown = Object.entries(values).filter(([name]) => !hidden.has(name));
  const files =
    fileIds.length === 0
      ? []
      : await deps.workLinks.create(call, organizationId, { fileIds, isOutsider: isOutsider(job, call) });
  const remainingMs = claim.expiresAt.getTime() - deps.clock.now().getTime();
  return {
    ...{ ...claimed, guestToken, isPending: files === 'pending', files: files === 'pending' ? [] : files },
    inputData: Object.fromEntries(shown),
    survey: fillSurvey(version, language, new Map(Object.entries(values))),
    remainingSeconds: Math.max(Math.ceil(remainingMs / 1_000), 0),
  };
}
