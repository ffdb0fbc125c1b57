import { api } from '../parts/api.ts';
import type { WorkClaim } from '../../shared/api/api-types.ts';
import { announce, button, element } from '../../shared/dom.ts';
import { showView } from '../parts/show-view.ts';
import { say } from '../parts/language.ts';
import { createGallery } from '../media/file-gallery.ts';
import { attempt, hideProblem, showLine, showProblem } from '../parts/problem.ts';
import { surveyText } from '../questions/field.ts';
import type { TaskContext } from '../questions/field.ts';
import { createQuestionForm } from '../questions/question-form.ts';
import type { QuestionForm } from '../questions/question-form.ts';
import { ApiError } from '../../shared/api-error.ts';
import { isWithdrawn } from '../parts/error-lines.ts';
import { forgetDraft, keepDraft } from './draft.ts';
import type { Draft } from './draft.ts';
import type { ClaimEnd } from './expired-view.ts';
import { createFreeRegions } from './free-regions.ts';
import { createReturn } from './return-task.ts';
import { submitUntilReceived } from './submission.ts';
import { createTaskTime } from './task-time.ts';

interface TaskEvents {
  readonly submitted: () => void;
  readonly returned: () => void;
  readonly ended: (end: ClaimEnd) => void;
}

/** A claim that is open in the page. */
interface OpenTask {
  readonly claim: WorkClaim;
  readonly form: QuestionForm;
  readonly readDraft: () => Draft;
  readonly keep: (draft: Draft) => void;
  readonly isOver: () => boolean;
  /** Leaves the task for another view. */
  readonly end: (next: () => void) => void;
  readonly events: TaskEvents;
}

/** Shows a claimed task, keeps its draft, and submits its answer. */
export function showTask(claim: WorkClaim, opened: Draft, events: TaskEvents): void {
  const { jobId, survey, regionsRequested } = claim;
  let draft = opened;
  let isOver = false;
  const keep = (next: Draft): void => keepDraft(jobId, (draft = next));
  const values = new Map(Object.entries(opened.values));
  const context = createContext(claim);
  const form = createQuestionForm(survey.questions, context, values, () =>
    keep({ ...draft, values: Object.fromEntries(values) }),
  );
  const end = (next: () => void): void => {
    isOver = true;
    time.stop();
    hideProblem();
    next();
  };
  const task: OpenTask = { claim, form, keep, end, events, readDraft: () => draft, isOver: () => isOver };
  const time = createTaskTime(claim, opened.expiresAt, {
    extended: (expiresAt) => keep({ ...draft, expiresAt }),
    expired: () => end(() => events.ended('expired')),
    failed: (error) => showFailure(task, error, say('alreadyExtended')),
  });
  const free = regionsRequested
    ? createFreeRegions(context, draft.regions, (regions) => keep({ ...draft, regions }))
    : undefined;
  showView(
    element(
      'article',
      { className: 'task' },
      element('h1', {}, surveyText(survey.title, survey.language)),
      ...time.nodes,
      createGallery(context),
      form.node,
      free,
      ...createEnd(task),
    ),
  );
}

/** The buttons at the end of a task. */
function createEnd(task: OpenTask): readonly HTMLElement[] {
  const { claim, keep, end, events, form, readDraft, isOver } = task;
  const state = element('p', { className: 'soft', role: 'status' });
  const setState = (text: string): void => {
    state.textContent = text;
  };
  /** The answers that are sent are those that the worker sees, so the questions are locked meanwhile. */
  const setBusy = (isBusy: boolean): void => {
    form.node.inert = isBusy;
    submitButton.disabled = isBusy;
    if (!isBusy && document.activeElement === document.body) submitButton.focus();
  };
  const submit = async (): Promise<void> => {
    const answers = form.collect();
    if (answers === undefined) return;
    const { regions } = readDraft();
    const submission = regions.length > 0 ? { answers, regions } : { answers };
    keep({ ...readDraft(), sent: submission });
    setBusy(true);
    try {
      const { thisSubmission } = await submitUntilReceived(claim.claimId, submission, setState, isOver);
      forgetDraft(claim.jobId);
      end(events.submitted);
      if (thisSubmission?.stored === false) showLine(say('firstStays'));
    } catch (error) {
      const { sent: _sent, ...unsent } = readDraft();
      keep(unsent);
      setState('');
      setBusy(false);
      if (!isOver()) showFailure(task, error, say('changed'));
    }
  };
  const giveUp = async (): Promise<void> => {
    try {
      await api.returnClaim({ claimId: claim.claimId });
      forgetDraft(claim.jobId);
      end(events.returned);
      announce(say('returned'));
    } catch (error) {
      showFailure(task, error, say('changed'));
    }
  };
  const submitButton = button(say('submit'), () => attempt(submit), { kind: 'main' });
  const buttons = element(
    'div',
    { className: 'actions' },
    submitButton,
    createReturn(() => attempt(giveUp)),
  );
  return [state, buttons];
}

/** Shows an error of the claim. The answers to one that has ended are shown for copying. @param conflict the line for 409 */
function showFailure({ form, end, events }: OpenTask, error: unknown, conflict: string): void {
  if (!(error instanceof ApiError)) {
    showProblem(error);
    return;
  }
  const { status, details, message } = error;
  const field = typeof details['field'] === 'string' ? details['field'] : '';
  const key = /^answers\.(.+)$/u.exec(field)?.[1];
  if (status === 410) end(() => events.ended(isWithdrawn(error) ? 'withdrawn' : 'expired'));
  else if (status === 404) showLine(say('claimUnknown'));
  else if (status === 409) showLine(conflict);
  else if (
    status !== 400 ||
    key === undefined ||
    !form.showProblem(key, say('refusedAnswer', { reason: message }))
  )
    showProblem(error);
}

/** Fresh links come with the open claim, which is claimed again. */
function createContext({ jobId, claimId, files, survey, areas, maps }: WorkClaim): TaskContext {
  const claimAgain = async (): Promise<WorkClaim> => {
    const again = await api.claimTask({ jobId });
    if (again.claimId !== claimId) throw new ApiError(410);
    return again;
  };
  return {
    files,
    areas,
    maps,
    language: survey.language,
    async refreshLink(fileId) {
      const url = (await claimAgain()).files.find((file) => file.fileId === fileId)?.url;
      if (url === undefined) throw new ApiError(410);
      return url;
    },
    refreshMaps: async () => (await claimAgain()).maps,
  };
}
