/** The review of the answers to a job, one after another, with the files of their tasks. */

import { findTask } from '../parts/answer-api.ts';
import { readQuestions } from '../parts/survey-api.ts';
import { api } from '../../parts/api.ts';
import type { CrowdAnswer, CrowdJob, Question } from '../../../shared/api/api-types.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import type { View, ViewContext } from '../../parts/view-page.ts';
import { formatAddress } from '../parts/address.ts';
import type { JobName } from '../parts/address.ts';
import { attempt } from '../parts/crowd-errors.ts';
import type { AnswerStatus } from '../parts/crowd-types.ts';
import { answerStatusChoices, countAnswers } from '../parts/texts.ts';
import { acceptAll } from './accept-all.ts';
import { createAnswerPanel } from './answer-panel.ts';
import { createAnswerQueue } from './answer-queue.ts';
import type { AnswerQueue } from './answer-queue.ts';
import { createDecisions } from './decisions.ts';
import { createMedia } from './media.ts';
import { createKeyButton, listenToKeys } from './shortcuts.ts';

export function createReviewView(name: JobName): View {
  return async (section, context) => {
    const job = await api.getCrowdJob({ jobId: name.jobId });
    const questions = await readQuestions(job.surveyTemplateVersionId);
    const queue = createAnswerQueue((status, cursor) =>
      api.listCrowdAnswers({ jobId: job.id, status, limit: 50, cursor: cursor ?? undefined }),
    );
    await queue.load('pending_review');
    const { nodes, show } = createParts({ name, job, questions, queue, context });
    section.replaceChildren(...nodes);
    show();
  };
}

interface PartOptions {
  readonly name: JobName;
  readonly job: CrowdJob;
  readonly questions: readonly Question[];
  readonly queue: AnswerQueue;
  readonly context: ViewContext;
}

function createParts({ name, job, questions, queue, context }: PartOptions) {
  const place = element('p', { className: 'soft' });
  const decisions = createDecisions({ queue, isAdmin: context.isAdmin, onShow: () => show() });
  const stage = createStage(questions, context.mayWrite ? decisions.node : undefined);
  const status = createStatusChoice(async (requested) => {
    await queue.load(requested);
    show();
  });
  const move = (step: () => Promise<void> | void): void =>
    attempt(async () => {
      await step();
      show();
      announce(`${queue.place}. ${stage.title()}`);
    });
  const previous = createKeyButton('Previous', 'p', () => move(() => queue.previous()));
  const next = createKeyButton('Next', 'n', () => move(() => queue.next()));
  const all = button('Accept all', () =>
    attempt(async () => {
      if (!(await acceptAll(job))) return;
      await queue.load('pending_review');
      status.select('pending_review');
      show();
    }),
  );
  function show(): void {
    const { current } = queue;
    place.textContent = current === undefined ? describeNone(status.read()) : queue.place;
    previous.button.disabled = !queue.hasPrevious;
    next.button.disabled = !queue.hasNext;
    all.hidden = !context.mayWrite || !queue.hasPending;
    decisions.show(current);
    stage.show(current);
  }
  const shortcuts = [previous, next, ...(context.mayWrite ? decisions.shortcuts : [])];
  const keys = listenToKeys(shortcuts);
  context.onLeave(keys.stop);
  const heading = element(
    'div',
    { className: 'heading' },
    element('h1', { tabIndex: -1 }, 'Review ', element('bdi', {}, job.name)),
    element('div', { className: 'field' }, status.node),
  );
  const bar = element('div', { className: 'row review-bar' }, previous.button, next.button, all);
  const head = element('div', { className: 'stack' }, createTrail(name), heading);
  return {
    nodes: [
      head,
      element('div', { className: 'stack' }, place, bar, keys.node, decisions.lastDecision),
      stage.node,
    ],
    show,
  };
}

function createTrail({ projectId, jobId }: JobName): HTMLElement {
  return element(
    'nav',
    { className: 'trail', 'aria-label': 'Path' },
    element('a', { href: formatAddress({ projectId }) }, 'All crowd jobs'),
    '/',
    element('a', { href: formatAddress({ projectId, jobId }) }, 'The job'),
  );
}

function createStatusChoice(onChange: (status: AnswerStatus) => Promise<void>) {
  const select = element('select', { id: 'answer-status' });
  fillSelect(select, answerStatusChoices, 'pending_review');
  // The choices are the states.
  const read = (): AnswerStatus => select.value as AnswerStatus;
  select.addEventListener('change', () => attempt(() => onChange(read())));
  return {
    node: element('label', {}, 'Answers', select),
    read,
    select(status: AnswerStatus) {
      select.value = status;
    },
  };
}

const describeNone = (status: AnswerStatus): string =>
  status === 'pending_review' ? 'No answer waits for review.' : `${countAnswers(0)} with this status.`;

/** Creates the place of an answer next to its files. An answer that has not changed keeps its players. */
function createStage(questions: readonly Question[], decisions: HTMLElement | undefined) {
  const media = element('div', { className: 'review-media' });
  const text = element('div', { className: 'stack' });
  const panel = element('div', { className: 'stack' }, text, decisions);
  const node = element(
    'section',
    { className: 'sheet review-stage', 'aria-labelledby': 'answer-title', hidden: true },
    media,
    panel,
  );
  let shownId = '';
  const showMedia = async (answer: CrowdAnswer): Promise<void> => {
    const task = await findTask(answer);
    if (shownId === answer.id) media.replaceChildren(createMedia(task?.fileIds ?? [], answer.regions));
  };
  return {
    node,
    title: () => text.querySelector('h2')?.textContent ?? '',
    show(answer: CrowdAnswer | undefined) {
      node.hidden = answer === undefined;
      const isNew = shownId !== answer?.id;
      shownId = answer?.id ?? '';
      if (answer === undefined) return;
      text.replaceChildren(...createAnswerPanel(answer, questions));
      if (!isNew) return;
      media.replaceChildren(element('p', { className: 'soft' }, 'Loading …'));
      attempt(() => showMedia(answer));
    },
  };
}
