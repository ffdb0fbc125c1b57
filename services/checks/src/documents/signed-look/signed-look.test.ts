import { describe, expect, it } from 'vitest';
import { appendRevision, onePage, pdfOf, signRevision, stream } from '../../../../media/test/build-pdf.ts';
import { examineBytes, pdfType } from '../../run/examine-bytes.fixture.ts';
import { check as pdfSignatures } from '../pdf-signatures/check.ts';

const examine = (file: Buffer) => examineBytes(pdfSignatures, file, pdfType);
const appearance = (content: string): string =>
  stream(content, '/Type /XObject /Subtype /Form /BBox [0 0 200 25] /Resources << /Font << /F1 5 0 R >> >>');
const shows = (words: string, before = ''): string =>
  appearance(`${before} BT /F1 12 Tf 4 8 Td (${words}) Tj ET`);
const rectangle = (y: number): string => `/Rect [15 ${String(y)} 215 ${String(y + 25)}] /F 4`;
const field = (value: string): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) /V (${value}) ${rectangle(40)} /AP << /N 11 0 R >> >>`;
const signature = (value: string): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (second) ${value} ${rectangle(10)} /AP << /N 13 0 R >> >>`;
const note = (subtype: string, y: number): string =>
  `<< /Type /Annot /Subtype /${subtype} ${rectangle(y)} /AP << /N 15 0 R >> >>`;
const page = (annotations: string): string =>
  onePage('')[3]?.replace('/Contents', `/Annots [${annotations}] /Contents`) ?? '';

const form = pdfOf({
  ...onePage('Total 480.00'),
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [10 0 R 12 0 R] >> >>',
  3: page('10 0 R 12 0 R'),
  10: field('480'),
  11: shows('480'),
  12: signature(''),
  13: appearance(' '),
});
const certify = (level: number): Buffer =>
  signRevision(
    form,
    `/Type /Sig /Reference [ << /Type /SigRef /TransformMethod /DocMDP /TransformParams << /P ${String(level)} >> >> ]`,
  );
const signed = signRevision(form);
const filled = { 10: field('900'), 11: shows('900') };
const signedAgain = { 12: signature('/V 14 0 R'), 13: shows('Signed by Ada'), 14: '<< /Type /Sig >>' };
const stamped = (y: number): Record<number, string> => ({
  3: page('10 0 R 12 0 R 16 0 R'),
  15: appearance('1 g 0 0 200 25 re f 1 0 0 RG 2 2 196 21 re S'),
  16: note('Stamp', y),
});

describe('a page after signing', () => {
  it.each([
    ['a field filled in, at level 2', certify(2), filled],
    ['a field filled in, behind an approval', signed, filled],
    ['a signature in a field of its own', certify(2), signedAgain],
    ['an annotation at level 3', certify(3), stamped(140)],
    ['an annotation behind an approval', signed, stamped(140)],
  ])('may show %s', async (_name, before, change) => {
    const result = await examine(appendRevision(before, change));
    expect(result.llrManipulated).toBe(0);
    expect(result.statement).toContain('as a signature permits');
    expect(result.facts).toMatchObject({ pagesThatLookDifferent: [], pagesChangedAsPermitted: [1] });
  });

  it.each([
    ['a field filled in, at level 1', certify(1), filled, /does not permit/u],
    ['an annotation at level 2', certify(2), stamped(140), /does not permit/u],
    ['another appearance of the same value', signed, { 11: shows('900') }, /does not permit/u],
    [
      'another appearance of a signature',
      signRevision(appendRevision(form, signedAgain)),
      { 13: shows('Signed by Eve') },
      /not permit/u,
    ],
    ['an annotation over words', signed, stamped(90), /covers “Total 480\.00” on page 1/u],
    [
      'a signature over words',
      signed,
      {
        ...signedAgain,
        12: signature('/V 14 0 R').replace('[15 10 215 35]', '[15 90 215 115]'),
        13: shows('Ada', '1 g 0 0 200 25 re f 0 g'),
      },
      /covers “Total 480\.00” on page 1/u,
    ],
  ])('stays open with %s', async (_name, before, change, words) => {
    const result = await examine(appendRevision(before, change));
    expect(result.llrManipulated).toBe(0.75);
    expect(result.statement).toMatch(words);
    expect(result.artifacts).toHaveLength(1);
  });

  it('that was written anew and looks the same is told so, and stays open', async () => {
    const again = { 4: stream('BT /F1 12 Tf 20 100 Td (Total 480.00) Tj ET ') };
    const result = await examine(appendRevision(signed, again));
    expect(result.llrManipulated).toBe(0.75);
    expect(result.statement).toContain('The pages read and look the same as when they were signed.');
  });
});
