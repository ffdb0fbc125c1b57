import { api, pageSize } from '../parts/api.ts';
import type { WorkerBalance, WorkerJob } from '../../shared/api/api-types.ts';
import { button, element } from '../../shared/dom.ts';
import { showView } from '../parts/show-view.ts';
import { findDirection, formatMoney, say } from '../parts/language.ts';
import { createJobFacts } from '../parts/job-facts.ts';
import { attempt, showProblem, signInLink } from '../parts/problem.ts';
import { ApiError } from '../../shared/api-error.ts';
import { createAnswerList } from './answer-list.ts';

/** Opens the list of jobs, with the balance and the answers of the worker. */
export async function openList(): Promise<void> {
  showView(element('p', { className: 'waiting soft' }, say('loading')));
  try {
    const [{ data }, balance] = await Promise.all([readJobs(0), api.getWorkerBalance()]);
    showView(
      element('h1', {}, say('jobs')),
      createJobList(data),
      createBalance(balance),
      createAnswerList({}),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) showSignIn();
    else showRetry(error);
  }
}

const readJobs = (offset: number) => api.listWorkerJobs({ limit: pageSize, offset });

function createJobList(jobs: readonly WorkerJob[]): HTMLElement {
  if (jobs.length === 0) return element('p', { className: 'soft' }, say('noJobs'));
  const list = element('ul', { className: 'jobs' }, ...jobs.map(createJobItem));
  let offset = jobs.length;
  const load = async (): Promise<void> => {
    const { data } = await readJobs(offset);
    offset += data.length;
    list.append(...data.map(createJobItem));
    more.hidden = data.length < pageSize;
  };
  const more = button(say('showMore'), () => attempt(load), { hidden: jobs.length < pageSize });
  return element('section', { ariaLabel: say('jobs') }, list, more);
}

function createJobItem(job: WorkerJob): HTMLElement {
  const own = { lang: job.language, dir: findDirection(job.language) };
  const link = element('a', { href: `/v2/work/${encodeURIComponent(job.id)}`, ...own }, job.title);
  const description = element('p', { ...own, className: 'plain brief' }, job.description);
  return element('li', { className: 'card' }, element('h2', {}, link), description, createJobFacts(job));
}

function createBalance({ earnedCents, pendingCents, currency }: WorkerBalance): HTMLElement {
  const pairs = [
    [say('earned'), earnedCents],
    [say('pending'), pendingCents],
  ] as const;
  const facts = pairs.map(([name, cents]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, formatMoney(cents, currency))),
  );
  return element(
    'section',
    { className: 'card' },
    element('h2', {}, say('balance')),
    element('dl', { className: 'job-facts' }, ...facts),
    element('p', { className: 'soft small' }, say('payoutNote')),
  );
}

function showSignIn(): void {
  showView(
    element(
      'article',
      { className: 'card' },
      element('h1', {}, say('signInTitle')),
      element('p', {}, say('signInText')),
      signInLink(say('signIn'), 'button main'),
    ),
  );
}

function showRetry(error: unknown): void {
  showView(button(say('tryAgain'), () => attempt(openList), { kind: 'main' }));
  showProblem(error);
}
