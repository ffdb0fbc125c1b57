import { describe, expect, it } from 'vitest';
import { explainLostParts } from './explain-lost-parts.ts';

describe('explainLostParts', () => {
  it('lists a part that was removed before one that the metadata promised in vain', () => {
    const issues = explainLostParts('a', [
      { part: 'gain_map', state: 'removed' },
      { part: 'motion_video', state: 'missing' },
    ]);
    expect(issues).toMatchObject([
      { type: 'lost_part', score: 1, fileIds: ['a'], facts: { part: 'gain_map', state: 'removed' } },
      { type: 'lost_part', score: 0.5, fileIds: ['a'], facts: { part: 'motion_video', state: 'missing' } },
    ]);
    expect(issues.map(({ explanation }) => explanation)).toEqual([
      'The gain map in the image was removed, because the new file cannot hold it.',
      'The metadata of the image promises a video, but the file does not have it.',
    ]);
  });

  it('lists nothing for a file that lost nothing', () => {
    expect(explainLostParts('a')).toEqual([]);
  });
});
