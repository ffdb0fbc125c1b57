import { api } from '../../parts/api.ts';
import type { CrowdJob, CrowdJobStats } from '../../../shared/api/api-types.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { createSection } from '../../parts/section.ts';
import { attempt } from '../parts/crowd-errors.ts';
import { createFactTable } from '../parts/fact-table.ts';
import { explainAgreement, formatSeconds, formatShare, nameWorker } from '../parts/texts.ts';

/** Creates the section of the statistics, which are computed when the person requests them. */
export function createStats({ id }: CrowdJob): HTMLElement {
  const place = element('div', { className: 'stack' });
  const load = async (): Promise<void> => {
    place.replaceChildren(...describe(await api.getCrowdJobStats({ jobId: id })));
    show.textContent = 'Compute again';
    announce('The statistics are shown.');
  };
  const show = button('Show the statistics', () => attempt(load), { kind: 'slim' });
  return createSection('Statistics', place, show);
}

function describe({ medianSeconds, agreement, workers }: CrowdJobStats): readonly HTMLElement[] {
  if (workers.length === 0) return [element('p', { className: 'soft' }, 'There are no answers yet.')];
  const median =
    medianSeconds === null ? '' : `Half of the answers took at most ${formatSeconds(medianSeconds)}. `;
  const rows = workers.map((worker) => [
    nameWorker(worker),
    String(worker.answers),
    String(worker.accepted),
    String(worker.rejected),
    worker.medianSeconds === null ? '–' : formatSeconds(worker.medianSeconds),
    formatShare(worker.quality),
  ]);
  const columns = ['Worker', 'Answers', 'Accepted', 'Rejected', 'Median time', 'Quality'];
  return [
    element('p', {}, `${median}${explainAgreement(agreement.value)}`),
    createFactTable({ label: 'Workers', columns, rows }),
    element(
      'p',
      { className: 'soft small' },
      'Quality is the estimated accuracy of a worker, from tasks whose answer is known.',
    ),
  ];
}
