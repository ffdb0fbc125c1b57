import { describe, expect, it } from 'vitest';
import { onePage, pdfOf, stream } from '../../../../media/test/build-pdf.ts';
import { examineBytes, pdfType } from '../../run/examine-bytes.fixture.ts';
import { check as pdfHiddenText } from './check.ts';

const layer = '<< /Type /OCG /Name (Draft) >>';
const catalog = '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [20 0 R] /D << /OFF [20 0 R] >> >> >>';
const picture = stream(
  'abc',
  '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
);
const page = (entries: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents 4 0 R ${entries} /Resources << /Font << /F1 5 0 R >> /ExtGState << /Half << /ca 0.5 >> /Multiply << /BM /Multiply >> >> /XObject << /Im1 21 0 R >> /Properties << /L1 20 0 R >> >> >>`;
const drawn = (content: string, entries = ''): Buffer =>
  pdfOf(onePage('', { 1: catalog, 3: page(entries), 4: stream(content), 20: layer, 21: picture }));
const examine = (content: string, entries?: string) =>
  examineBytes(pdfHiddenText, drawn(content, entries), pdfType);
const text = (words: string, before = ''): string => `BT ${before} /F1 12 Tf 20 100 Td (${words}) Tj ET `;

describe('pdf-hidden-text', () => {
  it.each([
    [
      'under a black area',
      `${text('Name: John Smith')} 0 g 55 95 100 20 re f`,
      { how: 'covered', text: 'John Smith' },
      /dark area covers text \(“John Smith”\) on page 1/,
    ],
    [
      'under other text',
      `${text('to be paid')} 1 g 15 95 100 20 re f 0 g ${text('was paid')}`,
      { how: 'covered', text: 'to be paid' },
      /\(“to be paid”\) on page 1 is painted over, and “was paid” stands/,
    ],
    [
      'under a picture',
      `${text('secret')} q 100 0 0 40 10 90 cm /Im1 Do Q`,
      { how: 'covered', text: 'secret' },
      /lies under something/,
    ],
    [
      'white on white',
      text('anchor', '1 g'),
      { how: 'same colour', text: 'anchor' },
      /colour of what it stands on/,
    ],
    [
      'black on black',
      `0 g 0 80 300 50 re f ${text('anchor')}`,
      { how: 'same colour', text: 'anchor' },
      /colour of what/,
    ],
    ['drawn invisibly', text('unseen', '3 Tr'), { how: 'invisible', text: 'unseen' }, /drawn invisibly/],
    [
      'on a layer that is off',
      `/OC /L1 BDC ${text('old')} EMC`,
      { how: 'layer', text: 'old' },
      /layer that is not shown at first \(“Draft”\)/,
    ],
    [
      'outside of the page',
      `1 0 0 1 0 900 cm ${text('far')}`,
      { how: 'outside', text: 'far' },
      /outside of what the page shows/,
    ],
  ])('finds text %s, and says where, without weight', async (_name, content, found, statement) => {
    const result = await examine(`${text('Shown')}1 0 0 1 0 -60 cm ${content}`);
    expect(result.statement).toMatch(statement);
    expect(result.facts).toMatchObject({ places: 1, hidden: [{ page: 1, ...found }] });
    expect(result).toMatchObject({ llrManipulated: 0, locations: [{ page: 1 }] });
  });

  it('gives the place as the page is displayed, turned too', async () => {
    const redacted = `${text('Name: John')} 0 g 55 95 100 20 re f`;
    const upright = await examine(redacted);
    const turned = await examine(redacted, '/Rotate 90');
    const box = upright.locations?.[0]?.boundingBox;
    expect(box?.x).toBeGreaterThan(50);
    expect(box).toMatchObject({ y: 92.8, height: 7.2 });
    expect(turned.locations?.[0]?.boundingBox).toMatchObject({ x: 100, width: 7.2, height: box?.width });
  });

  it.each([
    [
      'invisible words over a scanned page',
      `q 600 0 0 200 0 0 cm /Im1 Do Q ${text('scanned words', '3 Tr')}`,
    ],
    ['words under the picture of their page', `${text('scanned words')} q 600 0 0 200 0 0 cm /Im1 Do Q`],
  ])('takes %s for text recognition', async (_name, content) => {
    const result = await examine(content);
    expect(result.facts).toMatchObject({ places: 0, recognisedPages: [1] });
    expect(result.statement).toContain('as text recognition puts them there');
  });

  it.each([
    ['text on its ground', `0 g 0 80 300 50 re f ${text('white', '1 g')}`],
    ['text marked with a highlighter', `${text('marked')} /Multiply gs 1 1 0 rg 15 95 100 20 re f`],
    ['text under something half transparent', `${text('veiled')} /Half gs 0 g 15 95 100 20 re f`],
    [
      'text that is drawn again over what covers it',
      `${text('again')} 1 g 15 95 100 20 re f 0 g ${text('again')}`,
    ],
    ['text beside a rule', `${text('ruled')} 0 g 20 98 100 1 re f`],
    [
      'white text on a ground of another shape',
      `0 g 0 80 m 300 80 l 320 140 l 0 130 l f ${text('white', '1 g')}`,
    ],
    [
      'text under a cover that is clipped elsewhere',
      `${text('beside')} q 300 0 50 50 re W n 0 g 0 0 600 200 re f Q`,
    ],
  ])('does not take %s for hidden', async (_name, content) => {
    const result = await examine(content);
    expect(result.facts).toMatchObject({ places: 0, recognisedPages: [] });
    expect(result.statement).toBe('No text is hidden on its page.');
  });

  it('finds text under a black annotation', async () => {
    const file = pdfOf(
      onePage('Name: John', {
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents 4 0 R /Annots [22 0 R] /Resources << /Font << /F1 5 0 R >> >> >>',
        22: '<< /Type /Annot /Subtype /Square /Rect [10 90 200 120] /F 4 /AP << /N 23 0 R >> >>',
        23: stream('0 g 0 0 190 30 re f', '/Type /XObject /Subtype /Form /BBox [0 0 190 30]'),
      }),
    );
    const result = await examineBytes(pdfHiddenText, file, pdfType);
    expect(result.facts).toMatchObject({
      hidden: [{ how: 'covered', text: 'Name: John', coveredByAnnotation: true }],
    });
  });

  it('is not applicable to other files', async () => {
    const result = await examineBytes(pdfHiddenText, Buffer.from('text'), 'text/plain');
    expect(result.applicability.applicable).toBe(false);
  });
});
