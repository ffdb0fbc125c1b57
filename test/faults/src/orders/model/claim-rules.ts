import { change, editJob, findClaim, findJob, keep, refuse } from './branch.ts';
import type { Branch } from './branch.ts';
import {
  countGuestClaims,
  countGuestLimit,
  isClosedTo,
  listCandidates,
  listGolden,
  lostGuest,
} from './list-candidates.ts';
import { isGuest, isOutsider } from './operation.ts';
import type { OnClaim, Operation } from './operation.ts';
import { closeSurplus, readStatus, settleJob } from './pass-time.ts';
import { claimTtlMs, isGolden } from './state.ts';
import type { ModelClaim, State } from './state.ts';
import { applyStopRule } from './stop-rule.ts';

type Claiming = Extract<Operation, { kind: 'claim' | 'claimAsGuest' }>;

/** Claims the next task (section 3, C15, C20 to C22, C60). */
export function claimTask(state: State, { kind, job: number, worker }: Claiming): Branch[] {
  const job = findJob(state, number);
  // Without a credential, an unknown job is 401 (C15).
  if (job === undefined) return refuse(state, kind === 'claimAsGuest' ? 'UNAUTHENTICATED' : 'NOT_FOUND');
  const { isOpen, allowsGuests } = job.terms;
  if (isGuest(worker) ? !allowsGuests : isOutsider(worker) && !isOpen) return refuse(state, 'NOT_FOUND');
  const open = job.claims.find((claim) => claim.worker === worker && claim.state === 'open');
  if (open !== undefined) return claimAgain(state, number, open);
  const isNew = kind === 'claimAsGuest';
  const status = readStatus(job);
  const named = status === 'assignable' ? 'no_tasks' : status;
  const nothing = { expected: { reason: 'NO_TASKS', status: named }, next: state };
  // Open claims of a paused job can be submitted (section 3): a claim that was sent before the response to a pause is one of them.
  const isJustPaused = status === 'paused' && job.pausedAt === state.now;
  const isLimited = isGuest(worker) && countGuestClaims(job) >= countGuestLimit(job);
  const limited = isLimited ? refuse(state, 'ADDRESS_CLAIM_LIMIT') : [];
  if (status !== 'assignable' && status !== 'no_tasks' && !isJustPaused) return [nothing];
  // A golden task may be left for the worker while all others are taken, and it may come in place of another one (C30).
  const golden = listGolden(job, worker);
  const candidates = [...(status === 'no_tasks' ? [] : listCandidates(state, job, worker)), ...golden];
  const isRefusable = isJustPaused || candidates.every(({ isCertain }) => !isCertain);
  if (isLimited) return isRefusable ? [...limited, nothing] : limited;
  const opened = candidates.flatMap(({ variant }) => openClaim(state, { number, worker, variant, isNew }));
  return isRefusable ? [...opened, nothing] : opened;
}

function openClaim(
  state: State,
  { number, worker, variant, isNew }: { number: number; worker: number; variant: number; isNew: boolean },
): Branch[] {
  const expiresAt = state.now + claimTtlMs;
  const add = (next: State): void => {
    editJob(next, number, ({ claims }) => {
      const claimedBy = isNew ? lostGuest : worker;
      claims.push({ id: undefined, worker: claimedBy, variant, expiresAt, isExtended: false, state: 'open' });
    });
  };
  return change(state, add, {
    facts: { variant },
    bind: (next, { id, expiresAt: end = expiresAt }) => {
      const claim = next.jobs[number]?.claims.at(-1);
      if (claim === undefined) return false;
      Object.assign(claim, { id, worker, expiresAt: end });
      return true;
    },
  });
}

/** Gives the open claim again (C21), unless its file was closed to its worker meanwhile (N102). */
function claimAgain(state: State, number: number, { worker, variant, id }: ModelClaim): Branch[] {
  const job = state.jobs[number];
  if (job !== undefined && isClosedTo(state, job, { worker, variant }))
    return change(state, (next) => {
      withdraw(next, number, worker);
    }).map((branch) => ({ ...branch, expected: { reason: 'CLAIM_WITHDRAWN' } }));
  return change(state, () => undefined, {
    facts: { variant, ...(id !== undefined && { id }) },
    bind: (next, outcome) => {
      const claim = next.jobs[number]?.claims.find((one) => one.worker === worker && one.state === 'open');
      if (claim === undefined) return false;
      claim.id = outcome.id;
      return true;
    },
  });
}

