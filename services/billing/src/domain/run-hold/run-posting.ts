import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { namesOf, readHoldId } from '../hold/hold.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import type { NewEntry } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import { readRunHold } from './run-hold.ts';
import type { RunHold } from './run-hold.ts';

export interface RunHoldRef {
  readonly organizationId: string;
  readonly runId: string;
  /** Empty or left out: the first hold of the run. */
  readonly holdId?: string | undefined;
}

/** The hold of a run when a posting is decided. */
export interface RunState extends RunHold {
  /** The fields by which entries name the hold. */
  readonly names: Pick<NewEntry, 'runId' | 'holdId'>;
  /** The user who started the run. Empty before the hold was placed. */
  readonly userId: string;
  /** True when the cause of the request was applied before. */
  readonly isRepeated: boolean;
  /** True when the whole hold was released, so that nothing can be placed or charged any more. */
  readonly hasEnded: boolean;
}

interface RunRequest extends RunHoldRef {
  readonly cause: string;
  readonly decide: (account: Account, state: RunState) => Posting | undefined;
}

/** Decides and posts for the hold of a run that is charged in parts, exactly once. The entries of the run state the hold. */
export function postForRun(
  { postings }: Pick<Deps, 'postings'>,
  { cause, decide, ...ref }: RunRequest,
): Promise<Account> {
  const holdId = readHoldId(ref);
  const end = causeOf('release', holdId);
  return postings.run({
    organizationId: ref.organizationId,
    causes: [cause, end],
    subject: { runId: ref.runId },
    decide(account, applied, entries) {
      const hold = readRunHold(holdId, entries);
      return decide(account, {
        ...hold,
        names: namesOf(ref),
        userId: hold.placed?.userId ?? '',
        isRepeated: applied.has(cause),
        hasEnded: applied.has(end),
      });
    },
  });
}
