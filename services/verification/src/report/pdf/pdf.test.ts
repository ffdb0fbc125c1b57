import { openPdf } from '@assay/media/pdf/open-pdf';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ReportInput, ReportPicture } from '../report-input.ts';
import { aCheck, aPicture, aReportInput } from '../report-input.fixture.ts';
import { writeContent } from '../write-content.ts';
import { embeddablePictures } from './embeddable-pictures.ts';
import { renderPdfReport } from './pdf.ts';
import { createPdfWriter } from './pdf-writer.ts';

async function opened(input: ReportInput) {
  const found = await openPdf(new Uint8Array(await renderPdfReport(writeContent(input))));
  if (!('document' in found)) throw new Error('the report is locked');
  const { document } = found;
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)));
  const texts = await Promise.all(
    pages.map(async (page) => {
      const { items } = await page.getTextContent();
      return words(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    }),
  );
  return { document, pages, texts };
}

/** Lines are broken anew on paper. */
const words = (text: string): string => text.replace(/\s+/gu, '');

const named = (name: string): ReportInput => {
  const base = aReportInput();
  return { ...base, files: base.files.map((file) => ({ ...file, name, preview: null })) };
};

const stagesWith = (pictures: readonly ReportPicture[]): ReportInput['stages'] => [
  { slug: 's', name: 'S', summary: '', checks: [aCheck({ pictures })] },
];

describe('the PDF report', () => {
  it('says in the same order what every form of the report says', async () => {
    const input = aReportInput({
      errorRate: {
        wrong: 0,
        scenes: 108,
        upperBound: 0.027,
        description: 'photographs',
        byChange: [],
        sentOn: null,
        condition: null,
        withheld: null,
        missedByOthers: [],
        rarelyJudged: [],
        makers: null,
        changedSince: [],
      },
    });
    const { hero, sections, closing } = writeContent(input);
    const { texts } = await opened(input);
    const text = texts.join('');
    const parts = [hero.verdictTitle, hero.meaning, ...sections.map(({ title }) => title), closing];
    const places = parts.map((part) => text.indexOf(words(part)));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(text).toContain(words('0 of 314 innocent scenes raised it falsely'));
    expect(text).toContain(words('Copies of smooth areas are not found.'));
  });

  it('names run, file and page on every page', async () => {
    const { run, files } = aReportInput();
    const claims = [{ key: 'claim_text', value: 'as was said before '.repeat(400) }];
    const { texts } = await opened(aReportInput({ claims }));
    expect(texts.length).toBeGreaterThan(2);
    texts.forEach((text, index) => {
      expect(text).toContain(words(`Run ${run.id}`));
      expect(text).toContain(files[0]?.sha256);
      expect(text).toContain(words(`Page ${index + 1} of ${texts.length}`));
    });
  });

  it('has the same bytes whenever it is written', async () => {
    const one = await renderPdfReport(writeContent(aReportInput()));
    const other = await renderPdfReport(writeContent(aReportInput()));
    expect(Buffer.compare(one, other)).toBe(0);
  });

  it('holds no picture that is decoded while it is written, whose place would depend on when that is done', async () => {
    const rgba = { create: { width: 40, height: 30, channels: 4, background: '#24680080' } } as const;
    const grey = await sharp(rgba).greyscale().png().toBuffer();
    const translucent = await sharp(rgba).png().toBuffer();
    const palette = await sharp(rgba).png({ palette: true }).toBuffer();
    const pictures = [translucent, palette, grey].map((bytes) => aPicture({ bytes, width: 40, height: 30 }));
    const content = writeContent({ ...named('a.jpg'), stages: stagesWith(pictures) });
    const held = await embeddablePictures(content);
    expect(held.size).toBe(3);
    for (const bytes of held.values()) expect([bytes[24], bytes[25], bytes[28]]).toEqual([8, 2, 0]);
  });

  it('is tagged, titled and in a language, with words for its pictures', async () => {
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const picture = aPicture({ bytes, width: 400, height: 300, legend: 'Found twice.' });
    const stages = stagesWith([picture]);
    const { document, pages } = await opened({ ...named('harbour.jpg'), stages });
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: 'Manipulated: harbour.jpg', Language: 'en' });
    const tree = JSON.stringify(await Promise.all(pages.map((page) => page.getStructTree())));
    for (const role of ['"H1"', '"H2"', '"Figure"', '"alt":"Found twice."']) expect(tree).toContain(role);
  });

  it.each([
    ['Фото Ελλάδα straße.jpg', 'Фото Ελλάδα straße.jpg'],
    ['写真 日本語の説明.jpg', '写真 日本語の説明.jpg'],
    ['简体 繁體.png', '简体 繁體.png'],
    ['한국어 사진.jpg', '한국어 사진.jpg'],
    ['תמונה של הנמל (2).jpg', 'תמונה של הנמל'],
    ['صورة الميناء 2024.jpg', 'صورة الميناء'],
    ['मेला.jpg', 'मेला.jpg'],
    ['ภาพ.jpg', 'ภาพ.jpg'],
    ['𪚥.jpg', '[U+2A6A5].jpg'],
    ['photo\u202Egpj.exe', 'photo\ufffdgpj.exe'],
  ])('shows the name %s', async (name, shown) => {
    const { texts } = await opened(named(name));
    expect(texts[0]).toContain(words(shown));
  });

  it('is written in another process with the same bytes, or said not to be available', async () => {
    const content = writeContent(aReportInput());
    const writer = createPdfWriter();
    const written = await writer.write(content, new AbortController().signal);
    expect(Buffer.compare(written, await renderPdfReport(content))).toBe(0);
    await writer.close();
    const refused = writer.write(content, new AbortController().signal);
    await expect(refused).rejects.toMatchObject({ status: 'UNAVAILABLE', reason: 'REPORT_NOT_WRITTEN' });
  });

  it('leaves out a picture it cannot hold', async () => {
    const svg = aPicture({ mimeType: 'image/svg+xml', bytes: Buffer.from('<svg/>'), legend: 'Not shown.' });
    const stages = stagesWith([svg]);
    const { texts } = await opened(aReportInput({ stages }));
    expect(texts.join('')).not.toContain('Notshown');
  });
});
