import { describe, expect, it } from 'vitest';
import { compoundFileOf } from '../../test/build-doc.ts';
import { detectType } from './detect-type.ts';

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    ),
  );
const ftyp = (major: string, ...compatible: string[]): Uint8Array =>
  bytes([0, 0, 0, 16 + compatible.length * 4], 'ftyp', major, [0, 0, 0, 0], ...compatible);
const zipEntry = (name: string): Uint8Array => {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(name.length, 26);
  return bytes([...header], name);
};

describe('detectType', () => {
  it('recognizes nothing in no bytes', async () => {
    expect(await detectType(new Uint8Array())).toBeUndefined();
  });

  it('recognizes nothing in bytes that are neither a known format nor text', async () => {
    expect(await detectType(bytes([0, 1, 2, 3, 4, 200, 201, 202, 0, 0]))).toBeUndefined();
  });

  it.each([
    ['a RIFF WAVE', bytes('RIFF', [36, 0, 0, 0], 'WAVEfmt '), 'audio/wav'],
    ['a FLAC stream', bytes('fLaC', [0, 0, 0, 34]), 'audio/flac'],
    ['a RIFF AVI', bytes('RIFF', [36, 0, 0, 0], 'AVI LIST'), 'video/x-msvideo'],
    ['an iTunes audio file', ftyp('M4A ', 'isom'), 'audio/mp4'],
    ['a QuickTime movie', ftyp('qt  ', 'qt  '), 'video/quicktime'],
    ['an AVIF by its major brand', ftyp('avif', 'mif1'), 'image/avif'],
    ['an AVIF by a compatible brand', ftyp('mif1', 'avif', 'miaf'), 'image/avif'],
    ['a HEIC by a compatible brand', ftyp('mif1', 'heic'), 'image/heic'],
    ['an MP3 whose ID3 tag fills the head', bytes('ID3', [3, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]), 'audio/mpeg'],
    ['a PDF after leading bytes', bytes('\n\n some junk\n%PDF-1.4\n'), 'application/pdf'],
    [
      'a Word 97 file',
      bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], Array<number>(504).fill(0), [0xec, 0xa5]),
      'application/msword',
    ],
  ])('names %s by the accepted MIME type', async (_name, head, mimeType) => {
    const detected = await detectType(head);
    expect(detected?.mimeType).toBe(mimeType);
    expect(detected?.category).toBeDefined();
  });

  it('tells a Word document from another zip archive by its parts', async () => {
    const docx = bytes([...zipEntry('[Content_Types].xml')], [...zipEntry('word/document.xml')]);
    expect((await detectType(docx))?.mimeType).toContain('wordprocessingml');
    const zip = await detectType(bytes([...zipEntry('readme.txt')], [...zipEntry('notes/word.txt')]));
    expect(zip).toMatchObject({ mimeType: 'application/zip', category: undefined });
  });

  it('does not take a compound file without a Word stream for a Word document', async () => {
    const cfb = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], Array<number>(1024).fill(0));
    expect((await detectType(cfb))?.category).toBeUndefined();
  });

  it('leaves a compound file that holds an encrypted package open to a DOCX alone', async () => {
    const locked = compoundFileOf({ EncryptedPackage: Buffer.alloc(100), EncryptionInfo: Buffer.alloc(100) });
    expect(await detectType(locked)).toEqual({
      mimeType: 'application/x-cfb',
      category: undefined,
      alsoFits: [expect.stringContaining('wordprocessingml')],
    });
  });

  it('leaves an MP4 open to audio only while its tracks are out of sight', async () => {
    expect((await detectType(ftyp('isom', 'mp42')))?.alsoFits).toEqual(['audio/mp4']);
    const hdlr = (handler: string): Uint8Array =>
      bytes([0, 0, 0, 32], 'hdlr', Array<number>(8).fill(0), handler, Array<number>(12).fill(0));
    const movie = (...handlers: string[]): Uint8Array =>
      bytes(
        [...ftyp('isom')],
        [0, 0, 0, 8 + 32 * handlers.length],
        'moov',
        ...handlers.map((handler) => [...hdlr(handler)]),
      );
    expect(await detectType(movie('soun'))).toMatchObject({ mimeType: 'audio/mp4', category: 'audio' });
    expect(await detectType(movie('soun', 'vide'))).toMatchObject({ mimeType: 'video/mp4', alsoFits: [] });
  });

  it.each([
    ['UTF-8', bytes([...Buffer.from('Grüße aus Köln\r\n')])],
    ['UTF-8 cut inside a character', bytes([...Buffer.from('Grüße aus Köln ü').subarray(0, -1)])],
    ['UTF-16 with a byte order mark', bytes([0xff, 0xfe], [...Buffer.from('two bytes each', 'utf16le')])],
    ['UTF-16 without one', bytes([...Buffer.from('two bytes each', 'utf16le')])],
    [
      'Shift_JIS',
      bytes([0x82, 0xb1, 0x82, 0xea, 0x82, 0xcd, 0x95, 0xb6, 0x8f, 0xcd, 0x82, 0xc5, 0x82, 0xb7]),
    ],
    ['windows-1251', bytes([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0])],
    ['Latin-1', bytes('na\xefve caf\xe9, d\xe9j\xe0 vu')],
    ['text that begins like a BMP', bytes('BMW builds cars and motorcycles.')],
    ['text that begins like a program', bytes('MZ are the initials of Mark Zbikowski.')],
  ])('recognizes %s as plain text', async (_name, head) => {
    expect(await detectType(head)).toMatchObject({ mimeType: 'text/plain', category: 'document' });
  });
});
