import { button, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import type { Region } from '../parts/types.ts';
import { formatClock } from './player.ts';
import type { Player } from './player.ts';

interface RowActions {
  /** The player of a video. */
  readonly player: Player | undefined;
  readonly show: () => void;
  readonly replace: (part: Partial<Region>) => void;
  readonly remove: () => void;
}

/** Creates the row of a region in the list under its file: its note, and its period in a video. */
export function createRegionRow(
  region: Region,
  index: number,
  { player, show, replace, remove }: RowActions,
): HTMLElement {
  const item = say('region', { number: index + 1 });
  const name = say('note', { item });
  const note = element('input', {
    type: 'text',
    maxLength: 1_000,
    value: region.note ?? '',
    dir: 'auto',
    placeholder: name,
    ariaLabel: name,
  });
  note.addEventListener('input', () => replace({ note: note.value }));
  return element(
    'li',
    {},
    button(item, show, { kind: 'slim', ariaLabel: say('showItem', { item }) }),
    note,
    button('×', remove, { kind: 'slim square', ariaLabel: say('removeItem', { item }) }),
    player === undefined ? undefined : createPeriod(region, player, replace),
  );
}

/** The period of a region of a video. It begins as the instant at which the region was drawn. */
function createPeriod(region: Region, player: Player, replace: RowActions['replace']): HTMLElement {
  let start = region.startSeconds ?? 0;
  let end = region.endSeconds ?? 0;
  const times = element('span', { className: 'clock', dir: 'ltr' });
  const write = (): void => {
    times.textContent = `${formatClock(start)} – ${formatClock(end)}`;
  };
  const set = (from: number, to: number): void => {
    [start, end] = [from, to];
    replace({ startSeconds: start, endSeconds: end });
    write();
  };
  const setStart = (): void => set(player.readTime(), Math.max(end, player.readTime()));
  const setEnd = (): void => set(Math.min(start, player.readTime()), player.readTime());
  write();
  return element(
    'div',
    { className: 'tools' },
    times,
    button(say('setStart'), setStart, { kind: 'slim' }),
    button(say('setEnd'), setEnd, { kind: 'slim' }),
  );
}
