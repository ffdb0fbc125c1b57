import { announce, button, element } from '../../../shared/dom.ts';
import type { DatasetUpload, Refusal } from './dataset-upload.ts';
import { countFiles } from '../parts/texts.ts';

/** Shows an upload with its progress, and the files that were refused with the reasons. */
export function createUploadPanel(upload: DatasetUpload, onEnd: () => void): HTMLElement {
  const text = element('p', {});
  const bar = element('progress', { max: upload.total, 'aria-label': 'Progress of the upload' });
  const problem = element('p', { className: 'notice bad', role: 'alert', hidden: true });
  const retry = button('Continue the upload', () => upload.resume(), { kind: 'slim', hidden: true });
  const refused = element('div', {});
  const panel = element(
    'section',
    { className: 'sheet', 'aria-label': 'Upload' },
    ...[text, bar, problem, retry, refused],
  );
  let shownRefusals = -1;
  const show = (): void => {
    text.textContent = describeUpload(upload);
    bar.value = upload.stored + upload.refused.length + upload.sending;
    bar.hidden = upload.status === 'ended';
    problem.hidden = upload.status !== 'interrupted';
    problem.textContent = upload.problem;
    retry.hidden = problem.hidden;
    if (shownRefusals !== upload.refused.length) refused.replaceChildren(...createRefusals(upload.refused));
    shownRefusals = upload.refused.length;
  };
  show();
  upload.onChange = () => {
    show();
    if (upload.sending === 0) announce(describeUpload(upload));
    if (upload.status === 'ended') onEnd();
  };
  return panel;
}

function describeUpload({ total, stored, sending, refused, status }: DatasetUpload): string {
  if (status === 'ended') {
    const end = `${countFiles(stored)} uploaded`;
    return refused.length === 0 ? `${end}.` : `${end}, ${refused.length} refused.`;
  }
  const state = status === 'running' ? 'Uploading' : 'The upload stopped';
  return `${state}: ${stored + refused.length + sending} of ${countFiles(total)}`;
}

function createRefusals(refused: readonly Refusal[]): readonly HTMLElement[] {
  if (refused.length === 0) return [];
  const items = refused.map(({ name, reason }) =>
    element('li', {}, element('bdi', {}, name), element('span', { className: 'soft' }, `: ${reason}`)),
  );
  return [
    element('h3', {}, `${countFiles(refused.length)} refused`),
    element('ul', { className: 'plain-list' }, ...items),
  ];
}
