import { api } from '../parts/api.ts';
import type { Dataset } from '../../shared/api/api-types.ts';
import { element, button } from '../../shared/dom.ts';
import { fillSelect } from '../parts/select.ts';
import { attempt } from './parts/dataset-errors.ts';
import type { Modality } from './parts/dataset-types.ts';
import { guessModality } from './uploads/plan-batches.ts';
import type { DroppedFiles } from './uploads/read-drop.ts';
import { countFiles, modalities } from './parts/texts.ts';

interface DatasetFormOptions {
  readonly dropped: DroppedFiles;
  readonly onCreate: (dataset: Dataset) => void;
  readonly onCancel: () => void;
}

/** Creates the form of a new dataset. Its fields are filled from the folder that was dropped. */
export function createDatasetForm({ dropped, onCreate, onCancel }: DatasetFormOptions): HTMLFormElement {
  const { files, folderName = '' } = dropped;
  const name = createInput('dataset-name', { maxLength: 255, value: folderName });
  const internalId = createInput('dataset-internal-id', {
    maxLength: 100,
    pattern: '[A-Za-z0-9_\\-]+',
    value: writeInternalId(folderName),
    title: 'Letters, digits, hyphens and underscores',
    'aria-describedby': 'dataset-internal-id-note',
  });
  const modality = element('select', { id: 'dataset-modality' });
  const choices = Object.entries(modalities).map(([value, text]) => ({ value, text }));
  fillSelect(modality, choices, guessModality(files));
  name.addEventListener('input', () => {
    if (internalId.dataset['edited'] === undefined) internalId.value = writeInternalId(name.value);
  });
  internalId.addEventListener('input', () => {
    internalId.dataset['edited'] = '';
  });
  const note = files.length > 0 ? `${countFiles(files.length)} will be uploaded.` : undefined;
  const submit = element('button', { type: 'submit', className: 'button main' }, 'Create dataset');
  const form = element(
    'form',
    { className: 'sheet narrow stack', 'aria-labelledby': 'dataset-form-title' },
    element('h2', { id: 'dataset-form-title' }, 'New dataset'),
    note === undefined ? undefined : element('p', { className: 'soft' }, note),
    ...createField('Name', name),
    ...createField('Internal id', internalId),
    element(
      'p',
      { id: 'dataset-internal-id-note', className: 'soft small' },
      'Letters, digits, hyphens and underscores. It names the dataset in the storage and never changes.',
    ),
    ...createField('Kind of files', modality),
    element('div', { className: 'actions' }, submit, button('Cancel', onCancel)),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit.disabled = true;
    attempt(async () => {
      try {
        const created = { name: name.value.trim(), internalId: internalId.value };
        onCreate(await api.createDataset({ body: { ...created, modality: modality.value as Modality } }));
      } finally {
        submit.disabled = false;
      }
    });
  });
  return form;
}

function createInput(id: string, properties: Readonly<Record<string, string | number>>): HTMLInputElement {
  return element('input', { id, type: 'text', required: true, autocomplete: 'off', ...properties });
}

function createField(text: string, input: HTMLElement): readonly HTMLElement[] {
  return [element('label', { htmlFor: input.id }, text), input];
}

/** Returns the name with hyphens in place of all characters that an internal id may not have. */
function writeInternalId(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9_]+/gu, '-')
    .replace(/^-|-$/gu, '')
    .slice(0, 100);
}
