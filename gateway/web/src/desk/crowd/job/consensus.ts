import { readQuestions } from '../parts/survey-api.ts';
import { api } from '../../parts/api.ts';
import type { CrowdJob, Question, VariantConsensus } from '../../../shared/api/api-types.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import { createSection } from '../../parts/section.ts';
import { attempt } from '../parts/crowd-errors.ts';
import { createFactTable } from '../parts/fact-table.ts';
import { formatShare, nameTask } from '../parts/texts.ts';
import { labelValue } from '../parts/values.ts';

const methods = [
  { value: 'bayes', text: 'Bayes: weighs workers by known answers' },
  { value: 'dawid_skene', text: 'Dawid–Skene: weighs workers by their agreement' },
  { value: 'majority', text: 'Majority: counts answers' },
] as const;
type Method = (typeof methods)[number]['value'];

/** Creates the section of the consensus about each task, which is computed when the person requests it. */
export function createConsensus({ id, surveyTemplateVersionId }: CrowdJob): HTMLElement {
  const method = element('select', {});
  fillSelect(method, methods, 'bayes');
  const place = element('div', { className: 'stack' });
  let rows: readonly (readonly string[])[] = [];
  let cursor: string | null | undefined;
  let questions: readonly Question[] | undefined;
  const loadMore = async (): Promise<void> => {
    questions ??= await readQuestions(surveyTemplateVersionId);
    const known = questions;
    const page = await api.listCrowdConsensus({
      jobId: id,
      method: method.value as Method,
      limit: 50,
      cursor: cursor ?? undefined,
    });
    rows = [...rows, ...page.data.map((consensus) => createRow(consensus, known))];
    cursor = page.nextCursor;
    const columns = ['Task', 'Consensus', 'Confidence', 'Answers'];
    place.replaceChildren(createFactTable({ label: 'Consensus', columns, rows }));
    show.textContent = cursor === null ? 'Compute again' : 'Show more';
    announce(`The consensus about ${rows.length} tasks is shown.`);
  };
  const start = (): Promise<void> => {
    rows = [];
    cursor = undefined;
    return loadMore();
  };
  const show = button('Show the consensus', () => attempt(() => (cursor === null ? start() : loadMore())), {
    kind: 'slim',
  });
  method.addEventListener('change', () => attempt(start));
  const fields = element(
    'div',
    { className: 'fields' },
    element('label', { className: 'wide-field' }, 'Method', method),
    show,
  );
  return createSection('Consensus', fields, place);
}

function createRow(
  { variantIndex, value, confidence, responses }: VariantConsensus,
  questions: readonly Question[],
): readonly string[] {
  const values = Object.entries(value).map(([key, one]) => describe(key, one, questions));
  return [
    nameTask(variantIndex),
    values.length === 0 ? '–' : values.join('; '),
    confidence === null ? '–' : formatShare(confidence),
    String(responses),
  ];
}

/** Describes the consensus about a question. A value of null is a tie. */
function describe(key: string, value: unknown, questions: readonly Question[]): string {
  const question = questions.find((one) => one.key === key);
  return `${question?.label ?? key} ${value === null ? 'tie' : labelValue(value, question)}`;
}
