import { describe, expect, it } from 'vitest';
import type { ImageChange } from '../../../cleaning/images/changed/image-change.ts';
import { groupChangedCopies } from './group-changed-copies.ts';

const whole = { left: 0, right: 1, top: 0, bottom: 1 };

function makeChange(kind: ImageChange['kinds'][number], changed: ImageChange['changed']): ImageChange {
  return { kinds: [kind], changed, container: 'first', window: whole, isMirrored: false, brightness: 1 };
}

/** Groups three files, of which 0 is the better one; each pair has the change of its key. */
function group(changes: Readonly<Record<string, ImageChange>>, isRemoving: boolean, isSame = true) {
  const candidates: [number, number][] = [
    [0, 1],
    [0, 2],
    [1, 2],
  ];
  return groupChangedCopies({
    copies: [],
    order: [0, 1, 2],
    candidates,
    isRemoving,
    load: () =>
      Promise.resolve((a, b) => {
        const change = changes[`${a.toString()}-${b.toString()}`];
        return change && { score: 0.8, change };
      }),
    confirm: () => Promise.resolve(isSame),
  });
}

describe('changed copies', () => {
  it('are listed and stay unless they are to be removed and are confirmed', async () => {
    const changes = { '0-1': makeChange('grey', 'second') };
    for (const groups of [await group(changes, false), await group(changes, true, false)])
      expect(groups).toMatchObject([{ places: [0, 1], isConfirmed: false }]);
    expect(await group(changes, true)).toMatchObject([{ keptPlace: 0, isConfirmed: true }]);
  });

  it('go although they are the better file: a border makes an image larger', async () => {
    const groups = await group({ '0-1': makeChange('bordered', 'first') }, true);
    expect(groups).toMatchObject([{ keptPlace: 1, isConfirmed: true }]);
  });

  it('are all copies of the image that was not changed itself', async () => {
    const changes = {
      '0-1': makeChange('bordered', 'first'),
      '0-2': makeChange('cropped', 'second'),
      '1-2': makeChange('cropped', 'second'),
    };
    const confirmed = (await group(changes, true)).filter(({ isConfirmed }) => isConfirmed);
    expect(confirmed.map(({ keptPlace, places }) => [keptPlace, places])).toEqual([
      [1, [0, 1]],
      [1, [1, 2]],
    ]);
  });

  it('are not removed as a chain: a file that another one was removed for stays', async () => {
    const changes = { '0-1': makeChange('mirrored', 'either'), '1-2': makeChange('brightness', 'either') };
    const groups = await group(changes, true);
    const removed = groups
      .filter(({ isConfirmed }) => isConfirmed)
      .map(({ keptPlace, places }) => places.find((place) => place !== keptPlace));
    expect(removed).toEqual([1]);
  });

  it('stay if each of both was changed', async () => {
    expect(await group({ '0-1': makeChange('grey', undefined) }, true)).toMatchObject([
      { isConfirmed: false },
    ]);
  });
});