function withdraw(next: State, number: number, worker: number): void {
  editJob(next, number, (job) => {
    for (const claim of job.claims) {
      if (claim.worker !== worker || claim.state !== 'open') continue;
      claim.state = 'withdrawn';
      closeSurplus(job, claim.variant);
    }
    settleJob(job, next.now);
  });
}

/** Extends, returns or submits a claim. */
export function useClaim(
  state: State,
  operation: Extract<Operation, { kind: 'extendClaim' | 'returnClaim' | 'submit' }>,
): Branch[] {
  const job = findJob(state, operation.job);
  const claim = job === undefined ? undefined : findClaim(job, operation.claim);
  if (job === undefined || claim === undefined) return refuse(state, 'NOT_FOUND');
  if (operation.kind === 'submit' && claim.state === 'submitted') return submitAgain(state, operation);
  // A repeated return finds nothing to return, which is no failure of a deletion.
  if (operation.kind === 'returnClaim' && claim.state === 'returned')
    return [...keep(state), ...refuse(state, 'CLAIM_ENDED')];
  if (claim.state === 'withdrawn') return refuse(state, 'CLAIM_WITHDRAWN');
  if (claim.state !== 'open') return refuse(state, 'CLAIM_ENDED');
  // Guests do not extend (N113).
  const isExtensionOfGuest = operation.kind === 'extendClaim' && isGuest(operation.worker);
  if (operation.kind !== 'returnClaim' && isClosedTo(state, job, claim))
    return change(state, (next) => {
      withdraw(next, operation.job, operation.worker);
    })
      .map((branch) => ({ ...branch, expected: { reason: 'CLAIM_WITHDRAWN' } }))
      .concat(isExtensionOfGuest ? refuse(state, 'GUEST_EXTENSION') : []);
  if (isExtensionOfGuest) return refuse(state, 'GUEST_EXTENSION');
  if (operation.kind === 'submit') return submit(state, operation, claim);
  return operation.kind === 'extendClaim' ? extend(state, operation, claim) : returnClaim(state, operation);
}

function extend(state: State, { job, claim: id }: OnClaim, claim: ModelClaim): Branch[] {
  if (claim.isExtended) return refuse(state, 'CLAIM_EXTENDED');
  const expiresAt = claim.expiresAt + claimTtlMs;
  const edit = (next: State): void => {
    editJob(next, job, (one) => {
      Object.assign(findClaim(one, id) ?? {}, { expiresAt, isExtended: true });
    });
  };
  return change(state, edit, { facts: { expiresAt } });
}

function returnClaim(state: State, { job, claim: id }: OnClaim): Branch[] {
  return change(state, (next) => {
    editJob(next, job, (one) => {
      const claim = findClaim(one, id);
      if (claim === undefined) return;
      claim.state = 'returned';
      closeSurplus(one, claim.variant);
      settleJob(one, next.now);
    });
  });
}

function submitAgain(state: State, { job, claim: id }: OnClaim): Branch[] {
  const known = state.jobs[job]?.answers.find((answer) => state.jobs[job]?.claims[answer.claim]?.id === id);
  const facts = known?.id === undefined ? {} : { id: known.id };
  return keep(state, facts).map((branch) => ({
    ...branch,
    next: structuredClone(state),
    bind: bindAnswer(job, id),
  }));
}

function submit(
  state: State,
  { job, claim: id, value }: OnClaim & { readonly value: boolean },
  { worker, variant }: ModelClaim,
): Branch[] {
  const edit = (next: State): void => {
    editJob(next, job, (one) => {
      const claim = one.claims.findIndex((other) => other.id === id);
      Object.assign(one.claims[claim] ?? {}, { state: 'submitted' });
      const waitMs = one.terms.autoAcceptHours * 3_600_000;
      const dueAt = next.now + waitMs;
      const isAccepted = waitMs === 0 || isGolden(one, { variant });
      one.answers.push({
        id: undefined,
        claim,
        worker,
        variant,
        value,
        state: isAccepted ? 'accepted' : 'pending',
        dueAt,
        overdueAt: dueAt,
        rejectedAt: 0,
        wasUndone: false,
        appeal: undefined,
      });
      applyStopRule(one, variant);
      settleJob(one, next.now);
    });
  };
  return change(state, edit, { bind: bindAnswer(job, id) });
}

/** Notes the id of the answer to a claim. */
function bindAnswer(job: number, claimId: string): NonNullable<Branch['bind']> {
  return (next, { id }) => {
    const found = next.jobs[job]?.answers.find(
      (answer) => next.jobs[job]?.claims[answer.claim]?.id === claimId,
    );
    if (found === undefined) return false;
    found.id = id;
    return true;
  };
}
