import { describe, expect, it } from 'vitest';
import { cleanFileName } from './file-name.ts';

describe('cleanFileName', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
    ['photo.jpg\0.png', 'photo.jpg.png'],
    ['a\r\nSet-Cookie: b.jpg', 'aSet-Cookie: b.jpg'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['\u2066a\u2069.jpg', 'a.jpg'],
    ['\ufeffa.jpg', 'a.jpg'],
    ['  padded.jpg ', 'padded.jpg'],
    ['Üntergrund 写真.jpg', 'Üntergrund 写真.jpg'],
    ['..%2f..%2fx.jpg', '..%2f..%2fx.jpg'],
    ['.hidden', '.hidden'],
  ])('keeps of %j the name %j', (given, kept) => {
    expect(cleanFileName(given)).toBe(kept);
  });

  it.each([[undefined], [''], ['..'], ['photos/'], ['\0'], ['\u202e ']])(
    'calls a file without name (%j) "file"',
    (given) => {
      expect(cleanFileName(given)).toBe('file');
    },
  );

  it('shortens a long name to 255 characters and keeps its extension', () => {
    const kept = cleanFileName(`${'😀'.repeat(300)}.jpeg`);
    expect(Array.from(kept)).toHaveLength(255);
    expect(kept.endsWith('😀.jpeg')).toBe(true);
  });

  it('takes no overlong extension for one', () => {
    expect(cleanFileName(`a.${'b'.repeat(300)}`)).toBe(`a.${'b'.repeat(253)}`);
  });

  it('composes characters, so that one name is one string', () => {
    expect(cleanFileName('u\u0308.jpg')).toBe('ü.jpg');
  });
});
