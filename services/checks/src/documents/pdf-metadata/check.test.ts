import { describe, expect, it } from 'vitest';
import { onePage, pdfOf, stream } from '../../../../media/test/build-pdf.ts';
import { examineBytes, pdfType } from '../../run/examine-bytes.fixture.ts';
import { check as pdfMetadata } from './check.ts';

const xmp = (created: string, producer: string): string =>
  stream(
    `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><xmp:CreateDate>${created}</xmp:CreateDate><pdf:Producer>${producer}</pdf:Producer></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
    '/Type /Metadata /Subtype /XML',
  );
const withXmp = (created: string, producer: string) => ({
  1: '<< /Type /Catalog /Pages 2 0 R /Metadata 10 0 R >>',
  10: xmp(created, producer),
});
const compareIn = (replaced: Readonly<Record<number, string>>) =>
  examineBytes(pdfMetadata, pdfOf(onePage('text', replaced)), pdfType);

describe('pdf-metadata', () => {
  it.each([
    [
      'dates in the wrong order',
      { 6: '<< /CreationDate (D:20260301) /ModDate (D:20240101) >>' },
      /modified on 2024-01-01, before it was created/,
    ],
    ['two dates of creation', withXmp('2020-05-01T00:00:00Z', 'Press 1.0'), /2020-05-01 by the other/],
  ])('finds %s, which weigh next to nothing', async (_name, replaced, text) => {
    const result = await compareIn(replaced);
    expect(result.llrManipulated).toBe(0.2);
    expect(result.statement).toMatch(text);
  });

  it('takes a second program and an editing service for remarks without weight', async () => {
    const result = await compareIn({
      ...withXmp('2026-03-01T13:05:09Z', 'Press 1.0'),
      6: `<< /Producer (iLovePDF) /CreationDate (D:20260301140509+01'00') >>`,
    });
    expect(result.llrManipulated).toBe(0);
    expect(result.facts['remarks']).toHaveLength(2);
  });

  it('finds statements that agree', async () => {
    const result = await compareIn(withXmp('2026-03-01T13:05:09Z', 'Press 1.0'));
    expect(result.llrManipulated).toBe(0);
    expect(result.statement).toContain('Writer');
    expect(result.facts).toMatchObject({ contradictions: [], remarks: [] });
  });

  it('does not say that statements agree where one of them could not be read', async () => {
    const damaged = await compareIn({
      1: '<< /Type /Catalog /Pages 2 0 R /Metadata 10 0 R >>',
      10: stream('no packet', '/Type /Metadata /Subtype /XML'),
    });
    const undated = await compareIn({ 6: '<< /Producer (Press) /CreationDate (yesterday) >>' });
    for (const { statement } of [damaged, undated]) {
      expect(statement).toMatch(/1 of \d statements could not be read and was not compared\./);
      expect(statement).not.toContain('agree');
    }
  });

  it('does not say that no program is named where the XMP could not be read', async () => {
    const { statement } = await compareIn({
      1: '<< /Type /Catalog /Pages 2 0 R /Metadata 10 0 R >>',
      6: '<< /Title (Rent) >>',
      10: stream('no packet', '/Type /Metadata /Subtype /XML'),
    });
    expect(statement).not.toContain('does not name');
    expect(statement).toContain('1 of 1 statements could not be read');
  });

  it('is not applicable to other files', async () => {
    const result = await examineBytes(pdfMetadata, Buffer.from('text'), 'text/plain');
    expect(result.applicability.applicable).toBe(false);
  });
});
