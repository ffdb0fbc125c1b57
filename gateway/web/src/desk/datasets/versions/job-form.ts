import { identifyVersion } from '../parts/dataset-api.ts';
import { api } from '../../parts/api.ts';
import type { Body } from '../../../shared/api/calls.ts';
import { createIdempotencyKey } from '../../parts/request.ts';
import type { CleaningPipeline, Dataset, DatasetVersion } from '../../../shared/api/api-types.ts';
import { button, element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import { attempt } from '../parts/dataset-errors.ts';
import { createSection } from '../../parts/section.ts';

interface JobFormOptions {
  readonly dataset: Dataset;
  readonly version: DatasetVersion;
  readonly pipelines: readonly CleaningPipeline[];
  readonly onStart: (created: DatasetVersion) => void;
}

/** Changed copies are found among images: in grey, mirrored, cropped and so on. */
function createChangedChoice({ modality }: Dataset, box: HTMLInputElement): readonly HTMLElement[] {
  if (modality !== 'image' && modality !== 'multimodal') return [];
  return [element('label', { className: 'row' }, box, 'Also remove changed copies of images')];
}

/** Creates the section that starts a clean or reads the metadata of a version. */
export function createJobForm({ dataset, version, pipelines, onStart }: JobFormOptions): HTMLElement {
  const fitting = pipelines.filter(
    ({ supportedModalities, targetTypes }) =>
      supportedModalities.includes(dataset.modality) && targetTypes.includes('dataset_version'),
  );
  const pipeline = element('select', {});
  fillSelect(
    pipeline,
    fitting.map(({ slug, name }) => ({ value: slug, text: name })),
    fitting[0]?.slug,
  );
  const label = element('input', { type: 'text', maxLength: 100, autocomplete: 'off' });
  const changed = element('input', { type: 'checkbox' });
  const note = element('p', { className: 'soft small' });
  const submit = element('button', { type: 'submit', className: 'button main' }, 'Clean');
  const describe = (): void => {
    const chosen = fitting.find(({ slug }) => slug === pipeline.value);
    const isActive = chosen?.status === 'active';
    const reason = chosen?.statusReason ?? 'This pipeline is not available now.';
    note.textContent = isActive ? chosen.description : reason;
    submit.disabled = !isActive;
  };
  pipeline.addEventListener('change', describe);
  describe();
  const start = (action: () => Promise<DatasetVersion>): void => attempt(async () => onStart(await action()));
  const form = element(
    'form',
    { className: 'stack' },
    element(
      'div',
      { className: 'claims' },
      element('label', {}, 'Cleaning pipeline', pipeline),
      element('label', {}, 'Label of the new version (optional)', label),
    ),
    note,
    ...createChangedChoice(dataset, changed),
    element(
      'div',
      { className: 'row' },
      submit,
      button('Read metadata', () => start(() => enrich(version))),
    ),
    element(
      'p',
      { className: 'soft small' },
      'Each job creates a new version. This version does not change.',
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = label.value.trim();
    const body = {
      pipelineSlug: pipeline.value,
      label: text === '' ? null : text,
      removeChangedCopies: changed.checked,
    };
    start(() => clean(version, body));
  });
  return createSection('Clean this version', form);
}

function enrich(version: DatasetVersion): Promise<DatasetVersion> {
  const idempotencyKey = createIdempotencyKey();
  return api.enrichDatasetVersion({ ...identifyVersion(version), idempotencyKey });
}

function clean(version: DatasetVersion, body: Body<'cleanDatasetVersion'>): Promise<DatasetVersion> {
  const idempotencyKey = createIdempotencyKey();
  return api.cleanDatasetVersion({ ...identifyVersion(version), body, idempotencyKey });
}
