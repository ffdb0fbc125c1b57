/** The second step of a new job: the survey, the texts, the reward and the workers. */

import type { SurveyTemplate } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import type { Choice } from '../../parts/select.ts';
import { addDays, dayChoices } from '../parts/days.ts';
import type { JobOrder } from '../parts/crowd-types.ts';
import { audienceChoices } from '../parts/texts.ts';
import { createSurveyChoice } from './choose-survey.ts';
import type { SurveyChoice } from './choose-survey.ts';

export type Settings = Omit<JobOrder, 'projectId' | 'fileIds' | 'surveyTemplateVersionId'>;

export interface SettingsStep {
  readonly node: HTMLElement;
  readSurvey(): SurveyChoice;
  read(): Settings;
  /** Returns the reason why the fields are not complete, and focuses the first wrong one. */
  findFault(): string | undefined;
}

/** @param preview is shown below the choice of the survey */
export function createSettings(templates: readonly SurveyTemplate[], preview: HTMLElement): SettingsStep {
  const { name, claim, description, repetitions, reward, minutes, audience, end } = createFields();
  const claimField = createField('The claim', claim);
  let started = { name: '', description: '' };
  const survey = createSurveyChoice(templates, startTexts);
  /** Writes the starting texts of the survey, unless the person has written others. */
  function startTexts(): void {
    const { builtIn, title } = survey.read();
    const next = { name: title.slice(0, 100), description: builtIn?.instructions ?? '' };
    if (name.value === started.name) name.value = next.name;
    if (description.value === started.description) description.value = next.description;
    started = next;
    claimField.hidden = builtIn?.needsClaim !== true;
    claim.required = !claimField.hidden;
  }
  limitReward(audience, reward);
  startTexts();
  const node = element(
    'div',
    { className: 'stack' },
    survey.node,
    preview,
    claimField,
    createField('Name of the job, and title that workers read', name),
    createField('Instructions that workers read', description),
    element(
      'div',
      { className: 'claims' },
      createField('Answers to each file', repetitions),
      createField('Reward per accepted answer, in euros', reward),
      createField('Minutes that a task takes', minutes),
      createField('The job ends', end),
    ),
    createField('People who may work', audience),
  );
  return {
    node,
    readSurvey: () => survey.read(),
    read: () => ({
      name: name.value.trim(),
      title: name.value.trim(),
      description: writeDescription(description.value, claimField.hidden ? '' : claim.value),
      maxRepetitionsPerVariant: repetitions.valueAsNumber,
      rewardCents: Math.round(reward.valueAsNumber * 100),
      estimatedMinutes: minutes.valueAsNumber,
      claimTtlMinutes: Math.max(30, 2 * minutes.valueAsNumber),
      validUntil: addDays(Number(end.value)),
      audience: audience.value === 'organization' ? 'organization' : 'everyone',
      guestsAllowed: audience.value === 'guests',
    }),
    findFault: () => findFault([claim, name, description, repetitions, reward, minutes]),
  };
}

function createFields() {
  return {
    name: element('input', { type: 'text', required: true, maxLength: 100 }),
    claim: element('textarea', { rows: 2, maxLength: 2_000 }),
    description: element('textarea', { rows: 4, maxLength: 7_000, required: true }),
    repetitions: createNumber({ value: '3', min: '1', max: '1000', step: '1' }),
    reward: createNumber({ value: '0.10', min: '0', max: '1000', step: '0.01' }),
    minutes: createNumber({ value: '1', min: '1', max: '700', step: '1' }),
    audience: createSelect(audienceChoices, 'organization'),
    end: createSelect(dayChoices, '30'),
  };
}

const writeDescription = (instructions: string, claim: string): string =>
  [instructions.trim(), ...(claim.trim() === '' ? [] : [`Claim: ${claim.trim()}`])].join('\n\n');

/** Guests have no account, so they get no reward. */
function limitReward(audience: HTMLSelectElement, reward: HTMLInputElement): void {
  audience.addEventListener('change', () => {
    reward.disabled = audience.value === 'guests';
    if (reward.disabled) reward.value = '0';
  });
}

function findFault(fields: readonly (HTMLInputElement | HTMLTextAreaElement)[]): string | undefined {
  const isWrong = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
    !field.validity.valid || (field.required && field.value.trim() === '');
  for (const field of fields) field.setAttribute('aria-invalid', String(isWrong(field)));
  const wrong = fields.find(isWrong);
  if (wrong === undefined) return undefined;
  wrong.focus();
  const label = wrong.labels?.[0]?.textContent ?? '';
  return wrong.value.trim() === '' ? `Fill in “${label}”.` : `“${label}”: ${wrong.validationMessage}`;
}

function createNumber(range: Readonly<Record<'value' | 'min' | 'max' | 'step', string>>): HTMLInputElement {
  return element('input', { type: 'number', required: true, ...range });
}

function createSelect(choices: readonly Choice[], selected: string): HTMLSelectElement {
  const select = element('select', {});
  fillSelect(select, choices, selected);
  return select;
}

function createField(label: string, field: HTMLElement): HTMLElement {
  return element('label', { className: 'job-field' }, label, field);
}
