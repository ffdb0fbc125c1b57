import { api } from '../../parts/api.ts';
import { createKeys } from '../../parts/request.ts';
import type { CrowdJob } from '../../../shared/api/api-types.ts';
import { openDialog } from '../../parts/dialog.ts';
import { button, element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import { formatMoney } from '../../parts/formats.ts';
import { addDays, dayChoices } from '../parts/days.ts';
import type { Extension } from '../parts/crowd-types.ts';
import { countAnswers } from '../parts/texts.ts';

const maxAdditional = 1_000;
/** An extension is repeated with the same key until the page has seen its effect. */
const nextKey = createKeys();

/** Shows the choice of more answers, and extends the job. Resolves to undefined when the person cancels. */
export async function extend(job: CrowdJob): Promise<CrowdJob | undefined> {
  const { id, variantCount, rewardCents, validUntil } = job;
  const isOver = job.status === 'expired' || Date.parse(validUntil) <= Date.now();
  const count = element('input', {
    type: 'number',
    min: '1',
    max: String(maxAdditional),
    step: '1',
    value: '1',
    required: true,
    autofocus: true,
  });
  const end = element('select', {});
  const kept = isOver ? [] : [{ value: '', text: 'As before' }];
  fillSelect(end, [...kept, ...dayChoices], isOver ? '7' : '');
  const effect = element('p', { id: 'dialog-effect', role: 'status' });
  const describe = (): void => {
    const added = variantCount * Math.max(0, count.valueAsNumber || 0);
    const money =
      rewardCents === 0
        ? 'They cost nothing.'
        : `Their rewards of ${formatMoney(added * rewardCents)} and the fee are reserved.`;
    effect.textContent = `${countAnswers(added)} more. ${money}`;
  };
  count.addEventListener('input', describe);
  describe();
  const answer = await openDialog({
    title: 'Extend the job?',
    describedBy: effect.id,
    content: [
      element('label', {}, 'More answers to each task', count),
      element('label', {}, 'The job ends', end),
      effect,
    ],
    createActions: (close) => [
      element('button', { type: 'submit', value: 'extend', className: 'button main' }, 'Extend'),
      button('Cancel', () => close('')),
    ],
  });
  if (answer !== 'extend') return undefined;
  const extension: Extension = {
    additionalRepetitions: count.valueAsNumber,
    ...(end.value === '' ? {} : { validUntil: addDays(Number(end.value)) }),
  };
  return api.extendCrowdJob({
    jobId: id,
    body: extension,
    idempotencyKey: nextKey([id, job.maxRepetitionsPerVariant, extension]),
  });
}
