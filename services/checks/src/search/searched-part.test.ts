import { describe, expect, it } from 'vitest';
import { isSearchedWhole, countSearched, stateAbsence, stateLeftOut } from './searched-part.ts';

describe('a search', () => {
  it('that went through everything may say that something is not there', () => {
    const pages = countSearched('page', 2, [1, 2]);
    expect(isSearchedWhole([pages])).toBe(true);
    expect(stateAbsence([pages], 'No text is hidden.')).toEqual(['No text is hidden.']);
  });

  it('that was cut short says what it left out instead', () => {
    const saves = countSearched('save', 4, [1, 2]);
    expect(stateAbsence([countSearched('page', 1, [1]), saves], 'Nothing was replaced.')).toEqual([
      'Saves 3 and 4 of 4 were not compared.',
    ]);
  });

  it('says of saves that were read and not drawn no more than that', () => {
    expect(stateLeftOut([{ ...countSearched('save', 5, [1, 5]), verb: 'drawn' }])).toEqual([
      'Saves 2 to 4 of 5 were not drawn.',
    ]);
  });

  it('names what it left out by number or range, and by count where there are many', () => {
    expect(stateLeftOut([countSearched('page', 50, range(1, 30))])).toEqual([
      'Pages 31 to 50 of 50 were not searched.',
    ]);
    expect(stateLeftOut([countSearched('page', 9, [1, 2, 4, 5, 6, 8], 'unreadable')])).toEqual([
      'Pages 3, 7 and 9 of 9 could not be read and were not searched.',
    ]);
    expect(
      stateLeftOut([
        countSearched(
          'page',
          20,
          range(1, 20).filter((one) => one % 2 === 0),
        ),
      ]),
    ).toEqual(['10 of 20 pages were not searched.']);
    expect(stateLeftOut([{ unit: 'image', total: 7, searched: 6, why: 'limit' }])).toEqual([
      '1 of 7 images was not searched.',
    ]);
  });
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
