import { describe, expect, it } from 'vitest';
import { standardizeCharacters } from './standardize-characters.ts';

const standardize = (text: string) => standardizeCharacters(text).text;

describe('standardizeCharacters', () => {
  it.each([
    ['line ends of all systems', 'a\r\nb\rc\u0085d\u2028e\fz', 'a\nb\nc\nd\ne\nz'],
    ['control characters', 'a\u0000b\u0007c\u007fd\u009fe\tf', 'abcde\tf'],
    ['colors of terminals', '\u001b[31mred\u001b[0m', 'red'],
    ['decomposed letters', 'cafe\u0301 A\u030a', 'café Å'],
    ['zero-width characters in Latin text', 'a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg', 'abcdefg'],
    ['direction controls without letters from right to left', 'a\u202eb\u200fc\u2066d\u2069', 'abcd'],
    ['hidden tag characters', 'a\u{e0041}\u{e0042}b', 'ab'],
  ])('removes or replaces %s', (_case, text, expected) => {
    expect(standardize(text)).toBe(expected);
  });

  it.each([
    ['ZWNJ in Persian', 'می\u200cخواهم'],
    ['ZWJ and ZWNJ in Hindi', 'क्\u200dष क्\u200cष'],
    ['ZWJ at the end of a word in Sinhala', 'ශ්\u200dරී'],
    ['an emoji family', '👩\u200d👩\u200d👧'],
    ['an emoji with selector and skin tone', '❤\ufe0f\u200d🔥 👩🏽\u200d🚀'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['word separators in Thai', 'สวัสดี\u200bครับ'],
    ['direction marks in Hebrew', 'שלום (ABC)\u200e!'],
    ['isolates in an Arabic line', 'قال \u2066Hello\u2069 لنا'],
    ['no-break spaces, tabs and the replacement character', 'a\u00a0b\tc\ufffd'],
  ])('keeps %s', (_case, text) => {
    expect(standardizeCharacters(text)).toEqual({ text: text.normalize('NFC'), steps: [] });
  });

  it('removes the override of direction also in Hebrew', () => {
    expect(standardize('שלום \u202eabc\u202c')).toBe('שלום abc\u202c');
  });

  it('names the steps that changed a text', () => {
    expect(standardizeCharacters('e\u0301\r\n\u200b\u0001').steps).toEqual([
      ...['control-characters', 'line-ends', 'zero-width', 'nfc'],
    ]);
  });

  it('changes nothing in a second pass, whatever the characters', () => {
    const units = [
      ...[
        '\r',
        '\n',
        '\u0000',
        '\u001b[1m',
        '\u001b',
        '[1m',
        '\u200b',
        '\u200c',
        '\u200d',
        '\u200e',
        '\u202e',
        '\ufeff',
      ],
      ...[
        '\u2067',
        '\u2069',
        '\u0301',
        '\u0327',
        '\ufe0f',
        '\u00ad',
        '\u{e0067}',
        '\u{e007f}',
        '\u180e',
        'a',
        'é',
        'क',
        '्',
      ],
      ...['ش', 'א', 'ไ', '👩', '🏴', '🏽', '\u2028', '한', '\u1161', '\u11a8', '\uac00', ' '],
    ];
    let state = 7;
    const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8;
    for (let round = 0; round < 3_000; round += 1) {
      const text = Array.from({ length: 12 }, () => units[next() % units.length] ?? '').join('');
      const once = standardize(text);
      expect(standardizeCharacters(once)).toEqual({ text: once, steps: [] });
    }
  });
});
