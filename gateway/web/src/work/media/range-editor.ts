import type { WorkFile } from '../../shared/api/api-types.ts';
import { announce, button, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import type { TaskContext } from '../questions/field.ts';
import { readNumber } from '../parts/text-field.ts';
import type { TimeRange } from '../parts/types.ts';
import { loadMedia } from './load-media.ts';
import { createPlayer, formatClock, readPlayerKeys } from './player.ts';
import type { Player } from './player.ts';

interface EditorInput {
  readonly file: WorkFile;
  readonly name: string;
  readonly task: TaskContext;
  readonly ranges: readonly TimeRange[];
  readonly describedBy: string;
  readonly change: (ranges: readonly TimeRange[]) => void;
}

/** Creates a player of an audio file or a video with the list of its periods. */
export function createRangeEditor(input: EditorInput): {
  readonly node: HTMLElement;
  readonly control: HTMLElement;
} {
  const { file, name, task, describedBy } = input;
  const { media, failure } = loadMedia(file, name, task);
  if (!(media instanceof HTMLMediaElement)) throw new TypeError('only recordings have periods');
  const player = createPlayer(media, file.durationSeconds);
  let ranges: readonly TimeRange[] = input.ranges;
  let start: number | undefined = undefined;
  const list = element('ul', { className: 'items' });
  const state = element('p', { className: 'small soft' });

  const update = (next: readonly TimeRange[]): void => {
    ranges = next;
    input.change(ranges);
  };
  const setStart = (): void => {
    start = player.readTime();
    state.textContent = say('rangeStarted', { time: formatClock(start) });
    announce(state.textContent);
  };
  /** Without a start, the period begins at 0. An end before the start exchanges them. */
  const setEnd = (): void => {
    const [from = 0, to = 0] = [start ?? 0, player.readTime()].sort((one, other) => one - other);
    start = undefined;
    state.textContent = '';
    update([...ranges, { fileId: file.fileId, startSeconds: from, endSeconds: to }]);
    drawRows();
    announce(say('rangeAdded', { number: ranges.length, start: formatClock(from), end: formatClock(to) }));
  };
  const drawRows = (): void => {
    const rows = ranges.map((range, index) =>
      createRow(range, index, {
        player,
        replace: (part) => update(ranges.map((one, at) => (at === index ? { ...one, ...part } : one))),
        remove() {
          update(ranges.toSpliced(index, 1));
          drawRows();
          announce(say('removed'));
          area.focus();
        },
      }),
    );
    list.replaceChildren(...rows);
  };
  const area = element('div', {
    className: 'recording',
    tabIndex: 0,
    role: 'group',
    ariaLabel: say('player', { file: name }),
  });
  area.setAttribute('aria-describedby', describedBy);
  const buttons = [
    button(say('setStart'), setStart, { kind: 'slim' }),
    button(say('setEnd'), setEnd, { kind: 'slim' }),
  ];
  area.append(media, failure, player.node, element('div', { className: 'tools' }, ...buttons), state);
  readPlayerKeys(area, media, player, { setStart, setEnd });
  drawRows();
  return { node: element('div', { className: 'editor' }, area, list), control: area };
}

interface RowActions {
  readonly player: Player;
  readonly replace: (part: Partial<TimeRange>) => void;
  readonly remove: () => void;
}

function createRow(range: TimeRange, index: number, { player, replace, remove }: RowActions): HTMLElement {
  const item = say('range', { number: index + 1 });
  let current = range;
  const change = (part: Partial<TimeRange>): void => {
    current = { ...current, ...part };
    replace(part);
  };
  const secondsInput = (name: 'startSeconds' | 'endSeconds', label: string): HTMLElement => {
    const field = element('input', {
      type: 'text',
      inputMode: 'decimal',
      value: String(range[name]),
      ariaLabel: label,
      dir: 'ltr',
    });
    field.addEventListener('input', () => {
      const seconds = readNumber(field.value);
      if (typeof seconds === 'number' && seconds >= 0) change({ [name]: seconds });
    });
    // The field shows the time that counts, also after a text that is none.
    field.addEventListener('change', () => (field.value = String(current[name])));
    return field;
  };
  return element(
    'li',
    { className: 'range' },
    element('span', { className: 'place' }, item),
    element(
      'span',
      { className: 'period' },
      secondsInput('startSeconds', say('rangeStart', { item })),
      '–',
      secondsInput('endSeconds', say('rangeEnd', { item })),
    ),
    button('▶', () => player.playRange(current.startSeconds, current.endSeconds), {
      kind: 'slim square',
      ariaLabel: say('playItem', { item }),
    }),
    button('×', remove, { kind: 'slim square', ariaLabel: say('removeItem', { item }) }),
  );
}
