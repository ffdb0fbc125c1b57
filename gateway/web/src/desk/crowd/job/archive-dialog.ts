import { api } from '../../parts/api.ts';
import type { CrowdJob } from '../../../shared/api/api-types.ts';
import { openDialog } from '../../parts/dialog.ts';
import { button, element } from '../../../shared/dom.ts';
import { formatMoney } from '../../parts/formats.ts';
import { countAnswers } from '../parts/texts.ts';

/** Shows what happens to the money, and archives the job. Resolves to undefined when the person cancels. */
export async function archive({ id, counts, heldCents }: CrowdJob): Promise<CrowdJob | undefined> {
  const { pendingReview, claimed } = counts;
  const effects = [
    pendingReview + claimed === 0
      ? heldCents === 0
        ? 'No money is reserved any more.'
        : `${formatMoney(heldCents)} that is reserved is released.`
      : `${formatMoney(heldCents)} is reserved. The part of the free tasks is released now.`,
    ...(claimed > 0
      ? ['Tasks that are claimed can still be submitted and are paid; their money stays reserved until then.']
      : []),
  ];
  const keep = createChoice(
    'leave',
    'Keep them for review. Their money stays reserved until you decide.',
    true,
  );
  const accept = createChoice('accept_all', 'Accept all of them. Their workers are paid now.', false);
  const pending = element(
    'fieldset',
    { className: 'checks' },
    element(
      'legend',
      {},
      `${countAnswers(pendingReview)} ${pendingReview === 1 ? 'waits' : 'wait'} for review`,
    ),
    keep.node,
    accept.node,
  );
  const answer = await openDialog({
    title: 'Archive the job?',
    describedBy: 'dialog-effect',
    content: [
      element('p', { id: 'dialog-effect' }, ['The job ends for good.', ...effects].join(' ')),
      ...(pendingReview > 0 ? [pending] : []),
    ],
    createActions: (close) => [
      button('Archive', () => close('archive'), { kind: 'danger' }),
      button('Cancel', () => close(''), { autofocus: true }),
    ],
  });
  if (answer !== 'archive') return undefined;
  return api.archiveCrowdJob({
    jobId: id,
    body: { pendingAnswers: accept.input.checked ? 'accept_all' : 'leave' },
  });
}

function createChoice(value: string, text: string, checked: boolean) {
  const input = element('input', { type: 'radio', name: 'pending-answers', value, checked });
  return { input, node: element('label', { className: 'check' }, input, element('span', {}, text)) };
}
