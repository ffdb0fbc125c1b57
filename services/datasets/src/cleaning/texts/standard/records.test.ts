import { describe, expect, it } from 'vitest';
import { readRecordFormat } from '../records/record-format.ts';
import { standardizeCharacters } from './standardize-characters.ts';

const standardize = (text: string, name?: string) =>
  standardizeCharacters(text, readRecordFormat(text, name)).text;
const parseLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

describe('records in the standard form', () => {
  const values = [
    { a: 'one\u2028two', b: 'three\u2029four', c: 'five\u0085six' },
    { a: 'seven\veight', b: 'nine\ften', c: 'e\u0301' },
  ];
  const standard = [values[0], { ...values[1], c: 'é' }];

  it('stay as many in JSON Lines, with the same values', () => {
    const text = values.map((value) => `${JSON.stringify(value)}\r\n`).join('');
    expect(parseLines(standardize(text))).toEqual(standard);
  });

  it('stay the same in JSON, also with carriage returns between tokens', () => {
    expect(JSON.parse(standardize(JSON.stringify(values, null, 2)))).toEqual(standard);
    expect(parseLines(standardize('{"a":1,\r"b":"x\u2028y"}\n{"a":2}\n'))).toEqual([
      { a: 1, b: 'x\u2028y' },
      { a: 2 },
    ]);
  });

  it('stay as many in JSON Lines of strings and arrays', () => {
    expect(parseLines(standardize('"a\u2028b"\n"c"\n'))).toEqual(['a\u2028b', 'c']);
    expect(parseLines(standardize('[1,"a\u0085b"]\n[2,"c"]\n'))).toEqual([
      [1, 'a\u0085b'],
      [2, 'c'],
    ]);
  });

  it.each(['\u2028', '\u2029', '\u0085', '\v', '\f', '\r'])(
    'keep %j in the cells of a table',
    (separator) => {
      const text = `id;text\r\n1;a${separator}b\r\n2;"c${separator}d"\r\n`;
      expect(standardize(text)).toBe(text.replaceAll('\r\n', '\n'));
    },
  );

  it('keep separators in a table of one column, which its name tells', () => {
    expect(standardize('text\na\u2028b\n', 'a.csv')).toBe('text\na\u2028b\n');
  });

  it('keep the borders of cells where characters are removed or composed', () => {
    expect(standardize('a;b\nx\u037ey;z\n')).toBe('a;b\nx\u037ey;z\n');
    expect(standardize('a,b\n\u200b"x,y"\n\u0001"z,2"\n')).toBe('a,b\n\u200b"x,y"\n\u0001"z,2"\n');
    expect(standardize('a;b\n\u001b[1;31mx\n')).toBe('a;b\n[1;31mx\n');
  });

  it('end with a line feed in files with carriage returns only', () => {
    expect(standardize('a,b\r1,2\r')).toBe('a,b\n1,2\n');
  });

  it('do not change in a second pass', () => {
    for (const text of ['{"a":1}\r\u0000\n{"a":2}\r\u200b\n', 'a,b\r\u200b\n1,2\r\u0000\n']) {
      const once = standardize(text);
      expect(standardize(once)).toBe(once);
    }
  });

  it('are not assumed in prose', () => {
    expect(standardize('One,\u2028two.\nThree [1] four\vfive\n')).toBe('One,\ntwo.\nThree [1] four\nfive\n');
    expect(readRecordFormat('[1] A reference.\n[2] Another one.\n')).toBeNull();
  });
});
