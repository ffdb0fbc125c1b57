import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@assay/media/pdf/open-pdf';
import { readPageText } from '@assay/media/pdf/text/read-page-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docxParts, zipOf } from '../../../../media/test/build-docx.ts';
import { onePage, pdfOf, stream } from '../../../../media/test/build-pdf.ts';
import { loadChecks } from '@assay/checks/registry';
import { documentIntegrity } from '@assay/verification/domain/pipeline/definitions/document-integrity';
import { checksOf } from '@assay/verification/domain/pipeline/pipeline';
import type { EvaluationCase } from '../evaluation-case.ts';
import { examineAll } from '../examine.ts';
import { judge } from '../judge.ts';
import { documentCases } from './document-cases.ts';
import { bodyPart, textOf, unpack } from './docx-package.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'documents-'))));
afterAll(() => rm(folder, { recursive: true }));

async function casesOf(file: Buffer, extension: string, other = file): Promise<EvaluationCase[]> {
  const scenes = await Promise.all(
    [file, other].map(async (bytes, i) => {
      const path = join(folder, `${String(i)}.${extension}`);
      await writeFile(path, bytes);
      return { name: String(i), source: 'own', path, seed: 700_001 };
    }),
  );
  const [scene, donor] = scenes;
  return scene === undefined || donor === undefined ? [] : Array.fromAsync(documentCases(scene, donor));
}

const lines = ['Rent is 100 EUR a month', 'It is paid on each first day', 'Heating costs 40 EUR more'];
const written = lines.map((line, i) => `BT /F1 12 Tf 200 ${String(150 - 30 * i)} Td (${line}) Tj ET`);
const letter = pdfOf(onePage('', { 4: stream(written.join('\n')) }));
const otherLetter = pdfOf(onePage('The page of another document'));

async function wordsOf({ bytes }: EvaluationCase): Promise<string[]> {
  const opened = await openPdf(Uint8Array.from(bytes));
  if ('isLocked' in opened) throw new Error('it does not open');
  const { pieces } = await readPageText(opened.document, 1);
  await opened.document.loadingTask.destroy();
  return pieces.map(({ text }) => text);
}

/** How many pieces of text its page has, and how many of the lines it lacks. */
async function countsOf(file: EvaluationCase): Promise<{ readonly pieces: number; readonly lost: number }> {
  const words = await wordsOf(file);
  return { pieces: words.length, lost: lines.filter((line) => !words.includes(line)).length };
}

async function verdictsOf(files: readonly EvaluationCase[]): Promise<Record<string, string>> {
  const checks = await loadChecks(checksOf(documentIntegrity));
  const examined = await examineAll(files, { checks, extractor: undefined });
  const judged = examined.map((file) => judge(file, documentIntegrity));
  return Object.fromEntries(judged.map(({ group, verdict }) => [group, verdict]));
}

