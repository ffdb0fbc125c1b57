import type { SurveyTemplate } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import type { VersionName } from '../parts/survey-api.ts';
import { builtInPrefix, builtInSurveys } from './built-in-surveys.ts';
import type { BuiltInSurvey } from './built-in-surveys.ts';

/** A chosen survey: a built-in one, or a version of an own template. */
export type SurveyChoice =
  | { readonly builtIn: BuiltInSurvey; readonly title: string }
  | { readonly builtIn: undefined; readonly version: VersionName; readonly title: string };

interface SurveyField {
  readonly node: HTMLElement;
  read(): SurveyChoice;
}

/** Creates the choice of a survey. */
export function createSurveyChoice(templates: readonly SurveyTemplate[], onChange: () => void): SurveyField {
  const own = templates
    .filter(({ name }) => !name.startsWith(builtInPrefix))
    .flatMap(({ id: templateId, name, versions }) =>
      versions.map(({ id: surveyVersionId, versionNumber }) => ({
        value: surveyVersionId,
        text: `${name}, version ${versionNumber}`,
        version: { templateId, surveyVersionId },
      })),
    );
  const options = own.map(({ value, text }) => ({ value, text }));
  const select = element('select', { 'aria-label': 'Own survey' });
  fillSelect(select, options, options[0]?.value);
  const inputs = builtInSurveys.map(({ slug }, index) => createRadio(slug, index === 0));
  const ownInput = createRadio('own', false);
  const update = (): void => {
    select.disabled = !ownInput.checked;
    onChange();
  };
  for (const input of [...inputs, ownInput]) input.addEventListener('change', update);
  select.addEventListener('change', update);
  select.disabled = true;
  const choices = builtInSurveys.map(({ title, note }, index) => createLabel(inputs[index], title, note));
  const node = element(
    'fieldset',
    { className: 'checks' },
    element('legend', {}, 'Survey'),
    ...choices,
    own.length === 0
      ? undefined
      : createLabel(ownInput, 'An own survey', 'A survey template of this project.'),
    own.length === 0 ? undefined : select,
  );
  return {
    node,
    read() {
      const index = inputs.findIndex(({ checked }) => checked);
      const builtIn = builtInSurveys[index];
      const chosen = own.find(({ value }) => value === select.value);
      if (builtIn !== undefined) return { builtIn, title: builtIn.title };
      if (chosen === undefined) throw new TypeError('no survey is chosen');
      return { builtIn, version: chosen.version, title: chosen.text };
    },
  };
}

function createRadio(value: string, checked: boolean): HTMLInputElement {
  return element('input', { type: 'radio', name: 'survey', value, checked });
}

function createLabel(input: HTMLInputElement | undefined, title: string, note: string): HTMLElement {
  return element(
    'label',
    { className: 'check' },
    input,
    element('span', {}, element('b', {}, title), element('span', { className: 'block' }, note)),
  );
}
