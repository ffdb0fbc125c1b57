import { describe, expect, it } from 'vitest';
import { appendRevision, onePage, pdfOf, stream } from '../../../media/test/build-pdf.ts';
import { conclude } from '../../src/domain/fusion/conclude.ts';
import { documentChanges } from '@assay/checks/search/change-kinds';
import { examineBytes, pdfType } from '@assay/checks/run/examine-bytes.fixture';
import { check as pdfHiddenText } from '@assay/checks/documents/pdf-hidden-text/check';
import { check as pdfRevisions } from '@assay/checks/documents/pdf-revisions/check';
import { findTextKind, saysOther } from '@assay/checks/documents/hidden-text/text-kind';

const text = (words: string, x = 20, y = 100): string =>
  `BT /F1 12 Tf ${String(x)} ${String(y)} Td (${words}) Tj ET `;
const white = '1 g 15 95 200 20 re f 0 g ';
const picture = stream(
  'abc',
  '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
);
const page =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 21 0 R >> >> >>';
const drawn = (content: string): Buffer => pdfOf(onePage('', { 3: page, 4: stream(content), 21: picture }));
const examine = (file: Buffer) => examineBytes(pdfHiddenText, file, pdfType);
const first = ({ statement }: { readonly statement: string }): string => statement.split('. ')[0] ?? '';
/** Two letters as outlines, eight points high. */
const outlines = '0 g 20 100 m 26 108 l 32 100 l f 34 100 m 40 108 l 46 100 l 43 104 l f ';

describe('text that is covered and shown anew in a file that was saved whole', () => {
  it.each([
    ['a number under a white box', text('1,200.00') + white + text('7,200.00'), '1,200.00', '7,200.00'],
    [
      'a number with the words before it',
      text('Total EUR 480.00') + white + text('Total EUR 4,480.00'),
      'Total EUR 480.00',
      'Total EUR 4,480.00',
    ],
    ['a date', text('3 March 2024') + white + text('3 March 2026'), '3 March 2024', '3 March 2026'],
    ['a name', text('Ada Berger') + white + text('Eve Berger'), 'Ada Berger', 'Eve Berger'],
    [
      'a longer number that begins before the box',
      `${text('200.00', 40)}1 g 38 95 60 20 re f 0 g ${text('17,200.00', 24)}`,
      '200.00',
      '17,200.00',
    ],
    [
      'one digit of a number',
      `${text('1')}${text(',200.00', 26.7)}1 g 19 95 7.6 20 re f 0 g ${text('7')}`,
      '1,200.00',
      '7,200.00',
    ],
    [
      'a number in the colour of the page',
      `1 g ${text('1,200.00')}0 g ${text('7,200.00')}`,
      '1,200.00',
      '7,200.00',
    ],
    [
      'boxes of the colour of the page under and over it',
      `${white}${text('1,200.00')}${white}${white}${text('7,200.00')}`,
      '1,200.00',
      '7,200.00',
    ],
    [
      'a number of a scan whose text was recognised',
      `q 600 0 0 200 0 0 cm /Im1 Do Q BT 3 Tr /F1 12 Tf 20 100 Td (1,200.00) Tj 0 Tr ET ${white}${text('7,200.00')}`,
      '1,200.00',
      '7,200.00',
    ],
  ])('leaves the document open: %s', async (_name, content, before, after) => {
    const result = await examine(drawn(content));
    expect(first(result)).toBe(`“${before}” is covered, and “${after}” is shown in its place on page 1.`);
    expect(result.llrManipulated).toBe(0.75);
    const { verdict, explanation } = conclude([result], { changes: documentChanges });
    expect(verdict).toBe('inconclusive');
    expect(explanation).toContain(`“${before}” is covered, and “${after}” is shown`);
  });

  it('leaves it open where the new number is drawn as outlines', async () => {
    const result = await examine(drawn(text('1,200.00') + white + outlines));
    expect(first(result)).toBe('“1,200.00” is covered, and shapes are drawn in its place on page 1.');
    expect(result.llrManipulated).toBe(0.75);
  });

  it.each([
    ['the same text, painted again', text('1,200.00') + white + text('1,200.00')],
    ['a placeholder', text('[Amount]') + white + text('7,200.00')],
    ['a placeholder for a date', text('dd.mm.yyyy') + white + text('3.3.2026')],
    ['lines to be filled in', text('________') + white + text('7,200.00')],
    ['other words', text('to be paid') + white + text('was paid')],
    ['a number of something else', text('Invoice 12') + white + text('Paid 14')],
    ['a new page number', text('12', 20, 5) + '1 g 15 1 200 20 re f 0 g ' + text('14', 20, 5)],
    ['a drawing', text('1,200.00') + white + '0 g 15 20 m 300 190 l 500 20 l f'],
    ['nothing', text('1,200.00') + white],
  ])('takes %s for innocent', async (_name, content) => {
    const result = await examine(drawn(content));
    expect(result.llrManipulated).toBe(0);
  });

  it('takes the value of a form field over a number for innocent', async () => {
    const file = pdfOf(
      onePage('1,200.00', {
        3: page.replace('/Contents', '/Annots [22 0 R] /Contents'),
        21: picture,
        22: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /V (7,200.00) /Rect [10 90 200 120] /F 4 /AP << /N 23 0 R >> >>',
        23: stream(
          '1 g 0 0 190 30 re f 0 g BT /F1 12 Tf 10 10 Td (7,200.00) Tj ET',
          '/Type /XObject /Subtype /Form /BBox [0 0 190 30] /Resources << /Font << /F1 5 0 R >> >>',
        ),
      }),
    );
    expect((await examine(file)).llrManipulated).toBe(0);
  });

  it('is weighed once: what a later save covered belongs to the comparison of saves', async () => {
    const later = appendRevision(drawn(text('1,200.00')), {
      4: stream(text('1,200.00') + white + text('7,200.00')),
    });
    const results = [await examine(later), await examineBytes(pdfRevisions, later, pdfType)];
    expect(results.map(({ llrManipulated }) => llrManipulated)).toEqual([0, 0.75]);
    const dull = appendRevision(drawn(text('1,200.00') + white + text('7,200.00')), {
      6: '<< /Author (Eve) >>',
    });
    expect((await examine(dull)).llrManipulated).toBe(0.75);
  });

  it.each([
    ['1,200.00', 'number'],
    ['Total EUR 480', 'number'],
    ['2026-03-01', 'date'],
    ['March 3, 2026', 'date'],
    ['Jane van Doe', null],
    ['Jane Doe', 'name'],
    ['Click Here', null],
    ['{{name}}', null],
  ])('finds the kind of “%s”', (words, kind) => {
    expect(findTextKind(words)).toBe(kind);
  });

  it('tells another number from the same one in another form', () => {
    expect(saysOther('EUR 480', '480')).toBe(false);
    expect(saysOther('EUR 480', '580 EUR')).toBe(true);
  });
});
