import { openDialog } from '../parts/dialog.ts';
import { button, element } from '../../shared/dom.ts';
import { fillSelect } from '../parts/select.ts';
import type { Choice } from '../parts/select.ts';

const hour = 3_600;
const day = 24 * hour;

export interface Grace {
  readonly seconds: number;
  /** The effect on the old secret. */
  readonly note: string;
}

const graces = [
  { seconds: 0, text: 'is invalid at once' },
  { seconds: hour, text: 'stays valid for 1 hour' },
  { seconds: day, text: 'stays valid for 1 day' },
  { seconds: 7 * day, text: 'stays valid for 7 days' },
];

/** Shows the choice of a grace period. Resolves to undefined when the person cancels. */
export async function requestGrace(): Promise<Grace | undefined> {
  const answer = await requestChoice({
    title: 'Rotate the secret?',
    label: 'The old secret',
    note: 'The new secret is shown once. With more time, requests are signed with both secrets.',
    action: 'Rotate',
    choices: graces.map(({ seconds, text }) => ({ value: String(seconds), text })),
  });
  const grace = graces.find(({ seconds }) => String(seconds) === answer);
  return grace && { seconds: grace.seconds, note: `The old secret ${grace.text}.` };
}

const periods = [
  { value: String(hour), text: 'The last hour' },
  { value: String(day), text: 'The last day' },
  { value: String(7 * day), text: 'The last 7 days' },
  // Older events are refused. The clock of this machine may differ from that of the platform.
  { value: String(30 * day - hour), text: 'The last 30 days' },
];

/** Shows the choice of a period. Resolves to its start; to undefined when the person cancels. */
export async function requestPeriod(): Promise<string | undefined> {
  const answer = await requestChoice({
    title: 'Send missed events?',
    label: 'Events of',
    note: 'Subscribed events that were not delivered are sent again, also those from the time while the webhook was disabled.',
    action: 'Send',
    choices: periods,
  });
  return answer === undefined ? undefined : new Date(Date.now() - Number(answer) * 1_000).toISOString();
}

interface ChoiceOptions {
  readonly title: string;
  readonly label: string;
  readonly note: string;
  readonly action: string;
  readonly choices: readonly Choice[];
}

async function requestChoice(options: ChoiceOptions): Promise<string | undefined> {
  const { title, label, note, action, choices } = options;
  const select = element('select', { autofocus: true });
  fillSelect(select, choices, choices[0]?.value);
  const answer = await openDialog({
    title,
    describedBy: 'dialog-note',
    content: [element('p', { id: 'dialog-note' }, note), element('label', {}, label, select)],
    createActions: (close) => [
      element('button', { type: 'submit', value: 'chosen', className: 'button main' }, action),
      button('Cancel', () => close('')),
    ],
  });
  return answer === 'chosen' ? select.value : undefined;
}
