import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { appendRevision, onePage, pdfOf, stream } from '../../../media/test/build-pdf.ts';
import { conclude } from '../../src/domain/fusion/conclude.ts';
import { documentChanges } from '@assay/checks/search/change-kinds';
import { examineBytes, pdfType } from '@assay/checks/run/examine-bytes.fixture';
import { check as pdfRevisions } from '@assay/checks/documents/pdf-revisions/check';

const cases = new URL('../../../../../shared/cases/', import.meta.url);
const hasCases = existsSync(cases);
const shared = (name: string): Buffer => readFileSync(new URL(name, cases));
const original = pdfOf(onePage('Total EUR 480.00'));
const text = (words: string, y = 100): string => `BT /F1 12 Tf 20 ${String(y)} Td (${words}) Tj ET `;
const white = '1 g 15 95 200 20 re f 0 g ';
const noted = (annotation: string, others: Record<number, string> = {}, file = original): Buffer =>
  appendRevision(file, {
    3: onePage('')[3]?.replace('/Contents', '/Annots [9 0 R 10 0 R] /Contents') ?? '',
    9: annotation,
    ...others,
  });
const annotation = (subtype: string, rest: string): string =>
  `<< /Type /Annot /Subtype /${subtype} /Rect [15 90 215 115] /F 4 ${rest} >>`;
const drawnAs = (content: string): string =>
  stream(content, '/Type /XObject /Subtype /Form /BBox [0 0 200 25]');
const box = annotation('Square', '/AP << /N 11 0 R >>');
const opaque = drawnAs('1 g 0 0 200 25 re f');

const findReplaced = async (file: Buffer) => {
  const result = await examineBytes(pdfRevisions, file, pdfType);
  const { verdict, explanation } = conclude([result], { changes: documentChanges });
  const [first] = result.statement.split('. ');
  return { result, first, verdict, explanation };
};

describe('replaced text', () => {
  it
    .skipIf(!hasCases)
    .each(['22-invoice-changed-in-a-later-save.pdf', '23-invoice-covered-by-an-annotation.pdf'])(
    'leaves the invoice %s open, and quotes both sums first (needs the shared cases)',
    async (name) => {
      const { result, first, verdict, explanation } = await findReplaced(shared(name));
      expect(verdict).toBe('inconclusive');
      expect(first).toBe(
        'On page 1, save 2 covered “Total EUR 480.00” and wrote “Total EUR 4,480.00” in its place',
      );
      expect(explanation).toContain('“Total EUR 480.00”');
      expect(result.artifacts).toHaveLength(1);
      expect(result.locations?.[0]).toMatchObject({ page: 1, boundingBox: { x: 72 } });
      expect(result.facts['replacedText']).toEqual([
        { page: 1, before: 'Total EUR 480.00', after: 'Total EUR 4,480.00', save: 2, isCovered: true },
      ]);
    },
  );

  it.each([
    ['written anew at their place', appendRevision(original, { 4: stream(text('Total EUR 4,480.00')) })],
    [
      'covered in the content of the page',
      appendRevision(original, { 4: stream(text('Total EUR 480.00') + white + text('Total EUR 4,480.00')) }),
    ],
    [
      'covered by a text box of their own',
      noted(annotation('FreeText', '/Contents (Total EUR 4,480.00) /AP << /N 11 0 R >>'), {
        11: drawnAs('1 g 0 0 200 25 re f'),
      }),
    ],
  ])('finds words %s', async (_name, file) => {
    const { result, verdict } = await findReplaced(file);
    expect(verdict).toBe('inconclusive');
    expect(result.facts['replacedText']).toMatchObject([
      { before: 'Total EUR 480.00', after: 'Total EUR 4,480.00', save: 2 },
    ]);
  });

  it('finds an annotation over words in a file that was saved once', async () => {
    const once = pdfOf(
      onePage('Total EUR 480.00', {
        3: onePage('')[3]?.replace('/Contents', '/Annots [9 0 R] /Contents') ?? '',
        9: annotation('FreeText', '/Contents (Total EUR 4,480.00) /AP << /N 11 0 R >>'),
        11: opaque,
      }),
    );
    const { first, verdict } = await findReplaced(once);
    expect(verdict).toBe('inconclusive');
    expect(first).toBe(
      'On page 1, an annotation covers “Total EUR 480.00” and “Total EUR 4,480.00” stands in its place',
    );
  });

  const field = (type: string, value: string): string =>
    annotation('Widget', `/FT /${type} /T (f) ${value} /AP << /N 11 0 R >>`);
  it.each([
    ['a page number', appendRevision(original, { 4: stream(text('Total EUR 480.00') + text('Page 1', 20)) })],
    ['a box that hides words and shows none', noted(box, { 11: opaque })],
    ['a comment on words in sight', noted(annotation('Highlight', '/Contents (is this right?)'))],
    [
      'a stamp beside them',
      noted(annotation('Stamp', '/AP << /N 11 0 R >>').replace('90 215 115', '20 215 45'), { 11: opaque }),
    ],
    [
      'a signature over them',
      noted(field('Sig', ''), { 11: drawnAs('1 g 0 0 200 25 re f 0 g BT (Signed by Ada) Tj ET') }),
    ],
    [
      'a value in a field that stood there',
      noted(field('Tx', '/V (yes)'), { 11: opaque }, noted(field('Tx', ''), { 11: drawnAs(' ') })),
    ],
    ['the same words with other spaces', appendRevision(original, { 4: stream(text('Total  EUR  480.00')) })],
  ])('takes %s for an addition', async (_name, file) => {
    const { result, verdict } = await findReplaced(file);
    expect(result.facts['replacedText']).toEqual([]);
    expect(verdict).toBe('unverified');
  });

  it.skipIf(!hasCases)('says nothing of an untouched invoice (needs the shared cases)', async () => {
    const { result, verdict } = await findReplaced(shared('21-invoice-untouched.pdf'));
    expect(verdict).toBe('unverified');
    expect(result).toMatchObject({ llrManipulated: 0, facts: { replacedText: [] } });
  });
});
