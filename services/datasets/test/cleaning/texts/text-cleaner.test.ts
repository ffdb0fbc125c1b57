import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { InterruptedError } from '@assay/chassis/work/worker';
import { encodeText } from '../../../../media/test/encode-text.ts';
import { createTextCleaner } from '../../../src/cleaning/texts/text-cleaner.ts';
import type { FileResult } from '../../../src/cleaning/treatment.ts';
import { hashContent } from './source-files.ts';
import { setUpTextCleaning } from './set-up-text-cleaning.ts';

const { cleaner, files, signal } = setUpTextCleaning();

const polish =
  'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem.';

/** Reads the output of a result and checks its size and hash. */
async function readOutput(result: FileResult): Promise<string> {
  if (result.outcome !== 'changed') throw new Error(`the file is ${result.outcome}`);
  const content = await readFile(result.output.path);
  expect(result.output).toMatchObject({ sizeBytes: content.byteLength, sha256: hashContent(content) });
  return content.toString();
}

describe('standardizeText', () => {
  it.each([
    ['windows-1250', encodeText(polish, 'windows-1250')],
    ['UTF-16 with byte order mark', Buffer.from(`\ufeff${polish}`, 'utf16le')],
    ['UTF-8 with byte order mark', Buffer.from(`\ufeff${polish}`)],
  ])('converts %s to UTF-8 and notes the language', async (_encoding, content) => {
    const result = await cleaner.standardizeText(await files.create('a.txt', content), signal);
    expect(await readOutput(result)).toBe(polish);
    expect(result).toMatchObject({ steps: ['utf-8'], features: { kind: 'text', language: 'pl' } });
  });

  it('keeps the bytes of a file that needs nothing', async () => {
    const file = await files.create('a.txt', polish);
    const result = await cleaner.standardizeText(file, signal);
    expect(result).toMatchObject({ outcome: 'unchanged', features: { wordCount: 18, language: 'pl' } });
    expect(await readdir(file.outputFolder)).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t\r\n'],
    ['characters without width', '\u200b\ufeff\u200b\n'],
  ])('removes a file of %s as empty', async (_case, content) => {
    const file = await files.create('a.txt', content);
    const result = await cleaner.standardizeText(file, signal);
    expect(result).toEqual({ outcome: 'removed', reason: 'empty', explanation: 'The file has no text.' });
    expect(await readdir(file.outputFolder)).toEqual([]);
  });

  it.each([
    ['binary data', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 8, 0, 0, 0])],
    [
      'a program that begins with text',
      Buffer.concat([Buffer.from('#!/bin/sh\n'.repeat(10_000)), Buffer.alloc(200_000)]),
    ],
  ])('removes %s as undecodable', async (_case, content) => {
    const result = await cleaner.standardizeText(await files.create('a.txt', content), signal);
    expect(result).toEqual({
      outcome: 'removed',
      reason: 'undecodable',
      explanation: 'The file could not be decoded: it is not plain text.',
    });
  });

  it('changes nothing in a second pass over a text of many pieces, with and without line ends', async () => {
    for (const separator of ['\r\n', ' ', '']) {
      const content = encodeText(`${polish}${separator}`.repeat(22_000), 'windows-1250');
      const result = await cleaner.standardizeText(await files.create('long.txt', content), signal);
      const text = await readOutput(result);
      expect(text === `${polish}${separator.replace('\r', '')}`.repeat(22_000)).toBe(true);
      const second = await cleaner.standardizeText(await files.create('long.txt', text), signal);
      expect(second).toMatchObject({ outcome: 'unchanged' });
      expect(second).toHaveProperty(
        'features.signature',
        'features' in result ? result.features?.kind === 'text' && result.features.signature : '',
      );
    }
  });

  it('keeps the pieces before and after a change as they are', async () => {
    const text = `${`${polish}\n`.repeat(21_000)}caf\u0065\u0301\n${`${polish}\n`.repeat(22_000)}`;
    const result = await cleaner.standardizeText(await files.create('long.txt', text), signal);
    expect((await readOutput(result)) === text.normalize('NFC')).toBe(true);
    expect(result).toMatchObject({ steps: ['nfc'] });
  });

  it('passes files of other types unchanged', async () => {
    const result = await cleaner.standardizeText(await files.create('a.pdf', '%PDF-1.4'), signal);
    expect(result).toEqual({ outcome: 'unchanged', skipped: 'not_text' });
  });
});

