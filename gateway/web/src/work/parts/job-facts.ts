import type { WorkerJob } from '../../shared/api/api-types.ts';
import { element } from '../../shared/dom.ts';
import { formatMoney, formatNumber, say } from './language.ts';

/** The reward, the time and the number of free tasks of a job. */
export function createJobFacts({ rewardCents, estimatedMinutes, availableSlots }: WorkerJob): HTMLElement {
  const facts: (readonly [string, string])[] = [
    [say('reward'), rewardCents === 0 ? say('unpaid') : formatMoney(rewardCents)],
  ];
  if (estimatedMinutes !== null) facts.push([say('duration'), say('minutes', { count: estimatedMinutes })]);
  facts.push([say('freeTasks'), formatNumber(availableSlots)]);
  const pairs = facts.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value)),
  );
  return element('dl', { className: 'job-facts' }, ...pairs);
}
