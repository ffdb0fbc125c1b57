/** The third step of a new job: the price, and the creation. */

import { api } from '../../parts/api.ts';
import { createKeys } from '../../parts/request.ts';
import type { CrowdJob, CrowdJobEstimate } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { formatMoney } from '../../parts/formats.ts';
import { countFiles } from '../../datasets/parts/texts.ts';
import { ApiError } from '../../../shared/api-error.ts';
import { describeCrowdError } from '../parts/crowd-errors.ts';
import type { JobOrder } from '../parts/crowd-types.ts';
import { countAnswers } from '../parts/texts.ts';

const nextKey = createKeys();

/** Creates a job once, however often the same order is sent. */
export function placeOrder(order: JobOrder, { maxCents }: CrowdJobEstimate): Promise<CrowdJob> {
  return api.createCrowdJob({
    body: { ...order, maxCostCents: maxCents },
    idempotencyKey: nextKey([order, maxCents]),
  });
}

/** Creates the facts about the price of an order, with the warnings. */
export function createPrice(order: JobOrder, estimate: CrowdJobEstimate): HTMLElement {
  const { maxCents, feeCents, balanceCents, sufficient, warnings } = estimate;
  const { fileIds, maxRepetitionsPerVariant, rewardCents } = order;
  const answers = fileIds.length * maxRepetitionsPerVariant;
  const facts = [
    [
      'Work',
      `${countAnswers(answers)}: ${maxRepetitionsPerVariant} to each of ${countFiles(fileIds.length)}`,
    ],
    ['Rewards', rewardCents === 0 ? 'None' : formatMoney(maxCents - feeCents)],
    ['Fee', formatMoney(feeCents)],
    ['Reserved now', formatMoney(maxCents)],
    ['Credit', formatMoney(balanceCents)],
    ...(sufficient ? [['Credit afterwards', formatMoney(balanceCents - maxCents)]] : []),
  ];
  return element(
    'div',
    { className: 'stack' },
    element('p', { className: 'amount' }, formatMoney(maxCents)),
    element(
      'p',
      { className: 'soft' },
      'This is the highest cost. Only accepted answers are charged, and the rest is released when the job ends. Answers that you do not review are accepted after 7 days.',
    ),
    element(
      'dl',
      { className: 'facts' },
      ...facts.flatMap(([name = '', value = '']) => [element('dt', {}, name), element('dd', {}, value)]),
    ),
    ...warnings.map(({ code, message }) =>
      element('p', { className: 'notice warn' }, describeWarning(code, estimate) ?? message),
    ),
    sufficient
      ? undefined
      : element(
          'p',
          { className: 'notice bad' },
          'The credit is too low. Add credit, or order fewer answers.',
        ),
  );
}

function describeWarning(code: string, { hourlyRewardCents }: CrowdJobEstimate): string | undefined {
  switch (code) {
    case 'UNDERPAID':
      return `The reward is ${formatMoney(hourlyRewardCents ?? 0)} for an hour of work, which is low. Raise the reward.`;
    case 'NO_GOLDEN':
      return 'No task has a known answer, so the accuracy of workers is not measured.';
    case 'SINGLE_ANSWER':
      return 'One answer to a file cannot be compared with others. Order at least three.';
    default:
      return undefined;
  }
}

/** Returns a line about a failed estimate or creation. @param names the names of the files by their ids */
export function describeOrderError(error: unknown, names: ReadonlyMap<string, string>): string {
  if (!(error instanceof ApiError)) return describeCrowdError(error);
  const { status, details } = error;
  const name = typeof details['fileId'] === 'string' ? names.get(details['fileId']) : undefined;
  if (status === 422 && name !== undefined)
    return `“${name}” is not public, so workers outside the organization must not see it. Choose members of the organization, or make the file public.`;
  if (status === 402 && details['maxCostCents'] !== undefined)
    return 'The price has changed. Go back, and compute it again.';
  if (status === 0)
    return 'The platform cannot be reached. Check the connection and press the button again: the job is created only once.';
  return describeCrowdError(error);
}
