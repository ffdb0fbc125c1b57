import { element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import { createRangeEditor } from '../media/range-editor.ts';
import type { TimeRange } from '../parts/types.ts';
import type { Field, FieldInput } from './field.ts';
import { createFileTabs } from './file-tabs.ts';

/** Periods of the audio files and videos of the task. */
export function createTimeRangeField({ question, task, value, describedBy, change }: FieldInput): Field {
  const stored = Array.isArray(value) ? (value as readonly TimeRange[]) : [];
  const byFile = Map.groupBy(stored, ({ fileId }) => fileId);
  const helpId = `ranges-${question.key}`;
  const { nodes, control } = createFileTabs(task.files, ['audio', 'video'], (file, name) =>
    createRangeEditor({
      file,
      name,
      task,
      ranges: byFile.get(file.fileId) ?? [],
      describedBy: `${helpId} ${describedBy}`,
      change(ranges) {
        byFile.set(file.fileId, [...ranges]);
        const all = task.files.flatMap(({ fileId }) => byFile.get(fileId) ?? []);
        change(all.length === 0 ? undefined : all);
      },
    }),
  );
  const help = element(
    'p',
    { id: helpId, className: 'soft small' },
    say('rangeHelp'),
    element('br'),
    say('rangeKeys'),
  );
  return { nodes: [help, ...nodes], control };
}
