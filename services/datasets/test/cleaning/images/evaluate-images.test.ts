import { findSharedMedia } from '@assay/test-kit/fixtures';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeImages, evaluateImages } from './evaluate-images.ts';
import type { ImageEvaluation } from './evaluate-images.ts';

const folder = findSharedMedia('');

describe.skipIf(folder === undefined)('the cleaning of images (needs the media collection)', () => {
  let evaluation: ImageEvaluation;

  beforeAll(async () => {
    evaluation = await evaluateImages(folder ?? '', { maxScenes: 3, maxStripped: 8 });
    console.info(describeImages(evaluation));
  });

  it('finds copies with a recall of at least 95 % and a precision of at least 99 %', () => {
    const { recall, precision, wrong } = evaluation.duplicates;
    expect(wrong).toEqual([]);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  it('leaves nothing personal and the same pixels', () => {
    expect(evaluation.strip).toMatchObject({ personalTags: [], otherPixels: [], changedTwice: [] });
    expect(evaluation.strip.changed).toBeGreaterThan(0);
  });

  it('changes nothing in a second pass', () => {
    expect(evaluation.standard).toMatchObject({ removed: 0, changedTwice: [] });
    expect(evaluation.standard.changed).toBeGreaterThanOrEqual(3);
  });
});
