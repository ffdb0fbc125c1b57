import type { DatasetVersion } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';

/** Creates the progress of a running job: a bar with a text. */
export function createJobProgress({ progress, state }: DatasetVersion, name: string): HTMLElement {
  const { done, total } = progress ?? { done: 0, total: 0 };
  const bar = element('progress', { max: Math.max(total, 1), 'aria-label': `Progress of ${name}` });
  // All files are read, and the job still compares them and writes the version.
  if (total > 0 && done < total) bar.value = done;
  return element(
    'div',
    { className: 'wide job' },
    bar,
    element('p', { className: 'soft small' }, describe()),
  );

  function describe(): string {
    if (total === 0) return 'Waiting';
    if (done >= total) return `All ${total} files read. The version is being written.`;
    return `${state === 'cleaning' ? 'Cleaning' : 'Reading metadata'}: ${done} of ${total} files`;
  }
}
