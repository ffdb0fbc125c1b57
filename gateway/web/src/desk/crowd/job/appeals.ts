import { identifyAnswer } from '../parts/answer-api.ts';
import { api } from '../../parts/api.ts';
import type { Appeal, CrowdAnswer } from '../../../shared/api/api-types.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { formatTime } from '../../parts/formats.ts';
import { createSection } from '../../parts/section.ts';
import type { JobName } from '../parts/address.ts';
import { attempt } from '../parts/crowd-errors.ts';
import { requestReason } from '../review/reason-dialog.ts';
import { nameCategory } from '../review/reasons.ts';
import { nameTask, nameWorker } from '../parts/texts.ts';

interface AppealOptions {
  readonly mayWrite: boolean;
  /** The person at the desk, who cannot decide about an own rejection. */
  readonly userId: string;
  readonly onResolved: () => void;
}

/** Creates the section of the open appeals. Hidden without one. */
export async function createAppeals({ jobId }: JobName, options: AppealOptions): Promise<HTMLElement> {
  const list = element('ul', { className: 'runs issues' });
  const section = createSection('Open appeals', list);
  const load = async (): Promise<void> => {
    const appeals = (await api.listCrowdAppeals({ jobId, status: 'open', limit: 200 })).data;
    const items = appeals.map(async (appeal) => {
      const answer = await api.getCrowdAnswer({ jobId, answerId: appeal.answerId });
      return createItem({ appeal, answer }, options, load);
    });
    list.replaceChildren(...(await Promise.all(items)));
    section.hidden = appeals.length === 0;
  };
  await load();
  return section;
}

interface AppealedAnswer {
  readonly appeal: Appeal;
  readonly answer: CrowdAnswer;
}

function createItem(
  appealed: AppealedAnswer,
  options: AppealOptions,
  reload: () => Promise<void>,
): HTMLElement {
  const { appeal, answer } = appealed;
  const settle = (text: string): Promise<void> => {
    announce(text);
    options.onResolved();
    return reload();
  };
  return element(
    'li',
    {},
    element('h3', {}, `${nameTask(answer.variantIndex)}, ${nameWorker(answer)}`),
    element('p', { className: 'soft small' }, formatTime(appeal.createdAt)),
    element('p', {}, 'Message: ', element('bdi', {}, appeal.message)),
    element(
      'p',
      { className: 'soft' },
      `Rejected as “${nameCategory(answer.rejectionCategory ?? '')}”: `,
      element('bdi', {}, answer.rejectionReason ?? ''),
    ),
    options.mayWrite ? createDecision(appealed, options, settle) : undefined,
  );
}

/** Creates the buttons of the decision. The person who rejected the answer reads who may decide, and can undo the rejection. */
function createDecision(
  { appeal, answer }: AppealedAnswer,
  { userId }: AppealOptions,
  settle: (text: string) => Promise<void>,
): HTMLElement {
  const undo = (): void =>
    attempt(async () => {
      const reason = await requestReason({ ...undoing, minLength: 1 });
      if (reason === undefined) return;
      await api.undoCrowdRejection({ ...identifyAnswer(answer), body: { reason } });
      await settle('The answer waits for review again.');
    });
  if (answer.reviewedById === userId) {
    return element(
      'div',
      { className: 'stack' },
      element('p', { className: 'notice' }, whoDecides),
      element('div', { className: 'row' }, button('Undo the rejection', undo, { kind: 'slim' })),
    );
  }
  const decide = (decision: keyof typeof decisions): void =>
    attempt(async () => {
      const note = await requestReason({ ...decisions[decision], minLength: 1 });
      if (note === undefined) return;
      await api.resolveCrowdAppeal({ appealId: appeal.id, body: { decision, note } });
      await settle(decision === 'upheld' ? 'The rejection stays.' : 'The answer is accepted and paid.');
    });
  return element(
    'div',
    { className: 'row' },
    button('Accept the answer', () => decide('overturned'), { kind: 'slim' }),
    button('Keep the rejection', () => decide('upheld'), { kind: 'slim' }),
  );
}

const whoDecides =
  'You rejected this answer, so another member with the role user or admin decides, who is not its worker. You can undo your rejection instead.';

const undoing = {
  title: 'Undo the rejection?',
  effect: 'The answer waits for review again, and the appeal is closed.',
  action: 'Undo the rejection',
};

const decisions = {
  upheld: { title: 'Keep the rejection?', effect: 'The decision is final.', action: 'Keep the rejection' },
  overturned: {
    title: 'Accept the answer?',
    effect: 'The worker is paid now, and the decision is final.',
    action: 'Accept the answer',
  },
} as const;
