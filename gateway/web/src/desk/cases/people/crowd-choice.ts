/** The part of the run form that chooses the people whom a pipeline asks, and shows what they can add and cost. */

import type { Pipeline, RunEstimate } from '../../../shared/api/api-types.ts';
import { byId, element } from '../../../shared/dom.ts';
import { audienceChoices } from '../../crowd/parts/texts.ts';
import type { CrowdOptions } from '../../parts/api-types.ts';
import { formatMoney } from '../../parts/formats.ts';
import { fillSelect } from '../../parts/select.ts';

export interface CrowdChoice {
  /** Shows the fields if the pipeline asks people. */
  show(pipeline: Pipeline | undefined): void;
  /** Undefined while the fields are hidden. */
  read(): CrowdOptions | undefined;
  clear(): void;
}

export const involvesPeople = ({ tier }: Pipeline): boolean => tier === 'ai-crowd';

const defaultHours = 168;
const maxHours = 720;
const effect =
  'Answers of people alone never make a result “manipulated” or “synthetic”: without other findings, it becomes at most ' +
  '“inconclusive”.';
const waiting = 'The price is shown when the files are ready and the required claims are filled in.';

export function createCrowdChoice(): CrowdChoice {
  const box = byId('people', HTMLFieldSetElement);
  const { audience, hours, unpaid, help } = createFields();
  box.replaceChildren(
    element('legend', {}, 'People who are asked'),
    element('p', {}, effect),
    element(
      'div',
      { className: 'claims' },
      createField('Who may answer', audience),
      createField('Hours for each question', hours, help),
    ),
    element('label', { className: 'check' }, unpaid, 'Answers are unpaid: they cost and earn nothing'),
    element('p', { id: 'people-price', role: 'status' }, waiting),
  );
  const clear = (): void => {
    audience.value = 'organization';
    hours.valueAsNumber = defaultHours;
    unpaid.checked = unpaid.disabled = false;
    help.textContent = explainHours(defaultHours);
  };
  // Guests have no account to be paid.
  audience.addEventListener('change', () => {
    unpaid.disabled = audience.value === 'guests';
    unpaid.checked = unpaid.disabled;
  });
  hours.addEventListener('input', () => (help.textContent = explainHours(hours.valueAsNumber)));
  clear();
  return {
    show(pipeline) {
      box.hidden = pipeline === undefined || !involvesPeople(pipeline);
      // A field that is not shown must not keep the form from being sent.
      box.disabled = box.hidden;
    },
    read: () =>
      box.hidden
        ? undefined
        : {
            audience: audience.value === 'organization' ? 'organization' : 'everyone',
            guestsAllowed: audience.value === 'guests',
            validHours: hours.valueAsNumber,
            unpaid: unpaid.checked,
          },
    clear,
  };
}

/** Shows the sum of the estimates. Null stands for a run whose start would be refused now. */
export function showPriceRange(estimates: readonly (RunEstimate | null)[]): void {
  const known = estimates.filter((one) => one !== null);
  const sum = (member: 'minCents' | 'expectedCents' | 'maxCents'): string =>
    formatMoney(known.reduce((cents, estimate) => cents + estimate[member], 0));
  byId('people-price').textContent =
    known.length === 0 || known.length < estimates.length
      ? waiting
      : `Price: ${sum('minCents')} with the fewest answers, ${sum('expectedCents')} expected, ${sum('maxCents')} at most. Answers are charged as people give them.`;
}

function createFields() {
  const audience = element('select', {});
  fillSelect(audience, audienceChoices, 'organization');
  const help = element('span', { id: 'people-hours-help', className: 'soft small' });
  return {
    audience,
    help,
    hours: element('input', {
      type: 'number',
      min: '1',
      max: String(maxHours),
      step: '1',
      required: true,
      'aria-describedby': help.id,
    }),
    unpaid: element('input', { type: 'checkbox' }),
  };
}

function createField(label: string, ...field: readonly HTMLElement[]): HTMLElement {
  return element('label', { className: 'claim' }, label, ...field);
}

function explainHours(hours: number): string {
  const days = hours / 24;
  const time = days >= 2 && Number.isInteger(days) ? `${days} days` : `${hours} hours`;
  return Number.isInteger(hours)
    ? `A question ends after ${time}, or earlier when it has enough answers.`
    : 'A question ends earlier when it has enough answers.';
}
