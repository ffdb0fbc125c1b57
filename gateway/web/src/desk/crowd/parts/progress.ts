import type { CrowdJob } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { formatMoney } from '../../parts/formats.ts';
import { countAnswers, formatCount } from './texts.ts';

/** Creates the bar of a job’s slots, with the numbers as text. */
export function createProgress({ counts, maxSlots }: Pick<CrowdJob, 'counts' | 'maxSlots'>): HTMLElement {
  const { accepted, pendingReview, claimed, available, unopened, closed } = counts;
  const parts = [
    { name: 'accepted', kind: 'accepted', count: accepted },
    { name: 'to review', kind: 'pending', count: pendingReview },
    { name: 'claimed', kind: 'claimed', count: claimed },
    { name: 'free', kind: 'free', count: available + unopened },
    ...(closed > 0 ? [{ name: 'not needed', kind: 'closed', count: closed }] : []),
  ];
  const bar = element('span', { className: 'slots', 'aria-hidden': 'true' });
  for (const { kind, count } of parts) {
    if (count === 0) continue;
    const part = element('span', { className: `slot ${kind}` });
    part.style.setProperty('flex-grow', String(count));
    bar.append(part);
  }
  const legend = parts.map(({ name, kind, count }) =>
    element('span', { className: `slot-name ${kind}` }, `${formatCount(count)} ${name}`),
  );
  return element(
    'span',
    { className: 'job-progress' },
    bar,
    element('span', { className: 'small slot-names' }, ...legend),
    element('span', { className: 'soft small' }, `${countAnswers(maxSlots)} in all`),
  );
}

/** Returns the money of a job as text. */
export const describeMoney = ({
  heldCents,
  spentCents,
}: Pick<CrowdJob, 'heldCents' | 'spentCents'>): string =>
  `${formatMoney(heldCents)} reserved, ${formatMoney(spentCents)} spent`;
