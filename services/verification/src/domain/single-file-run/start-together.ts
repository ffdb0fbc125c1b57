import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { isRefusal } from '../run/price/hold-refusal.ts';
import type { Run } from '../run/run.ts';
import { tookTooLong } from '../run/start-run.ts';
import type { StartRunDeps } from '../run/start-run.ts';

interface BegunRun {
  readonly run: Run;
  readonly state: 'inserted' | 'resumed' | 'accepted';
}

/**
 * Accepts all of the runs or none: all are inserted unseen, then the money of all is held, then the first one is accepted, which
 * decides for every one. What a process that dies leaves is finished by a repetition of the call, else by
 * `releaseAbandonedStarts`: accepted where the first one was, given up and its money released where it was not.
 */
export async function startTogether(
  deps: StartRunDeps,
  call: CallContext,
  runs: readonly Run[],
): Promise<readonly Run[] | 'abandoned'> {
  const begun: BegunRun[] = [];
  for (const run of runs) {
    const one = await insertOrResume(deps, run);
    if (one === undefined) return giveUp(deps, call, runs);
    begun.push(one);
  }
  try {
    await holdAll(deps, call, begun);
  } catch (error) {
    // Only a refusal is certain to have held nothing; after any other failure the holds are released with the runs.
    if (!isRefusal(error)) throw error;
    await giveUp(deps, call, runs);
    if (error.reason === 'HOLD_ENDED') return 'abandoned';
    throw error;
  }
  return acceptAll(deps, call, begun);
}

/** Undefined when the run was abandoned. */
async function insertOrResume({ runs }: StartRunDeps, run: Run): Promise<BegunRun | undefined> {
  const { organizationId, id, createdAt } = run;
  if (await runs.insertUnpaid(run)) return { run, state: 'inserted' };
  const resumed = await runs.resumeUnpaid(organizationId, id, createdAt);
  if (resumed !== undefined) return { run: resumed, state: 'resumed' };
  const accepted = await runs.find(organizationId, id);
  return accepted && { run: accepted, state: 'accepted' };
}

async function holdAll(
  { billing }: StartRunDeps,
  call: CallContext,
  begun: readonly BegunRun[],
): Promise<void> {
  // Of a start that is resumed some money may be held already.
  if (begun.every(({ state }) => state === 'inserted')) {
    const requiredCents = begun.reduce((sum, { run }) => sum + run.costCents, 0);
    const balanceCents = await billing.availableCents(call);
    if (balanceCents < requiredCents) throw insufficientBalance({ balanceCents, requiredCents });
  }
  for (const { run, state } of begun) if (state !== 'accepted') await billing.placeHold(call, run);
}

/** The first one decides; each of the others may be accepted by the sweep meanwhile. */
async function acceptAll(
  deps: StartRunDeps,
  call: CallContext,
  begun: readonly BegunRun[],
): Promise<readonly Run[]> {
  const accepted: Run[] = [];
  for (const { run, state } of begun) {
    const { organizationId, id } = run;
    const isAccepted = state === 'accepted' || (await deps.runs.accept(run, call));
    const found = isAccepted ? run : await deps.runs.find(organizationId, id);
    if (found === undefined) {
      await giveUp(
        deps,
        call,
        begun.map((one) => one.run),
      );
      throw tookTooLong();
    }
    accepted.push(found);
  }
  return accepted;
}

/**
 * Ends a start of which nothing was accepted, beginning with what decides about it. Rejects when that was accepted by another
 * attempt meanwhile, which the next repetition finds.
 */
async function giveUp(
  { runs, billing, clock }: StartRunDeps,
  call: CallContext,
  together: readonly Run[],
): Promise<'abandoned'> {
  const afterNow = new Date(clock.now().getTime() + 1);
  for (const { organizationId, id, leadRunId } of together) {
    const isAbandoned = await runs.abandon(organizationId, id, afterNow);
    if (!isAbandoned && id === leadRunId) throw tookTooLong();
  }
  // The first one goes last: while it is there, the sweep finds what this leaves.
  for (const { organizationId, id: runId } of together.toReversed()) {
    await billing.releaseHold(call, { runId, holdId: '' });
    await runs.removeUnpaid(organizationId, runId);
  }
  return 'abandoned';
}

function insufficientBalance(details: {
  readonly balanceCents: number;
  readonly requiredCents: number;
}): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'INSUFFICIENT_BALANCE',
    'The balance is too low. Top up and send the request again.',
    {
      details,
    },
  );
}