describe('of a PDF', () => {
  it('makes innocent versions that still say all that it said, and are not accused', async () => {
    const innocent = (await casesOf(letter, 'pdf', otherLetter)).filter(({ change }) => change === null);
    expect(innocent).toHaveLength(11);
    for (const file of innocent) expect(await wordsOf(file)).toEqual(expect.arrayContaining(lines));
    const { 'signed, then written anew': rewritten, ...verdicts } = await verdictsOf(innocent);
    expect(new Set(Object.values(verdicts))).toEqual(new Set(['unverified']));
    expect(rewritten).toBe('inconclusive');
  });

  it('makes changed ones that read otherwise on the page they name, or show what they say', async () => {
    const changed = (await casesOf(letter, 'pdf', otherLetter)).filter(({ change }) => change !== null);
    const oneLost = { pieces: 3, lost: 1 };
    const none = { pieces: 3, lost: 0 };
    const read = changed.map(async (file) => ({
      group: file.group,
      place: file.place,
      ...(await countsOf(file)),
    }));
    expect(await Promise.all(read)).toEqual(
      [
        { group: 'words replaced in a later save', ...oneLost },
        { group: 'words covered in a later save', pieces: 4, lost: 0 },
        { group: 'page replaced in a later save', pieces: 1, lost: 3 },
        { group: 'words replaced after signing', ...oneLost },
        { group: 'words covered after signing', pieces: 4, lost: 0 },
        { group: 'words uncovered after signing', ...none },
        { group: 'font replaced after signing', ...none },
        { group: 'words replaced, written anew', ...oneLost },
        { group: 'words replaced, dated back', ...oneLost },
        { group: 'words replaced in a later save, laundered', ...oneLost },
        { group: 'words replaced after signing, laundered', ...oneLost },
      ].map((one) => ({
        ...one,
        place: one.group.includes('laundered') ? null : { kind: 'pages', pages: [1] },
      })),
    );
    expect(await verdictsOf(changed)).toMatchObject({
      'words replaced in a later save': 'inconclusive',
      'words replaced after signing': 'manipulated',
      'words covered after signing': 'manipulated',
      'words uncovered after signing': 'inconclusive',
      'font replaced after signing': 'inconclusive',
      'words replaced, written anew': 'unverified',
      'words replaced after signing, laundered': 'unverified',
    });
  });

  it('makes nothing but the original of one that is encrypted', async () => {
    const locked = pdfOf(onePage('secret'), '/Encrypt << /Filter /Standard >>');
    expect((await casesOf(locked, 'pdf')).map(({ group }) => group)).toEqual(['original']);
  });
});

describe('of a Word document', () => {
  const body = lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('');
  const parts = docxParts(body, { '[Content_Types].xml': '<Types></Types>' });
  const textsOf = ({ bytes }: EvaluationCase): string[] =>
    [...(textOf(unpack(bytes), bodyPart) ?? '').matchAll(/<w:t(?: [^>]*)?>([^<]*)</gu)].map(
      ([, text = '']) => text,
    );

  it('makes innocent versions that keep the words, and changed ones that do not', async () => {
    const files = await casesOf(zipOf(parts), 'docx');
    expect(files.map(({ group, change }) => [group, change])).toEqual([
      ['original', null],
      ['packed again', null],
      ['saved by another person', null],
      ['commented', null],
      ['change proposed and tracked', null],
      ['signed', null],
      ['signed, then packed again', null],
      ['signed, then saved by another person', null],
      ['words replaced after signing', 'changed-after-signing'],
      ['words replaced, written anew', 'written-anew'],
      ['words replaced, dated back', 'written-anew'],
      ['words replaced after signing, laundered', 'changed-after-signing'],
    ]);
    const lost = files.map((file) => lines.filter((line) => !textsOf(file).includes(line)).length);
    expect(lost).toEqual(files.map(({ change }) => (change === null ? 0 : 1)));
    const { 'words replaced after signing': changed, ...verdicts } = await verdictsOf(files);
    expect(changed).toBe('manipulated');
    expect(new Set(Object.values(verdicts))).toEqual(new Set(['unverified']));
  });

  it('makes versions of one that is signed already which are not accused for its signature', async () => {
    const signed = (await casesOf(zipOf(parts), 'docx')).find(({ group }) => group === 'signed');
    const renamed = Object.entries(unpack(signed?.bytes ?? new Uint8Array())).map(([name, content]) => ({
      name: name.replace('sig90', 'sig1'),
      content,
    }));
    const innocent = (await casesOf(zipOf(renamed), 'docx')).filter(({ change }) => change === null);
    expect(innocent).toHaveLength(8);
    expect(new Set(Object.values(await verdictsOf(innocent)))).toEqual(new Set(['unverified']));
  });

  it('makes nothing but the original of one that is no archive', async () => {
    expect((await casesOf(Buffer.from('locked'), 'docx')).map(({ group }) => group)).toEqual(['original']);
  });
});