describe('maskPersonalData', () => {
  it('gives equal values in a file equal placeholders, also in different pieces', async () => {
    const filler = `${polish}\n`.repeat(21_000);
    const text = `A@example.com b@example.com\n${filler}a@example.com, tel. 22 123 45 67\n`;
    const masked = await readOutput(
      await cleaner.maskPersonalData(await files.create('a.txt', text), signal),
    );
    expect(masked === `[EMAIL_1] [EMAIL_2]\n${filler}[EMAIL_1], tel. [PHONE_1]\n`).toBe(true);
    const second = await cleaner.maskPersonalData(await files.create('a.txt', masked), signal);
    expect(second).toMatchObject({ outcome: 'unchanged' });
  });

  it('numbers new values after the placeholders that a file has', async () => {
    const file = await files.create(
      'a.txt',
      'new@example.com wrote to [EMAIL_7] and https://u:p@host.example/',
    );
    const masked = await readOutput(await cleaner.maskPersonalData(file, signal));
    expect(masked).toBe('[EMAIL_8] wrote to [EMAIL_7] and https://[CREDENTIAL_1]@host.example/');
  });

  it('keeps everything else, such as line ends, and the bytes of a file without personal data', async () => {
    const masked = await cleaner.maskPersonalData(
      await files.create('a.txt', 'a@b.example\r\nx\u200by'),
      signal,
    );
    expect(await readOutput(masked)).toBe('[EMAIL_1]\r\nx\u200by');
    const file = await files.create('a.txt', encodeText(polish, 'windows-1250'));
    expect(await cleaner.maskPersonalData(file, signal)).toMatchObject({ outcome: 'unchanged' });
    expect(await readdir(file.outputFolder)).toEqual([]);
  });

  it('describes the masked text', async () => {
    const masked = await cleaner.maskPersonalData(
      await files.create('a.txt', `${polish} a@b.example`),
      signal,
    );
    const read = await cleaner.readTextFeatures(
      await files.create('b.txt', await readOutput(masked)),
      signal,
    );
    expect(masked).toHaveProperty('features', 'features' in read ? read.features : undefined);
  });
});

describe('language and statistics', () => {
  it('identifies the language', async () => {
    const result = await cleaner.identifyLanguage(await files.create('a.txt', polish), signal);
    const languages = [{ language: 'pl', share: 1 }];
    expect(result).toEqual({ outcome: 'read', value: { language: 'pl', share: 1, languages, excerpts: 1 } });
  });

  it('counts a text', async () => {
    const text = 'The cat sat\non the mat. It’s warm!\n\nThe end';
    const result = await cleaner.countStatistics(await files.create('a.txt', text), signal);
    const counts = { characters: 43, words: 10, sentences: 3, lines: 4, uniqueWords: 8 };
    expect(result).toMatchObject({ outcome: 'read', value: counts });
  });

  it('says that a file cannot be read', async () => {
    const explanation = 'The file could not be decoded: it is not plain text.';
    const unreadable = { outcome: 'unreadable', reason: 'undecodable', explanation };
    expect(await cleaner.identifyLanguage(await files.create('a.txt', Buffer.alloc(99)), signal)).toEqual(
      unreadable,
    );
    expect(await cleaner.countStatistics(await files.create('a.txt', Buffer.alloc(99)), signal)).toEqual(
      unreadable,
    );
  });
});

describe('a treatment that is interrupted', () => {
  it('rejects with InterruptedError and leaves no output', async () => {
    const file = await files.create('a.txt', 'a@b.example\r\n');
    for (const treat of [cleaner.standardizeText, cleaner.maskPersonalData, cleaner.readTextFeatures]) {
      await expect(treat(file, AbortSignal.abort())).rejects.toBeInstanceOf(InterruptedError);
    }
    expect(await readdir(file.outputFolder)).toEqual([]);
  });
});

it('a text that needs too much processor time stays, but not where personal data would stay in it', async () => {
  const limited = createTextCleaner({ createBudget: () => ({ leftMs: 100 }) });
  const file = await files.create('a.txt', '+1 212 555 1234, '.repeat(200_000));
  const kept = { outcome: 'unchanged', skipped: 'cpu_limit' };
  expect(await limited.standardizeText(file, signal)).toEqual(kept);
  expect(await limited.readTextFeatures(file, signal)).toEqual(kept);
  const masked = await limited.maskPersonalData(file, signal);
  expect(masked).toMatchObject({ outcome: 'removed', reason: 'cpu_limit' });
  expect(masked.outcome === 'removed' && masked.explanation).toMatch(/processor time.*\.$/u);
  expect(await readdir(file.outputFolder)).toEqual([]);
  const counted = await limited.countStatistics(file, signal);
  expect(counted).toMatchObject({ outcome: 'unreadable', reason: 'cpu_limit' });
  await limited.close();
});
