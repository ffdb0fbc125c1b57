import { announce, button, element } from '../../../../shared/browser/dom.ts';
import { formatTime } from '../../formats.ts';
import { createSection } from '../../section.ts';
import type { JobName } from '../address.ts';
import { readAnswer } from '../answer-api.ts';
import { attempt } from '../crowd-errors.ts';
import type { Answer, Appeal } from '../crowd-types.ts';
import { listOpenAppeals, resolveAppeal } from '../job-api.ts';
import { requestReason } from '../review/reason-dialog.ts';
import { nameCategory } from '../review/reasons.ts';
import { nameTask, nameWorker } from '../texts.ts';

interface AppealOptions {
  readonly mayWrite: boolean;
  readonly onResolved: () => void;
}

/** Creates the section of the open appeals. Hidden without one. */
export async function createAppeals({ jobId }: JobName, options: AppealOptions): Promise<HTMLElement> {
  const list = element('ul', { className: 'runs issues' });
  const section = createSection('Open appeals', list);
  const load = async (): Promise<void> => {
    const appeals = await listOpenAppeals(jobId);
    const items = appeals.map(async (appeal) => {
      const answer = await readAnswer({ jobId, id: appeal.answerId });
      return createItem({ appeal, answer }, options, load);
    });
    list.replaceChildren(...(await Promise.all(items)));
    section.hidden = appeals.length === 0;
  };
  await load();
  return section;
}

function createItem(
  { appeal, answer }: { readonly appeal: Appeal; readonly answer: Answer },
  { mayWrite, onResolved }: AppealOptions,
  reload: () => Promise<void>,
): HTMLElement {
  const decide = (decision: keyof typeof decisions): void =>
    attempt(async () => {
      const note = await requestReason({ ...decisions[decision], minLength: 1 });
      if (note === undefined) return;
      await resolveAppeal(appeal.id, decision, note);
      announce(decision === 'upheld' ? 'The rejection stays.' : 'The answer is accepted and paid.');
      await reload();
      onResolved();
    });
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
    mayWrite
      ? element(
          'div',
          { className: 'row' },
          button('Accept the answer', () => decide('overturned'), { kind: 'slim' }),
          button('Keep the rejection', () => decide('upheld'), { kind: 'slim' }),
        )
      : undefined,
  );
}

const decisions = {
  upheld: { title: 'Keep the rejection?', effect: 'The decision is final.', action: 'Keep the rejection' },
  overturned: {
    title: 'Accept the answer?',
    effect: 'The worker is paid now, and the decision is final.',
    action: 'Accept the answer',
  },
} as const;
