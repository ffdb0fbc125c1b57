import type { Dataset, DatasetVersion } from '../../../shared/api/api-types.ts';
import { writePath } from '../../../shared/api/calls.ts';
import { element, button } from '../../../shared/dom.ts';
import { saveResponse } from '../../parts/save-response.ts';
import { identifyVersion } from '../parts/dataset-api.ts';
import { attempt } from '../parts/dataset-errors.ts';
import { createSection } from '../../parts/section.ts';

/** Creates the section that saves the links to the files, and the manifest. */
export function createExport({ internalId }: Dataset, version: DatasetVersion): HTMLElement {
  const name = `${internalId}-${version.state === 'raw' ? 'raw' : version.id}`;
  const createSave = (text: string, path: string, fileName: string): HTMLElement =>
    button(
      text,
      (pressed) => {
        pressed.disabled = true;
        attempt(() =>
          saveResponse(path, fileName).finally(() => {
            pressed.disabled = false;
          }),
        );
      },
      { kind: 'slim' },
    );
  const note =
    'The export contains a link and the SHA-256 of every file. The links are valid for 24 hours. The manifest lists the files without links. ' +
    'To download all files, use the download client of the README: it verifies each file and continues after an interruption.';
  return createSection(
    'Export',
    element('p', { className: 'soft' }, note),
    element(
      'div',
      { className: 'row' },
      createSave(
        'Save export (JSON)',
        writePath('exportDatasetVersion', identifyVersion(version)),
        `${name}-export.json`,
      ),
      createSave(
        'Save manifest (JSON Lines)',
        writePath('readDatasetManifest', identifyVersion(version)),
        `${name}-manifest.jsonl`,
      ),
    ),
    version.manifestSha256 === null
      ? undefined
      : element('p', { className: 'soft small' }, `SHA-256 of the manifest: ${version.manifestSha256}`),
  );
}
