import { describe, expect, it } from 'vitest';
import { toUtf8 } from './to-utf8.ts';

const german = 'Straße, Größe und Übermut';
const japanese = 'こんにちは、世界';
const russian = 'Все люди рождаются свободными и равными в своем достоинстве и правах.';
/** The letters of Russian stand one after the other in both. */
const windows1251 = (text: string) =>
  Buffer.from(Array.from(text, (character) => character.charCodeAt(0) - (character < '\x80' ? 0 : 0x350)));
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const whole = (content: string, encoding: string) => ({ encoding, content, isDamaged: false });

function read(bytes: Buffer) {
  const text = toUtf8(bytes);
  return text && { encoding: text.encoding, content: text.content.toString(), isDamaged: text.isDamaged };
}

describe('toUtf8', () => {
  it.each([
    ['utf-8', Buffer.from(german)],
    ['utf-8', Buffer.from(`\ufeff${german}`)],
    ['utf-16le', utf16(`\ufeff${german}`)],
    ['utf-16be', utf16(`\ufeff${german}`).swap16()],
    ['utf-16le', utf16(german)],
    ['windows-1252', Buffer.from(german, 'latin1')],
  ])('reads %s, without its byte order mark', (encoding, bytes) => {
    expect(read(bytes)).toEqual(whole(german, encoding));
  });

  it('takes the older encoding of the declared language', () => {
    const options = { language: 'ru' };
    expect(toUtf8(windows1251(russian), options)).toEqual(
      toUtf8(windows1251(russian), { encoding: 'windows-1251' }),
    );
    expect(toUtf8(windows1251(russian), options)?.content.toString()).toBe(russian);
  });

  it('reads what is longer than a piece and cut inside characters there', () => {
    const long = japanese.repeat(20_000);
    expect(read(Buffer.from(long))).toEqual(whole(long, 'utf-8'));
    expect(read(utf16(`\ufeffx${long}`))).toEqual(whole(`x${long}`, 'utf-16le'));
  });

  it('sees far behind its head that a text is windows-1252', () => {
    const long = `${'plain text '.repeat(10_000)}Straße`;
    expect(read(Buffer.from(long, 'latin1'))).toEqual(whole(long, 'windows-1252'));
  });

  it('says that UTF-8 is damaged, instead of taking it for windows-1252', () => {
    const bytes = Buffer.concat([Buffer.from(german.repeat(20)), Buffer.from([0xff]), Buffer.from(german)]);
    const damaged = { encoding: 'utf-8', isDamaged: true };
    expect(read(bytes)).toEqual({ ...damaged, content: `${german.repeat(20)}\ufffd${german}` });
    const cut = Buffer.from(japanese).subarray(0, -1);
    expect(read(cut)).toEqual({ ...damaged, content: `${japanese.slice(0, -1)}\ufffd` });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['binary data', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0])],
    ['text with NUL in it', Buffer.from('ä\0b')],
  ])('takes %s for no text', (_case, bytes) => {
    expect(toUtf8(bytes)).toBeUndefined();
  });
});
