import { acceptAll, appeal, resolveAppeal, reviewAnswer } from './answer-rules.ts';
import { findAnswer, findClaim } from './branch.ts';
import type { Branch } from './branch.ts';
import { claimTask, useClaim } from './claim-rules.ts';
import { archiveJob, extendJob, openJob, pauseJob, removeJob, resumeJob } from './job-rules.ts';
import type { Operation } from './operation.ts';
import { changeFile, controlRun, deleteProject } from './project-rules.ts';
import type { State } from './state.ts';

/** Returns all responses to an operation that the decisions allow, with the states after them. */
export function respond(state: State, operation: Operation): Branch[] {
  return [...followRules(state, operation), ...refuseDeleted(state, operation)];
}

function followRules(state: State, operation: Operation): Branch[] {
  switch (operation.kind) {
    case 'createJob':
      return openJob(state, operation);
    case 'claim':
    case 'claimAsGuest':
      return claimTask(state, operation);
    case 'extendClaim':
    case 'returnClaim':
    case 'submit':
      return useClaim(state, operation);
    case 'accept':
    case 'reject':
    case 'undo':
      return reviewAnswer(state, operation);
    case 'acceptAll':
      return acceptAll(state, operation.job);
    case 'appeal':
      return appeal(state, operation);
    case 'resolve':
      return resolveAppeal(state, operation);
    case 'pause':
      return pauseJob(state, operation.job);
    case 'resume':
      return resumeJob(state, operation.job);
    case 'extendJob':
      return extendJob(state, operation);
    case 'archive':
      return archiveJob(state, operation);
    case 'startRun':
    case 'cancelRun':
    case 'restartRun':
      return controlRun(state, operation);
    case 'setPrivacy':
    case 'deleteFile':
      return changeFile(state, operation);
    case 'deleteProject':
      return deleteProject(state);
  }
}

/** Returns true for what succeeds although the job has ended: its end, the return of a claim, and the answers that workers keep. */
function isKept({ jobs }: State, operation: Operation): boolean {
  if (operation.kind === 'returnClaim' || operation.kind === 'archive') return true;
  const job = 'job' in operation ? jobs[operation.job] : undefined;
  if (job === undefined) return false;
  if (operation.kind === 'appeal') return findAnswer(job, operation.answer)?.state === 'rejected';
  return operation.kind === 'submit' && findClaim(job, operation.claim)?.state === 'submitted';
}

const refusals = [...['NOT_FOUND', 'JOB_STATE', 'NO_TASKS', 'CLAIM_ENDED', 'ANSWER_STATE', 'APPEAL_STATE']];

/** A job of a deleted project is archived, and then it is not found. Each refusal shows that its end has begun (C65). */
function refuseDeleted(state: State, operation: Operation): Branch[] {
  if (!state.isProjectDeleted || !('job' in operation) || operation.kind === 'createJob') return [];
  const next = structuredClone(state);
  removeJob(next, operation.job);
  const unknown = operation.kind === 'claimAsGuest' ? ['UNAUTHENTICATED'] : [];
  return [...refusals, ...unknown, ...(isKept(state, operation) ? ['OK'] : [])].map((reason) => ({
    expected: { reason },
    next,
  }));
}
