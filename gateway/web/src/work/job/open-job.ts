import { api } from '../parts/api.ts';
import type { WorkClaim, WorkerJobDetails } from '../../shared/api/api-types.ts';
import { announce, button, element } from '../../shared/dom.ts';
import { showView } from '../parts/show-view.ts';
import { findDirection, say } from '../parts/language.ts';
import { createAnswerList } from '../list/answer-list.ts';
import { isWithdrawn } from '../parts/error-lines.ts';
import { attempt, showLine, signInLink } from '../parts/problem.ts';
import { ApiError } from '../../shared/api-error.ts';
import { forgetDraft, hasAnswers, openDraft, readDraft } from './draft.ts';
import { showExpired } from './expired-view.ts';
import type { ClaimEnd } from './expired-view.ts';
import { createJobFacts } from '../parts/job-facts.ts';
import { visitJob } from './session.ts';
import type { Visit } from './session.ts';
import { takeTask } from './take-task.ts';
import { showTask } from './task-view.ts';

/** Opens a job: its introduction, or the task that the worker has begun. */
export async function openJob(jobId: string): Promise<void> {
  showView(element('p', { className: 'waiting soft' }, say('loading')));
  const visit = await visitJob(jobId).catch((error: unknown) => {
    showRetry(jobId);
    throw error;
  });
  const draft = readDraft(jobId);
  const { job, as } = visit;
  if (job === undefined) showSignIn(draft !== undefined);
  else if (draft === undefined || as === 'anonymous') showIntroduction(job, visit);
  else if (draft.sent === undefined && draft.expiresAt <= Date.now()) endDraft(job, visit);
  else await resume(job, visit);
}

/** A submission that may have been received is sent again first, because its claim has ended then. */
async function resume(job: WorkerJobDetails, visit: Visit): Promise<void> {
  const draft = readDraft(job.id);
  if (draft?.sent !== undefined) {
    const outcome = await api.submitAnswer({ claimId: draft.claimId, body: draft.sent }).then(
      () => 'received' as const,
      (error: unknown) => {
        if (isWithdrawn(error)) return 'withdrawn' as const;
        if (error instanceof ApiError && [400, 404, 410, 413].includes(error.status))
          return 'expired' as const;
        throw error;
      },
    );
    if (outcome === 'received') {
      forgetDraft(job.id);
      showDone(job, visit);
      return;
    }
    if (draft.expiresAt <= Date.now() || outcome === 'withdrawn') {
      endDraft(job, visit, outcome);
      return;
    }
  }
  const claim = await takeTask(job.id).catch((error: unknown) => {
    showIntroduction(job, visit);
    throw error;
  });
  work(job, visit, claim);
}

/** Shows the answers to a claim that has ended, or begins anew if there are none. */
function endDraft(job: WorkerJobDetails, visit: Visit, end: ClaimEnd = 'expired'): void {
  const draft = readDraft(job.id);
  const leave = (): void => {
    forgetDraft(job.id);
    showIntroduction(job, visit);
  };
  if (draft !== undefined && hasAnswers(draft)) {
    showExpired(draft, leave, end);
    return;
  }
  leave();
  if (end === 'withdrawn') showLine(say('withdrawn'));
}

function work(job: WorkerJobDetails, visit: Visit, claim: WorkClaim): void {
  const stored = readDraft(job.id);
  const isOther = stored !== undefined && stored.claimId !== claim.claimId;
  if (isOther && hasAnswers(stored)) {
    endDraft(job, visit);
    return;
  }
  if (!isOther && stored !== undefined && hasAnswers(stored)) announce(say('restored'));
  showTask(claim, openDraft(claim), {
    submitted: () => showDone(job, visit),
    returned: () => showIntroduction(job, visit),
    ended: (end) => endDraft(job, visit, end),
  });
}

function showIntroduction(job: WorkerJobDetails, visit: Visit): void {
  const { id, title, description, introduction, language, guestsAllowed } = job;
  const own = { lang: language, dir: findDirection(language) };
  const isNew = visit.as === 'anonymous';
  const name = element('input', {
    type: 'text',
    id: 'guest-name',
    maxLength: 100,
    autocomplete: 'nickname',
    dir: 'auto',
  });
  const start = button(
    say(isNew ? 'startAsGuest' : 'start'),
    () => attempt(() => begin(job, visit, { start, guestName: isNew ? name.value.trim() : undefined })),
    { kind: 'main' },
  );
  const guest = element(
    'div',
    { className: 'field' },
    element('label', { htmlFor: 'guest-name' }, say('guestName')),
    name,
    element('p', { className: 'soft small' }, say('guestNameHelp')),
  );
  const text = introduction === null ? [] : [element('p', { ...own, className: 'plain' }, introduction)];
  const instructions = element(
    'section',
    {},
    element('h2', {}, say('instructions')),
    element('p', { ...own, className: 'plain' }, description),
    ...text,
  );
  const links = isNew ? [signInLink(say('orSignIn'), 'button')] : [];
  showView(
    element(
      'article',
      { className: 'card' },
      element('h1', own, title),
      createJobFacts(job),
      instructions,
      ...(isNew && guestsAllowed ? [guest] : []),
      element('p', { id: 'start-state', className: 'soft', role: 'status' }),
      element('div', { className: 'actions' }, start, ...links),
    ),
    ...(isNew ? [] : [createAnswerList({ jobId: id })]),
  );
  if (visit.hasGuestEnded) showLine(say('guestEnded'));
  if (isNew && readDraft(id) !== undefined && !visit.hasGuestEnded) showLine(say('signInAgain'), true);
}

async function begin(
  job: WorkerJobDetails,
  visit: Visit,
  { start, guestName }: { readonly start: HTMLButtonElement; readonly guestName: string | undefined },
): Promise<void> {
  start.disabled = true;
  try {
    const claim = await takeTask(job.id, guestName);
    work(job, { ...visit, as: visit.as === 'anonymous' ? 'guest' : visit.as, hasGuestEnded: false }, claim);
  } finally {
    start.disabled = false;
    if (start.isConnected) start.focus();
  }
}

function showDone(job: WorkerJobDetails, visit: Visit): void {
  const next = button(
    say('next'),
    () => attempt(() => begin(job, visit, { start: next, guestName: undefined })),
    { kind: 'main' },
  );
  showView(
    element(
      'article',
      { className: 'card' },
      element('h1', {}, say('submitted')),
      element('p', {}, say('submittedText')),
      element('p', { id: 'start-state', className: 'soft', role: 'status' }),
      element('div', { className: 'actions' }, next),
    ),
    createAnswerList({ jobId: job.id }),
  );
}

/** @param hasDraft true if answers of the person are kept on this device */
function showSignIn(hasDraft: boolean): void {
  const text = say(hasDraft ? 'signInAgain' : 'signInText');
  showView(
    element(
      'article',
      { className: 'card' },
      element('h1', {}, say('signInTitle')),
      element('p', {}, text),
      signInLink(say('signIn'), 'button main'),
    ),
  );
}

function showRetry(jobId: string): void {
  showView(button(say('tryAgain'), () => attempt(() => openJob(jobId)), { kind: 'main' }));
}
