import { describe, expect, it } from 'vitest';
import { allAcceptedTypes } from './accepted-types.ts';
import { decideType } from './decide-type.ts';
import type { DetectedType } from './detected-type.ts';

const png: DetectedType = { mimeType: 'image/png', category: 'image', alsoFits: [] };

describe('decideType', () => {
  it('keeps a declaration that the bytes confirm', () => {
    expect(decideType('image/png', png)).toEqual({
      accepted: true,
      mimeType: 'image/png',
      category: 'image',
      corrected: false,
    });
  });

  it.each([['image/jpeg'], ['image/tiff'], ['application/octet-stream'], [undefined], ['IMAGE/JPG; q=1']])(
    'corrects %s to what the bytes are',
    (declared) => {
      expect(decideType(declared, png)).toMatchObject({
        accepted: true,
        mimeType: 'image/png',
        corrected: true,
      });
    },
  );

  it.each([['video/mp4'], ['audio/mpeg'], ['application/pdf'], ['text/html']])(
    'rejects image bytes declared as %s with both types',
    (declared) => {
      expect(decideType(declared, png)).toEqual({
        accepted: false,
        declaredMimeType: declared,
        detectedMimeType: 'image/png',
        allowedMimeTypes: allAcceptedTypes,
      });
    },
  );

  it('rejects content that is recognized and not accepted, whatever is declared', () => {
    const tiff: DetectedType = { mimeType: 'image/tiff', category: undefined, alsoFits: [] };
    expect(decideType('image/png', tiff)).toMatchObject({ accepted: false, detectedMimeType: 'image/tiff' });
  });

  it('rejects content that is not recognized', () => {
    expect(decideType('image/png', undefined)).toMatchObject({ accepted: false, detectedMimeType: null });
  });

  it('believes the declaration where the bytes fit two accepted types', () => {
    const mp4: DetectedType = { mimeType: 'video/mp4', category: 'video', alsoFits: ['audio/mp4'] };
    expect(decideType('audio/x-m4a', mp4)).toMatchObject({
      accepted: true,
      mimeType: 'audio/mp4',
      category: 'audio',
    });
    expect(decideType('audio/mpeg', mp4)).toMatchObject({ accepted: false });
  });

  it('believes of an encrypted Office document that it is a DOCX, and nothing else', () => {
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const locked: DetectedType = { mimeType: 'application/x-cfb', category: undefined, alsoFits: [docx] };
    expect(decideType(docx, locked)).toMatchObject({ accepted: true, mimeType: docx, category: 'document' });
    for (const declared of [
      'application/msword',
      'application/octet-stream',
      'application/vnd.ms-excel',
      undefined,
    ]) {
      expect(decideType(declared, locked)).toMatchObject({ accepted: false });
    }
  });

  it('accepts the 20 types of the contract', () => {
    expect(allAcceptedTypes).toHaveLength(20);
  });
});
