import type { CrowdAnswer, Question } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { formatMoney, formatTime } from '../../parts/formats.ts';
import {
  formatPosition,
  formatSeconds,
  formatShare,
  labelAnswer,
  nameTask,
  nameWorker,
} from '../parts/texts.ts';
import { labelValue } from '../parts/values.ts';
import { nameCategory } from './reasons.ts';

/** Creates the text of an answer: the task and the worker, the questions with their values, and the facts. */
export function createAnswerPanel(
  answer: CrowdAnswer,
  questions: readonly Question[],
): readonly HTMLElement[] {
  const { text, tone } = labelAnswer(answer);
  const values = answer.answers.flatMap((one) => {
    const question = questions.find(({ key }) => key === one.questionKey);
    return [
      element('dt', {}, element('bdi', {}, question?.label ?? one.questionKey)),
      element(
        'dd',
        {},
        element('bdi', {}, one.label ?? describeValue(one.questionType, one.value, question)),
      ),
    ];
  });
  return [
    element(
      'h2',
      { id: 'answer-title', tabIndex: -1 },
      `${nameTask(answer.variantIndex)}, ${nameWorker(answer)}`,
    ),
    element('span', { className: `chip ${tone}` }, text),
    ...createWarnings(answer),
    ...createInput(answer),
    element('dl', { className: 'answer-values' }, ...values),
    ...createDecision(answer),
    element('p', { className: 'soft small' }, describeFacts(answer)),
  ];
}

function describeValue(type: string, value: unknown, question: Question | undefined): string {
  if (!Array.isArray(value) || (type !== 'region' && type !== 'time_range'))
    return labelValue(value, question);
  if (value.length === 0) return 'None';
  if (type === 'region')
    return value.length === 1 ? '1 region, in the image' : `${value.length} regions, in the image`;
  return value.map((period) => describePeriod(period)).join(', ');
}

function describePeriod(period: unknown): string {
  const { startSeconds, endSeconds } = period as {
    readonly startSeconds: number;
    readonly endSeconds: number;
  };
  return `${formatPosition(startSeconds)} – ${formatPosition(endSeconds)}`;
}

function createWarnings({ golden, attentionChecksPassed }: CrowdAnswer): readonly HTMLElement[] {
  return [
    ...(attentionChecksPassed === false
      ? [
          element(
            'p',
            { className: 'notice warn' },
            'A question whose answer is known was answered differently.',
          ),
        ]
      : []),
    ...(golden ? [element('p', { className: 'soft small' }, 'The answer to this task is known.')] : []),
  ];
}

function createInput({ inputDataSnapshot }: CrowdAnswer): readonly HTMLElement[] {
  const entries = Object.entries(inputDataSnapshot ?? {});
  if (entries.length === 0) return [];
  const list = element(
    'dl',
    { className: 'facts' },
    ...entries.flatMap(([name, value]) => [
      element('dt', {}, element('bdi', {}, name)),
      element('dd', {}, element('bdi', {}, labelValue(value))),
    ]),
  );
  return [list];
}

function createDecision(answer: CrowdAnswer): readonly HTMLElement[] {
  const { rejectionCategory, rejectionReason, acceptanceNote, autoAccepted } = answer;
  if (rejectionReason !== null) {
    const name = `Rejected as “${nameCategory(rejectionCategory ?? '')}”: `;
    return [element('p', { className: 'notice bad' }, name, element('bdi', {}, rejectionReason))];
  }
  if (acceptanceNote !== null && acceptanceNote !== '')
    return [element('p', { className: 'notice good' }, 'Note: ', element('bdi', {}, acceptanceNote))];
  return autoAccepted ? [element('p', { className: 'soft' }, 'It was accepted by its time.')] : [];
}

function describeFacts({ submittedAt, durationSeconds, rewardCents, workerMetadata }: CrowdAnswer): string {
  const { completedTasks, qualityScore } = workerMetadata;
  return [
    `Submitted ${formatTime(submittedAt)} after ${formatSeconds(durationSeconds)}`,
    rewardCents === 0 ? 'no reward' : `reward ${formatMoney(rewardCents)}`,
    `${completedTasks} ${completedTasks === 1 ? 'task' : 'tasks'} completed before`,
    ...(qualityScore === null ? [] : [`quality ${formatShare(qualityScore)}`]),
  ].join(' · ');
}
