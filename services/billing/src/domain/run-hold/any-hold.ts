import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { placeHold } from '../hold/place-hold.ts';
import type { PlaceHoldInput } from '../hold/place-hold.ts';
import { releaseHold } from '../hold/release-hold.ts';
import type { ReleaseHoldInput } from '../hold/release-hold.ts';
import { settleHold } from '../hold/settle-hold.ts';
import { placeJobHold } from '../job-hold/place-job-hold.ts';
import type { PlaceJobHoldInput } from '../job-hold/place-job-hold.ts';
import { endJobHold, releaseRaise } from '../job-hold/release-job-funds.ts';
import { endRun } from './end-run.ts';
import type { EndRunInput } from './end-run.ts';
import { placeRunHold } from './place-run-hold.ts';
import type { PlaceRunHoldInput } from './place-run-hold.ts';
import { releaseRunHold } from './release-run-hold.ts';

type HoldDeps = Pick<Deps, 'clock' | 'postings'>;
type EndJobHoldInput = Parameters<typeof endJobHold>[1];
export type AnyHoldInput = PlaceHoldInput | PlaceRunHoldInput | PlaceJobHoldInput;

/** Places the hold of a run, whole or in parts, or of a job. Errors as PlaceHold says. */
export function placeAnyHold(deps: HoldDeps, hold: AnyHoldInput): Promise<Account> {
  if ('jobId' in hold) return placeJobHold(deps, hold);
  return 'inParts' in hold ? placeRunHold(deps, hold) : placeHold(deps, hold);
}

/** Releases the hold of a run, or of a job: one raise of it, or the whole hold. Errors as ReleaseHold says. */
export async function releaseAnyHold(
  deps: HoldDeps,
  ref: (ReleaseHoldInput & { readonly jobId?: never }) | (EndJobHoldInput & { readonly holdId: string }),
): Promise<Account> {
  if (ref.jobId === undefined) return (await releaseHold(deps, ref)) ?? (await releaseRunHold(deps, ref));
  return ref.holdId === '' ? endJobHold(deps, ref) : releaseRaise(deps, ref);
}

/** Settles the hold of a run that has ended: a whole hold ends at once, a hold in parts when all jobs of the run have closed. */
export async function endAnyRun(deps: HoldDeps, run: EndRunInput): Promise<Account> {
  const whole = run.outcome === 'completed' ? await settleHold(deps, run) : await releaseHold(deps, run);
  return whole ?? endRun(deps, run);
}
