import { api } from '../parts/api.ts';
import type { OwnAnswer } from '../../shared/api/api-types.ts';
import { button, element } from '../../shared/dom.ts';
import { formatMoney, formatTime, say } from '../parts/language.ts';
import { attempt, showProblem } from '../parts/problem.ts';
import { isTextKey } from '../texts/catalogs.ts';
import { createAppeal } from './appeal-form.ts';

const tones = { pending_review: 'warn', accepted: 'good', rejected: 'bad' } as const;

/** Creates the list of the answers of the worker, of one job or of all, which loads itself. */
export function createAnswerList({ jobId }: { readonly jobId?: string }): HTMLElement {
  const list = element('ul', { className: 'answers' });
  const state = element('p', { className: 'soft' }, say('loading'));
  let cursor: string | undefined;
  const load = async (): Promise<void> => {
    const { data, nextCursor } = await api.listWorkerAnswers({ limit: 20, jobId, cursor: cursor ?? '' });
    cursor = nextCursor ?? undefined;
    list.append(...data.map(createItem));
    more.hidden = nextCursor === null;
    state.textContent = list.children.length === 0 ? say('noAnswers') : '';
  };
  const more = button(say('showMore'), () => attempt(load), { hidden: true });
  load().catch((error: unknown) => {
    state.textContent = '';
    showProblem(error);
  });
  return element('section', { className: 'card' }, element('h2', {}, say('answers')), state, list, more);
}

function createItem(answer: OwnAnswer): HTMLElement {
  const { status, jobTitle, submittedAt, rewardCents, acceptanceNote, appeal, appealableUntil } = answer;
  const item = element(
    'li',
    {},
    element('h3', { dir: 'auto' }, jobTitle),
    element(
      'p',
      { className: 'answer-facts' },
      element('span', { className: `badge ${tones[status]}` }, say(status)),
      element('span', { className: 'soft small' }, say('submittedAt', { time: formatTime(submittedAt) })),
      rewardCents === 0 || status === 'rejected'
        ? undefined
        : element('span', { className: 'small' }, formatMoney(rewardCents)),
    ),
  );
  if (acceptanceNote !== null) item.append(createFact(say('reviewNote'), acceptanceNote));
  if (status === 'rejected') item.append(...describeRejection(answer));
  if (appeal !== null) item.append(element('p', { className: 'small' }, say(appeal.status)));
  else if (appealableUntil !== null) item.append(createAppeal(answer, appealableUntil));
  return item;
}

function describeRejection({ rejectionCategory, rejectionReason }: OwnAnswer): readonly Node[] {
  const category = rejectionCategory ?? 'other';
  const facts = [createFact(say('reason'), isTextKey(category) ? say(category) : say('other'))];
  if (rejectionReason !== null) facts.push(createFact(say('reviewNote'), rejectionReason));
  return facts;
}

function createFact(name: string, text: string): HTMLElement {
  return element(
    'p',
    { className: 'small' },
    element('strong', {}, `${name}: `),
    element('bdi', { className: 'plain' }, text),
  );
}
