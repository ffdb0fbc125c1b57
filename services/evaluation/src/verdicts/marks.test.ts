import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { finding } from '@assay/checks/check/check-result';
import type { CheckResult, FindingLocation } from '@assay/checks/check/check';
import type { ChangedPlace } from './evaluation-case.ts';
import { marksOf } from './marks.ts';

function told(given: Partial<CheckResult>): CheckResult {
  const identity = { slug: 'a', version: '1', kind: 'structural', criterion: 'provenance' } as const;
  return { ...finding(identity, { llrManipulated: 1, statement: '' }), ...given };
}

describe('marksOf', () => {
  it.each<[string, ChangedPlace, readonly FindingLocation[], { amount: number; right: number } | null]>([
    [
      'moments',
      { kind: 'seconds', from: 4, to: 8 },
      [{ startSeconds: 7, endSeconds: 12 }, { startSeconds: 5 }, { startSeconds: 20, endSeconds: 21 }],
      { amount: 3, right: 2 },
    ],
    ['pages', { kind: 'pages', pages: [2] }, [{ page: 2 }, { page: 3 }], { amount: 2, right: 1 }],
    ['no place of the kind', { kind: 'pages', pages: [2] }, [{ startSeconds: 1 }], null],
  ])('counts %s', async (_, place, locations, marks) => {
    expect(await marksOf(told({ locations }), place)).toEqual(marks);
  });

  it('leaves out places that weigh nothing', async () => {
    const shown = told({ llrManipulated: 0, locations: [{ startSeconds: 1 }] });
    expect(await marksOf(shown, { kind: 'seconds', from: 0, to: 2 })).toBeNull();
  });

  it('counts the pixels of a region, at the size of what was changed', async () => {
    const region = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'white' } })
      .composite([
        { input: { create: { width: 1, height: 2, channels: 3, background: 'black' } }, left: 1, top: 0 },
      ])
      .png()
      .toBuffer();
    const artifact = {
      type: 'region',
      mimeType: 'image/png',
      bytes: region,
      width: 2,
      height: 2,
      legend: '',
    };
    const data = Uint8Array.from([1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const place = { kind: 'pixels', width: 4, height: 4, data } as const;
    expect(await marksOf(told({ artifacts: [artifact] }), place)).toEqual({ amount: 8, right: 2 });
  });
});
