import { writePath } from '../../../shared/api/calls.ts';
import type { CrowdJob } from '../../../shared/api/api-types.ts';
import { button, element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import { saveResponse } from '../../parts/save-response.ts';
import { createSection } from '../../parts/section.ts';
import { attempt } from '../parts/crowd-errors.ts';
import type { AnswerStatus } from '../parts/crowd-types.ts';
import { answerStatusChoices } from '../parts/texts.ts';

const formats = [
  { format: 'csv', text: 'CSV' },
  { format: 'jsonl', text: 'JSON Lines' },
  { format: 'json', text: 'JSON' },
] as const;

/** Creates the section that saves the answers as a file. */
export function createExport({ id }: CrowdJob): HTMLElement {
  const status = element('select', {});
  fillSelect(status, [{ value: '', text: 'All' }, ...answerStatusChoices], '');
  const save = (format: (typeof formats)[number]['format']): Promise<void> => {
    const chosen = status.value === '' ? undefined : (status.value as AnswerStatus);
    const path = writePath('exportCrowdAnswers', { jobId: id, format, status: chosen });
    return saveResponse(path, `answers-${id}.${format}`);
  };
  const buttons = formats.map(({ format, text }) =>
    button(
      `Save as ${text}`,
      (pressed) => {
        pressed.disabled = true;
        attempt(() =>
          save(format).finally(() => {
            pressed.disabled = false;
            pressed.focus();
          }),
        );
      },
      { kind: 'slim' },
    ),
  );
  return createSection(
    'Export',
    element(
      'p',
      { className: 'soft' },
      'A file with all answers, their regions and the input data. Workers have pseudonyms, and guests the name that they chose.',
    ),
    element(
      'div',
      { className: 'fields' },
      element('label', { className: 'narrow-field' }, 'Answers', status),
      ...buttons,
    ),
  );
}
