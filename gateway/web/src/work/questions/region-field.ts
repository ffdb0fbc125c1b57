import { element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import { createRegionEditor } from '../media/region-editor.ts';
import type { Region } from '../parts/types.ts';
import type { Field, FieldInput } from './field.ts';
import { createFileTabs } from './file-tabs.ts';

/** Regions of the images and videos of the task. */
export function createRegionField({ question, task, value, describedBy, change }: FieldInput): Field {
  const stored = Array.isArray(value) ? (value as readonly Region[]) : [];
  const byFile = Map.groupBy(stored, ({ fileId }) => fileId);
  const helpId = `regions-${question.key}`;
  const publish = (): void => {
    const regions = task.files.flatMap(({ fileId }) => byFile.get(fileId) ?? []);
    change(regions.length === 0 ? undefined : regions.map(dropEmptyNote));
  };
  const { nodes, control } = createFileTabs(task.files, ['image', 'video'], (file, name) =>
    createRegionEditor({
      file,
      name,
      task,
      regions: byFile.get(file.fileId) ?? [],
      describedBy: `${helpId} ${describedBy}`,
      change(regions) {
        byFile.set(file.fileId, [...regions]);
        publish();
      },
    }),
  );
  const help = element(
    'p',
    { id: helpId, className: 'soft small' },
    say('regionHelp'),
    element('br'),
    say('regionKeys'),
  );
  return { nodes: [help, ...nodes], control };
}

function dropEmptyNote({ note, ...region }: Region): Region {
  return note === undefined || note === '' ? region : { ...region, note };
}
