import { countSlots, isEnded } from './task.ts';
import type { Claim, ClaimState, Task } from './task.ts';

/** Claims without an answer that a task keeps, so that a late submission learns how its claim ended. */
const keptEndedClaims = 100;

export type NewClaim = Pick<Claim, 'id' | 'workerId' | 'claimedAt' | 'expiresAt'>;

/** Adds a claim. Undefined if no slot is free. */
export function addClaim(task: Task, claim: NewClaim): Task | undefined {
  if (countSlots(task).free === 0) return undefined;
  const added: Claim = { ...claim, state: 'open', repetitionIndex: task.claimCount, isExtended: false };
  return { ...task, claims: [...task.claims, added], claimCount: task.claimCount + 1 };
}

/** Ends the open claims whose time has passed. Returns the same task if there are none. */
export function expireClaims(task: Task, now: Date): Task {
  const ended = task.claims.filter(({ state, expiresAt }) => state === 'open' && expiresAt <= now);
  return ended.reduce((changed, { id }) => setState(changed, id, 'expired'), task);
}

/** Changes the state of a claim, and counts claims that end without an answer. */
export function setState(task: Task, claimId: string, state: ClaimState): Task {
  const changed = closeSurplus(keepClosed(replaceClaim(task, claimId, (claim) => ({ ...claim, state }))));
  if (state === 'returned') return forgetEnded({ ...changed, returned: task.returned + 1 });
  if (state === 'expired') return forgetEnded({ ...changed, expired: task.expired + 1 });
  return state === 'withdrawn' ? forgetEnded(changed) : changed;
}

export function replaceClaim(task: Task, claimId: string, change: (claim: Claim) => Claim): Task {
  return { ...task, claims: task.claims.map((claim) => (claim.id === claimId ? change(claim) : claim)) };
}

/** Opens unopened slots, at most as many as there are. */
export function openSlots(task: Task, count: number): Task {
  return { ...task, unopened: Math.max(task.unopened - count, 0) };
}

/** Closes the slots that no worker has: free and unopened ones. */
export function closeUnusedSlots(task: Task): Task {
  if (task.isGolden) return task;
  const { free, unopened } = countSlots(task);
  return { ...task, closed: task.closed + free + unopened, unopened: 0 };
}

/** Closes the slots that no worker has, now and whenever one comes free. */
export function closeForGood(task: Task): Task {
  return closeUnusedSlots({ ...task, isClosedForGood: true });
}

/** Withdraws the open claims, and closes all slots without an answer for good. The number of answers is final from then on. */
export function endTask(task: Task): Task {
  const open = task.claims.filter(({ state }) => state === 'open');
  return closeForGood(open.reduce((changed, { id }) => setState(changed, id, 'withdrawn'), task));
}

/** Adds slots for further repetitions. The answers to surplus slots then are answers to the repetitions. */
export function addSlots(task: Task, added: number): Task {
  return keepClosed({ ...task, slots: task.slots + added, surplus: 0 });
}

/** Adds slots for undone rejections whose slots other workers have taken. */
export function addSurplus(task: Task, added: number): Task {
  return { ...task, slots: task.slots + added, surplus: (task.surplus ?? 0) + added };
}

/** Closes a slot that came free while the task has more answers than repetitions. */
function closeSurplus(task: Task): Task {
  const { surplus = 0, closed } = task;
  const count = Math.min(surplus, countSlots(task).free);
  return count === 0 ? task : { ...task, surplus: surplus - count, closed: closed + count };
}

function keepClosed(task: Task): Task {
  return task.isClosedForGood === true ? closeUnusedSlots(task) : task;
}

function forgetEnded(task: Task): Task {
  const ended = task.claims.filter(isEnded);
  const forgotten = new Set(ended.slice(0, -keptEndedClaims));
  return forgotten.size === 0
    ? task
    : { ...task, claims: task.claims.filter((claim) => !forgotten.has(claim)) };
}
