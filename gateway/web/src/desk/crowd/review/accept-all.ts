import { api } from '../../parts/api.ts';
import type { CrowdJob } from '../../../shared/api/api-types.ts';
import { openDialog } from '../../parts/dialog.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { formatMoney } from '../../parts/formats.ts';
import { countAnswers } from '../parts/texts.ts';

/** Shows a question, then accepts all answers that wait. Resolves to false when the person cancels. */
export async function acceptAll({ id, rewardCents }: CrowdJob): Promise<boolean> {
  const { pendingReview } = (await api.getCrowdJob({ jobId: id })).counts;
  const money =
    rewardCents === 0
      ? 'There is no reward.'
      : `Their workers get ${formatMoney(pendingReview * rewardCents)}, and the fee is charged.`;
  const answer = await openDialog({
    title: 'Accept all answers?',
    describedBy: 'dialog-effect',
    content: [
      element(
        'p',
        { id: 'dialog-effect' },
        `${countAnswers(pendingReview)} ${pendingReview === 1 ? 'waits' : 'wait'} for review. ${money} Accepted answers cannot be rejected later.`,
      ),
    ],
    createActions: (close) => [
      button('Accept all', () => close('accept'), { kind: 'main' }),
      button('Cancel', () => close(''), { autofocus: true }),
    ],
  });
  if (answer !== 'accept') return false;
  let accepted = 0;
  for (;;) {
    const result = await api.acceptCrowdAnswers({ jobId: id, body: { allPending: true } });
    accepted += result.accepted;
    if (result.accepted === 0 || result.remaining === null || result.remaining === 0) break;
  }
  announce(`${countAnswers(accepted)} accepted.`);
  return true;
}
