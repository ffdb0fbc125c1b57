import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnrichmentPool } from '../../src/enrich/enrichment-pool.ts';
import type { TextEnrichment } from '../../src/enrich/enrichment.ts';
import { encodeText } from '../encode-text.ts';

let folder: string;
const pool = createEnrichmentPool({ size: 1 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-text-'));
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

async function enrich(content: Uint8Array | string): Promise<TextEnrichment> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, content);
  const result = await pool.run('enrichText', { path, mimeType: 'text/plain', sha256: 'a'.repeat(64) });
  if (!result.ok) throw new Error(`${result.reason} ${result.detail ?? ''}`);
  return result.value;
}

const german = 'Der Hafen stand im November unter Wasser, und niemand hatte es so hoch steigen sehen.';

describe('enrichText', () => {
  it('gives exactly the fields of the contract', async () => {
    expect(await enrich(german)).toEqual({
      sha256: 'a'.repeat(64),
      detectedMimeType: 'text/plain',
      perceptualHash: null,
      c2pa: expect.objectContaining({ present: false, state: 'unsupported' }) as object,
      encoding: 'utf-8',
      encodingConfidence: 1,
      characterCount: german.length,
      wordCount: 15,
      language: 'de',
    });
  });

  it('counts characters, not bytes or code units, and no byte order mark', async () => {
    expect(await enrich('\ufeffGrüße 👋🏽')).toMatchObject({
      characterCount: 8,
      wordCount: 1,
      encoding: 'utf-8',
    });
  });

  it('counts words of scripts without spaces', async () => {
    expect(await enrich('吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。')).toMatchObject({
      characterCount: 33,
      language: 'ja',
      wordCount: expect.toSatisfy((count: number) => count >= 15 && count <= 25) as number,
    });
  });

  it.each([
    ['utf-16le', Buffer.from(`\ufeff${german}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\ufeff${german}`, 'utf16le').swap16()],
  ])('reads %s', async (encoding, content) => {
    expect(await enrich(content)).toMatchObject({ encoding, encodingConfidence: 1, language: 'de' });
  });

  it('takes UTF-8 whose last character is cut off for UTF-8', async () => {
    const cut = Buffer.from('Grüße aus der Stadt Köln ü').subarray(0, -1);
    expect(await enrich(cut)).toMatchObject({ encoding: 'utf-8' });
  });

  it('looks at all of a file whose beginning is ASCII', async () => {
    const late = Buffer.concat([Buffer.alloc(200_000, 'plain '), Buffer.from('Grüße, Öl', 'latin1')]);
    expect(await enrich(late)).toMatchObject({ encoding: 'windows-1252', characterCount: 200_009 });
  });
});

/** Most are article 1 of the Universal Declaration of Human Rights. */
const articles = {
  ja: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。',
  ko: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.',
  'zh-Hans':
    '人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。人人有资格享有本宣言所载的一切权利和自由。',
  'zh-Hant':
    '人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心,並應以兄弟關係的精神相對待。人人有資格享有本宣言所載的一切權利和自由。',
  ru: 'Гавань в ноябре была затоплена, и никто из жителей города не видел, чтобы вода поднималась так высоко. Люди говорят, что ничего подобного они ещё не помнят.',
  de: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen. Dafür müssen täglich überall Bemühungen möglich sein.',
};

describe('enrichText of a text of before Unicode', () => {
  it.each([
    ['shift_jis', 'ja', articles.ja],
    ['euc-jp', 'ja', articles.ja],
    ['euc-kr', 'ko', articles.ko],
    ['gb18030', 'zh', articles['zh-Hans']],
    ['big5', 'zh', articles['zh-Hant']],
    ['windows-1251', expect.toBeOneOf(['ru', null]) as string, articles.ru],
    ['koi8-r', expect.toBeOneOf(['ru', null]) as string, articles.ru],
    ['windows-1252', 'de', articles.de],
  ])('guesses %s, and says how sure it is', async (encoding, language, text) => {
    const enrichment = await enrich(encodeText(text, encoding));
    expect(enrichment).toMatchObject({ encoding, language, characterCount: text.length });
    expect(enrichment.encodingConfidence).toBeGreaterThan(0.4);
    expect(enrichment.encodingConfidence).toBeLessThanOrEqual(1);
  });

  it('knows ISO-2022-JP by its escapes', async () => {
    expect(await enrich(encodeText(`Article 1: ${articles.ja}`, 'iso-2022-jp'))).toMatchObject({
      encoding: 'iso-2022-jp',
      encodingConfidence: 1,
      language: 'ja',
      characterCount: articles.ja.length + 'Article 1: '.length,
    });
  });

  it('finds out also where ASCII fills the beginning', async () => {
    const late = Buffer.concat([Buffer.alloc(200_000, 'plain '), encodeText(articles.ru, 'koi8-r')]);
    expect(await enrich(late)).toMatchObject({ encoding: 'koi8-r' });
  });

  it('assumes Windows-1252 of a short Western text, and says that nothing speaks for it', async () => {
    expect(await enrich(Buffer.from('Grüße aus Köln', 'latin1'))).toMatchObject({
      encoding: 'windows-1252',
      encodingConfidence: null,
      characterCount: 14,
    });
  });

  it.each([
    ['windows-1251', 'Да'],
    ['shift_jis', '漢字'],
    ['euc-kr', '한국'],
  ])('does not guess what too short a text in %s is encoded in', async (encoding, text) => {
    const enrichment = await enrich(encodeText(text, encoding));
    expect(enrichment).toMatchObject({ encoding: null, encodingConfidence: null, language: null });
    expect(enrichment).not.toHaveProperty('characterCount');
  });
});
