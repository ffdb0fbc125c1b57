import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import { isOutsider } from '../job/check-job-access.ts';
import { claimWithdrawn } from '../job/job-errors.ts';
import { translateSurvey } from '../survey/built-in/built-in-surveys.ts';
import { fillSurvey, listExpectedLists } from '../survey/fill-survey.ts';
import type { Survey } from '../survey/survey.ts';
import { readValues } from '../task/read-values.ts';
import { showIndex } from '../task/task-order.ts';
import { findLanguage } from '../worker/profile.ts';
import { claimTask } from './claim-task.ts';
import type { ClaimDeps, ClaimRequest } from './claim-task.ts';
import type { ClaimedTask } from './open-claim.ts';
import type { StageMap } from './stage-maps.ts';
import { findOwnClaim } from './find-claim.ts';
import { cancelNewClaim, withdrawClaim } from './withdraw-claim.ts';
import type { WithdrawDeps } from './withdraw-claim.ts';
import type { WorkLink } from './work-links.ts';

/** A claim as its worker gets it. */
export interface ShownClaim extends ClaimedTask {
  /** The number under which the worker sees the task. */
  readonly shownIndex: number;
  readonly survey: Survey;
  readonly inputData: Readonly<Record<string, string>>;
  readonly files: readonly WorkLink[];
  readonly maps: readonly StageMap[];
  /** True while files are being prepared. */
  readonly isPending: boolean;
  readonly remainingSeconds: number;
  readonly guestToken?: string | undefined;
}

type ShowDeps = WithdrawDeps &
  Pick<Deps, 'surveyVersions' | 'workLinks' | 'stageMaps' | 'guests' | 'workerProfiles'>;

/** Claims a task and builds its view. A new guest for whom that fails holds no task. */
export async function openClaim(
  deps: ClaimDeps & ShowDeps & Pick<Deps, 'jobValues'>,
  call: CallContext,
  request: ClaimRequest,
): Promise<ShownClaim> {
  const claimed = await claimTask(deps, call, request);
  try {
    return await showClaim(deps, call, claimed);
  } catch (error) {
    const { job, claim, guestToken } = claimed;
    if (guestToken !== undefined) await cancelNewClaim(deps, { job, claimId: claim.id });
    throw error;
  }
}

/**
 * Builds the view of a claim, with fresh links. Known answers are in no part of it. Withdraws the claim, and throws CLAIM_WITHDRAWN, if a file
 * was closed to outsiders since the claim was found.
 */
export async function showClaim(
  deps: ShowDeps & Pick<Deps, 'jobValues'>,
  call: CallContext,
  claimed: ClaimedTask,
): Promise<ShownClaim> {
  const { job, task, claim, guestToken } = claimed;
  const language = await findLanguage(deps, call, job);
  const values = await readValues(deps, task);
  const stored = await deps.surveyVersions.findForJob(job);
  if (stored === undefined) throw notFound('crowd job');
  const version = translateSurvey(stored, language, Object.keys(values));
  const hidden = new Set(listExpectedLists(version));
  const shown = Object.entries(values).filter(([name]) => !hidden.has(name));
  const files = await createLinks(deps, call, claimed);
  const maps =
    job.run?.showsMaps === true ? await deps.stageMaps.list(call, job.organizationId, job.run) : [];
  const remainingMs = claim.expiresAt.getTime() - deps.clock.now().getTime();
  return {
    ...claimed,
    guestToken,
    isPending: files === 'pending',
    files: files === 'pending' ? [] : files,
    maps,
    shownIndex: showIndex(job, task, claim.workerId),
    inputData: Object.fromEntries(shown),
    survey: fillSurvey(version, language, new Map(Object.entries(values))),
    remainingSeconds: Math.max(Math.ceil(remainingMs / 1_000), 0),
  };
}

async function createLinks(
  deps: ShowDeps,
  call: CallContext,
  { job, task, claim }: ClaimedTask,
): Promise<readonly WorkLink[] | 'pending'> {
  const { fileIds } = task.variant;
  if (fileIds.length === 0) return [];
  const shown = { fileIds, isOutsider: isOutsider(job, call) };
  const links = await deps.workLinks.create(call, job.organizationId, shown);
  if (links !== 'closed') return links;
  const { participant } = await findOwnClaim(deps, call, claim.id);
  await withdrawClaim(deps, { job, participant, claimId: claim.id });
  throw claimWithdrawn();
}
