/** The type that a file gets, by its bytes and by the type that was declared. */
import { describe, expect, it } from 'vitest';
import { compoundFileOf } from '../../test/build-doc.ts';
import { zipOf } from '../../test/build-docx.ts';
import { decideType } from './decide-type.ts';
import type { TypeDecision } from './decide-type.ts';
import { detectType, recommendedHeadBytes } from './detect-type.ts';

const word = 'application/msword';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function decide(content: Uint8Array | string, declared?: string): Promise<TypeDecision> {
  const head = Buffer.from(content).subarray(0, recommendedHeadBytes);
  return decideType(declared, await detectType(head));
}

const findMimeType = async (content: Uint8Array | string, declared?: string): Promise<string | null> => {
  const decision = await decide(content, declared);
  return decision.accepted ? decision.mimeType : null;
};

describe('printable text', () => {
  const beginnings = [
    'FORM 27B',
    'GIF87a is a format',
    'MAC addresses',
    'ID3 tags',
    '%PDF-1.4 begins',
    'RIFF',
    'OggS',
  ];
  it.each([
    ...beginnings,
    'fLaC',
    'BM',
    'MZ',
    'Rar!',
    '{\\rtf1 text}',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
  ])('that was declared as text is text although it begins with %s', async (beginning) => {
    const text = `${beginning}\nand it goes on with words for a while, as texts do.\n`;
    expect(await findMimeType(text, 'text/plain')).toBe('text/plain');
    expect(await findMimeType(text, 'text/markdown; charset=utf-8')).toBe('text/plain');
  });

  it('is a PDF where a PDF was declared or nothing', async () => {
    const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
    expect([await findMimeType(pdf, 'application/pdf'), await findMimeType(pdf)]).toEqual([
      'application/pdf',
      'application/pdf',
    ]);
  });

  it('ends at a Ctrl-Z of DOS', async () => {
    expect(await findMimeType('The end.\r\n\x1a\x1a\0\0')).toBe('text/plain');
    expect(await findMimeType('The \x1a middle.\r\n')).toBeNull();
  });

  it.each([
    ['windows-1250', [0x8f, 0x72, 0xf3, 0x64, 0xb3, 0x6f, 0x20, 0x77, 0x6f, 0x64, 0x79]],
    ['windows-1252 with prices', [0x80, 0x33, 0x20, 0xa3, 0x34, 0x20, 0x32, 0xb0, 0x20, 0xae]],
    ['windows-1256', [0xe6, 0xc7, 0xdd, 0xde, 0x20, 0xe3, 0xcc, 0xe1, 0xd3]],
  ])('in %s is text', async (_, bytes) => {
    expect(await findMimeType(Uint8Array.from(bytes), 'text/plain')).toBe('text/plain');
  });
});

describe('a compound file', () => {
  const doc = compoundFileOf({ '1Table': Buffer.alloc(40_000), WordDocument: Buffer.alloc(5_000) });

  it('is judged by its directory', async () => {
    expect(await findMimeType(doc, word)).toBe(word);
    const table = compoundFileOf({ Workbook: Buffer.from('WordDocument', 'utf16le') });
    expect(await decide(table, word)).toMatchObject({
      accepted: false,
      detectedMimeType: 'application/x-cfb',
    });
  });

  it('whose directory lies beyond the head is proved by the rest', async () => {
    const late = Buffer.from(doc);
    late.writeUInt32LE(150, 0x30);
    const decision = await decide(late, word);
    expect(decision).toMatchObject({ accepted: true, mimeType: word });
    expect(decision.accepted && Buffer.from(decision.proof ?? []).toString('utf16le')).toBe('WordDocument');
    expect(await findMimeType(late, 'application/vnd.ms-excel')).toBeNull();
  });
});

describe('a package', () => {
  const types = (main: string): string =>
    `<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${main}+xml"/></Types>`;
  const document = types('wordprocessingml.document.main');

  it('is judged by its content types, wherever they are', async () => {
    const parts = ['_rels/.rels', 'docProps/app.xml', 'word/document2.xml'].map((name) => ({
      name,
      content: '<a/>',
    }));
    const contentTypes = { name: '[Content_Types].xml', content: document };
    expect(await findMimeType(zipOf([...parts, contentTypes]))).toBe(docx);
    expect(await findMimeType(zipOf([contentTypes, ...parts]))).toBe(docx);
  });

  it('of a table that has a folder named word is none', async () => {
    const table = [
      { name: '[Content_Types].xml', content: types('spreadsheetml.sheet.main') },
      { name: 'word/notes.xml', content: '<a/>' },
    ];
    expect(await findMimeType(zipOf(table), docx)).toBeNull();
  });

  it('whose parts lie behind large ones is proved by the rest', async () => {
    const large = {
      name: 'media/image1.jpeg',
      content: Buffer.from(Array.from({ length: 90_000 }, (_, n) => (n * n) >> 3)),
    };
    const decision = await decide(zipOf([large, { name: 'word/document.xml', content: '<a/>' }]), docx);
    expect(decision).toMatchObject({ accepted: true, mimeType: docx, proof: Buffer.from('word/document') });
  });
});

describe('sound', () => {
  it.each(['RF64', 'BW64'])('in %s is a WAV', async (form) => {
    const head = Buffer.from(`${form}\xff\xff\xff\xffWAVEds64\x1c\0\0\0`, 'latin1');
    expect(await findMimeType(head, 'audio/x-wav')).toBe('audio/wav');
  });

  it('in MP3 behind zeros is MP3', async () => {
    const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
    const content = Buffer.concat([Buffer.alloc(2_000), frame, frame]);
    expect(await findMimeType(content, 'audio/mpeg')).toBe('audio/mpeg');
    expect(await findMimeType(Buffer.concat([Buffer.alloc(2_000), frame]), 'audio/mpeg')).toBeNull();
  });

  it('in FLAC behind an ID3 tag is FLAC', async () => {
    const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x02\0', 'latin1'), Buffer.alloc(256)]);
    const flac = Buffer.concat([tag, Buffer.from('fLaC\0\0\0\x22', 'latin1'), Buffer.alloc(100)]);
    expect(await findMimeType(flac, 'audio/mpeg')).toBe('audio/flac');
    const cover = Buffer.concat([Buffer.from('ID3\x04\0\0\0\x06\0\0', 'latin1'), Buffer.alloc(70_000)]);
    expect(await findMimeType(cover, 'audio/flac')).toBe('audio/flac');
    expect(await findMimeType(cover, 'audio/mpeg')).toBe('audio/mpeg');
  });

  it('alone in WebM may be declared as audio, and with a picture not', async () => {
    const head = Buffer.from(
      '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701',
      'hex',
    );
    const audio = Buffer.concat([head, Buffer.from('\x86\x86A_OPUS', 'latin1')]);
    expect(await findMimeType(audio, 'audio/webm')).toBe('video/webm');
    const both = Buffer.concat([audio, Buffer.from('\x86\x85V_VP8', 'latin1')]);
    expect([await findMimeType(both, 'audio/webm'), await findMimeType(both, 'video/webm')]).toEqual([
      null,
      'video/webm',
    ]);
  });
});

it.each([
  ['hvcC', 'image/heic'],
  ['av1C', 'image/avif'],
])('a picture with the brand mif1 alone is known by its %s', async (box, mimeType) => {
  const content = Buffer.from(`\0\0\0\x14ftypmif1\0\0\0\0mif1\0\0\0\x40meta....iprp....${box}`, 'latin1');
  expect(await findMimeType(content, 'image/heic')).toBe(mimeType);
});
