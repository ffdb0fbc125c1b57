import type { SurveyQuestion } from '../../shared/api/api-types.ts';
import { element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import type { TaskContext } from '../questions/field.ts';
import { createRegionField } from '../questions/region-field.ts';
import type { Region } from '../parts/types.ts';

const question: SurveyQuestion = {
  key: '',
  type: 'region',
  label: '',
  helpText: null,
  required: false,
  options: [],
  min: null,
  max: null,
  showIf: null,
};

/** Creates the stage of regions that belong to no question. */
export function createFreeRegions(
  task: TaskContext,
  regions: readonly Region[],
  change: (regions: readonly Region[]) => void,
): HTMLElement {
  const { nodes } = createRegionField({
    question,
    task,
    value: regions,
    labelledBy: 'free-regions',
    describedBy: 'free-regions',
    change: (value) => change((value as readonly Region[] | undefined) ?? []),
  });
  const legend = element('legend', { id: 'free-regions' }, say('freeRegions'));
  return element(
    'fieldset',
    { className: 'question' },
    legend,
    element('div', { className: 'body' }, ...nodes),
  );
}
