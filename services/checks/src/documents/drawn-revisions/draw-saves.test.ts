import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { appendRevision, onePage, pdfOf, signRevision, stream } from '../../../../media/test/build-pdf.ts';
import { examineBytes, pdfType } from '../../run/examine-bytes.fixture.ts';
import { check as pdfRevisions } from '../pdf-revisions/check.ts';

const words = (text: string) => stream(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`);
const original = pdfOf(onePage('100 EUR'));
const examine = (file: Buffer) => examineBytes(pdfRevisions, file, pdfType);

/** Page objects 20, 21, …, with a content each. */
function pagesOf(...texts: readonly string[]): Record<number, string> {
  const numbers = texts.map((_, at) => 20 + 2 * at);
  const resources = '/Resources << /Font << /F1 5 0 R >> >>';
  const pages = texts.flatMap((text, at): [number, string][] => [
    [
      20 + 2 * at,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents ${21 + 2 * at} 0 R ${resources} >>`,
    ],
    [21 + 2 * at, words(text)],
  ]);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  return { 2: `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`, ...Object.fromEntries(pages) };
}

describe('pages of earlier saves', () => {
  it('shows a page before and after the save that changed it, and where', async () => {
    const result = await examine(appendRevision(original, { 4: words('900 EUR') }));
    expect(result.statement).toContain('Page 1 looks different since save 2, in one place.');
    expect(result.facts).toMatchObject({
      drawnSaves: [2],
      drawnPages: 1,
      drawnWhole: true,
      drawnChanges: [{ save: 2, pageBefore: 1, page: 1, areas: 1 }],
    });
    const place = result.locations?.at(-1);
    // The first digit of the line that stands at (20, 100) of a page 200 points high.
    expect(place).toMatchObject({ page: 1 });
    expect(place?.boundingBox?.x).toBeGreaterThan(10);
    expect((place?.boundingBox?.x ?? 0) + (place?.boundingBox?.width ?? 0)).toBeLessThan(40);
    expect(place?.boundingBox?.y).toBeGreaterThan(80);
    expect((place?.boundingBox?.y ?? 0) + (place?.boundingBox?.height ?? 0)).toBeLessThan(110);
  });

  it('draws both states into one picture, the changed place outlined', async () => {
    const { artifacts } = await examine(appendRevision(original, { 4: words('900 EUR') }));
    expect(artifacts).toMatchObject([
      { type: 'comparison', mimeType: 'image/png', width: 1200, height: 816 },
    ]);
    const { data, info } = await sharp(artifacts[0]?.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 1200, height: 816, channels: 3 });
    const orangeIn = (from: number, to: number): boolean => {
      for (let at = from * info.width * 3; at < to * info.width * 3; at += 3) {
        if (data[at] === 255 && data[at + 1] === 138 && data[at + 2] === 0) return true;
      }
      return false;
    };
    expect([orangeIn(0, 400), orangeIn(416, 816)]).toEqual([true, true]);
  });

  it('sees what no text tells: a picture or line drawn over a page', async () => {
    const covered = appendRevision(original, {
      4: stream('BT /F1 12 Tf 20 100 Td (100 EUR) Tj ET 300 50 80 60 re f'),
    });
    expect((await examine(covered)).facts).toMatchObject({ drawnChanges: [{ save: 2, page: 1, areas: 1 }] });
  });

  it('tells an added and a removed page from the ones behind it that look the same', async () => {
    const two = pdfOf({ ...onePage(''), ...pagesOf('first', 'last') });
    const added = await examine(appendRevision(two, pagesOf('first', 'between', 'last')));
    expect(added.statement).toContain('Page 2 was added by save 2.');
    expect(added.facts['drawnChanges']).toEqual([{ save: 2, pageBefore: null, page: 2, areas: 0 }]);
    const three = pdfOf({ ...onePage(''), ...pagesOf('first', 'between', 'last') });
    const removed = await examine(appendRevision(three, pagesOf('first', 'last')));
    expect(removed.statement).toContain('Page 2 was removed by save 2.');
    expect(removed.artifacts[0]?.legend).toBe('Page 2, which save 2 removed.');
  });

  it('finds that pages look the same where a save wrote the same anew', async () => {
    const again = stream('BT /F1 12 Tf 20 100 Td (100 EUR) Tj ET ');
    const result = await examine(appendRevision(original, { 4: again }));
    expect(result.statement).toContain('Drawn before and after, the pages look the same.');
    expect(result.artifacts).toEqual([]);
  });

  it('does not say that pages look the same where one of them cannot be drawn', async () => {
    const broken = { ...onePage('100 EUR'), 2: '<< /Type /Pages /Kids [3 0 R 90 0 R] /Count 2 >>' };
    const again = stream('BT /F1 12 Tf 20 100 Td (100 EUR) Tj ET ');
    const result = await examine(appendRevision(pdfOf(broken), { 4: again }));
    expect(result.facts).toMatchObject({
      drawnSaves: [2],
      drawnPages: 1,
      drawnWhole: false,
      drawnChanges: [],
    });
    expect(result.statement).not.toContain('look the same');
  });

  it('shows nothing where a save wrote properties or signed', async () => {
    const result = await examine(appendRevision(original, { 6: '<< /Author (Eve) >>' }, '/Info 6 0 R'));
    expect(result.facts).toMatchObject({ drawnSaves: [], drawnPages: 0 });
    expect((await examine(signRevision(original))).artifacts).toEqual([]);
  });
});
