import { describe, expect, it } from 'vitest';
import { nameEmbeddedParts } from './embedded-parts.ts';

const video = { kind: 'motion_video', mimeType: 'video/mp4', size: 2_104_332, durationSeconds: 2.4 };
const gainMap = { kind: 'gain_map', mimeType: 'image/jpeg', size: 48_210 };
const preview = { kind: 'preview', mimeType: 'image/jpeg', size: 4_000 };

describe('nameEmbeddedParts', () => {
  it.each([
    [[video], 'The file also holds a video (2.1 MB, 2.4 s). The checks did not analyse it.'],
    [
      [gainMap, preview, video],
      'The file also holds a gain map for HDR displays (48.2 kB) and a video (2.1 MB, 2.4 s). The checks did not analyse them.',
    ],
    [[preview], null],
    [undefined, null],
    [['x', null, { kind: 'unknown', size: 1 }], null],
  ])('names the parts of %j', (embedded, sentence) => {
    expect(nameEmbeddedParts(embedded)).toBe(sentence);
  });
});
