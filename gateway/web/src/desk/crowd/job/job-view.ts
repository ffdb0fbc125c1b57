/** A crowd job: its progress and money, the actions of a person, and the results. */

import { findVersion } from '../parts/survey-api.ts';
import { api } from '../../parts/api.ts';
import type { CrowdJob } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { formatRunAddress } from '../../cases/run-address.ts';
import { formatMoney, formatTime } from '../../parts/formats.ts';
import { createPoll } from '../../parts/poll.ts';
import { createSection } from '../../parts/section.ts';
import type { View } from '../../parts/view-page.ts';
import { formatAddress as formatWebhookAddress } from '../../webhooks/parts/address.ts';
import { formatAddress } from '../parts/address.ts';
import type { JobName } from '../parts/address.ts';
import { showProblem } from '../parts/crowd-errors.ts';
import { createPreviewButton } from '../parts/preview-button.ts';
import { createProgress } from '../parts/progress.ts';
import { countAnswers, explainJob, labelJob } from '../parts/texts.ts';
import { createAppeals } from './appeals.ts';
import { createConsensus } from './consensus.ts';
import { createExport } from './export.ts';
import { createActions } from './job-actions.ts';
import { createStats } from './stats.ts';
import { createWorkLink } from './work-link.ts';

export function createJobView(name: JobName): View {
  return async (section, { mayWrite, onLeave }) => {
    const [first, { id: userId }] = await Promise.all([
      api.getCrowdJob({ jobId: name.jobId }),
      api.getCurrentUser(),
    ]);
    const title = element('h1', { tabIndex: -1 });
    const about = element('div', { className: 'stack' });
    const progress = element('div', { className: 'stack' });
    const review = element('a', {
      className: 'button main',
      href: formatAddress({ ...name, isReview: true }),
    });
    const show = (job: CrowdJob): void => {
      const { pendingReview } = job.counts;
      title.replaceChildren(element('bdi', {}, job.name));
      about.replaceChildren(...describe(job));
      progress.replaceChildren(createProgress(job), createFacts(job));
      review.textContent =
        pendingReview > 0 && mayWrite ? `Review ${countAnswers(pendingReview)}` : 'Show the answers';
      actions?.show(job);
    };
    const poll = createPoll<CrowdJob>({
      read: () => api.getCrowdJob({ jobId: name.jobId }),
      onChange: show,
      isRunning: ({ counts }) => counts.claimed > 0 && document.visibilityState === 'visible',
      showProblem,
    });
    const actions = mayWrite ? createActions(name.jobId, show) : undefined;
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') void poll.refresh();
    };
    document.addEventListener('visibilitychange', onVisible);
    onLeave(() => {
      document.removeEventListener('visibilitychange', onVisible);
      poll.stop();
    });
    show(first);
    section.replaceChildren(
      element(
        'div',
        { className: 'stack' },
        createTrail(name),
        element('div', { className: 'heading' }, title),
        about,
      ),
      element('div', { className: 'row' }, review, ...(actions?.buttons ?? [])),
      createLinks(name, first),
      createSection('Progress and money', progress),
      createWorkLink(first),
      await createAppeals(name, { mayWrite, userId, onResolved: () => void poll.refresh() }),
      createConsensus(first),
      createStats(first),
      createExport(first),
    );
    if (first.counts.claimed > 0) void poll.refresh();
  };
}

function createLinks(name: JobName, { surveyTemplateVersionId }: CrowdJob): HTMLElement {
  return element(
    'div',
    { className: 'row' },
    createPreviewButton(() => findVersion(surveyTemplateVersionId)),
    element('a', { className: 'button slim', href: formatWebhookAddress(name) }, 'Webhooks'),
  );
}

function createTrail({ projectId }: JobName): HTMLElement {
  return element(
    'nav',
    { className: 'trail', 'aria-label': 'Path' },
    element('a', { href: formatAddress({ projectId }) }, 'All crowd jobs'),
  );
}

function describe(job: CrowdJob): readonly HTMLElement[] {
  const { text, tone } = labelJob(job);
  const note = explainJob(job);
  return [
    element('span', { className: `chip ${tone}` }, text),
    ...(note === undefined ? [] : [element('p', { className: 'soft' }, note)]),
    ...(job.runId === null ? [] : [createRunNote(job.projectId, job.runId)]),
    element(
      'p',
      {},
      element('b', {}, element('bdi', {}, job.title)),
      ' ',
      element('bdi', {}, job.description),
    ),
  ];
}

function createRunNote(projectId: string, runId: string): HTMLElement {
  const link = element('a', { href: formatRunAddress({ projectId, id: runId }) }, 'Open the run');
  return element('p', { className: 'notice' }, 'This job belongs to a run, which controls it. ', link);
}

function createFacts(job: CrowdJob): HTMLElement {
  const { heldCents, spentCents, rewardCents, variantCount, maxRepetitionsPerVariant, counts } = job;
  const facts = [
    ['Reserved', formatMoney(heldCents)],
    ['Spent, with fees', formatMoney(spentCents)],
    ['Reward per answer', rewardCents === 0 ? 'None' : formatMoney(rewardCents)],
    [
      'Answers',
      `${maxRepetitionsPerVariant} to each of ${variantCount} ${variantCount === 1 ? 'task' : 'tasks'}`,
    ],
    ['Rejected', String(counts.rejected)],
    ['Workers', nameAudience(job)],
    ['Ends', formatTime(job.validUntil)],
    ['Accepted automatically', describeAutoAccept(job)],
  ];
  return element(
    'dl',
    { className: 'facts' },
    ...facts.flatMap(([name = '', value = '']) => [element('dt', {}, name), element('dd', {}, value)]),
  );
}

function nameAudience({ guestsAllowed, audience }: CrowdJob): string {
  if (guestsAllowed) return 'Anybody with the link';
  return audience === 'everyone' ? 'Everybody who is signed in' : 'Members of the organization';
}

function describeAutoAccept({ autoAcceptHours }: CrowdJob): string {
  if (autoAcceptHours === 0) return 'At once';
  const days = autoAcceptHours / 24;
  return Number.isInteger(days) && days > 1 ? `After ${days} days` : `After ${autoAcceptHours} hours`;
}
