import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { placeHold } from '../hold/place-hold.ts';
import type { PlaceHoldInput } from '../hold/place-hold.ts';
import { releaseHold } from '../hold/release-hold.ts';
import type { ReleaseHoldInput } from '../hold/release-hold.ts';
import { placeJobHold } from './place-job-hold.ts';
import type { PlaceJobHoldInput } from './place-job-hold.ts';
import { endJobHold, releaseRaise } from './release-job-funds.ts';

type HoldDeps = Pick<Deps, 'clock' | 'postings'>;
type EndJobHoldInput = Parameters<typeof endJobHold>[1];

/** Places the hold of a run or of a job. Errors as PlaceHold says. */
export function placeAnyHold(deps: HoldDeps, hold: PlaceHoldInput | PlaceJobHoldInput): Promise<Account> {
  return 'jobId' in hold ? placeJobHold(deps, hold) : placeHold(deps, hold);
}

/** Releases the hold of a run, or of a job: one raise of it, or the whole hold. Errors as ReleaseHold says. */
export function releaseAnyHold(
  deps: HoldDeps,
  ref: (ReleaseHoldInput & { readonly jobId?: never }) | (EndJobHoldInput & { readonly holdId: string }),
): Promise<Account> {
  if (ref.jobId === undefined) return releaseHold(deps, ref);
  return ref.holdId === '' ? endJobHold(deps, ref) : releaseRaise(deps, ref);
}
