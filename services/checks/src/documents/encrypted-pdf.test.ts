import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { examineBytes, pdfType } from '../run/examine-bytes.fixture.ts';
import { check as documentPictures } from './document-pictures/check.ts';
import { check as pdfHiddenText } from './pdf-hidden-text/check.ts';
import { check as pdfRevisions } from './pdf-revisions/check.ts';

async function encrypted(userPassword: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawText('Total 480.00', { x: 20, y: 100 });
  document.encrypt({ userPassword, ownerPassword: 'owner' });
  return document.save();
}

describe('an encrypted PDF', () => {
  it('that opens without a password is compared', async () => {
    const file = await encrypted('');
    const saves = await examineBytes(pdfRevisions, file, pdfType);
    expect(saves.statement).toBe('The document was written once; nothing was appended to it later.');
    const hidden = await examineBytes(pdfHiddenText, file, pdfType);
    expect(hidden.statement).toBe('No text is hidden on its page.');
  });

  it('that needs a password says so', async () => {
    const file = await encrypted('secret');
    for (const check of [pdfRevisions, pdfHiddenText]) {
      const { applicability } = await examineBytes(check, file, pdfType);
      expect(applicability).toEqual({
        applicable: false,
        reason: 'the document does not open without its password',
      });
    }
  });

  it('is not said to hold no image', async () => {
    const { applicability } = await examineBytes(documentPictures, await encrypted(''), pdfType);
    expect(applicability).toMatchObject({
      reason: 'the document is encrypted, so the images in it cannot be taken out',
    });
  });
});
