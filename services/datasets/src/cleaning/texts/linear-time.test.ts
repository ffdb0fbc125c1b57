import { describe, expect, it } from 'vitest';
import { findPersonalData } from './personal-data/find-personal-data.ts';
import { addToMeasure, startMeasure } from './similarity/measure-text.ts';
import { standardizeCharacters } from './standard/standardize-characters.ts';

/** Texts on which expressions or Unicode functions may take a time that grows faster than the text. */
const texts: Readonly<Record<string, string>> = {
  letters: 'a',
  'letters and spaces': 'a ',
  'at signs': 'a@',
  'dots before domains': `${'a.'.repeat(20)}@b.`,
  numbers: '12-',
  'telephone numbers': '+1 212 555 1234, ',
  colons: 'abcde:',
  links: 'http://a:b',
  parameters: '&a_token=',
  'account numbers': 'de12 ',
  escapes: '\u001b[0',
  'line breaks': '\r\n \r',
  'direction controls': '\u200e',
  'direction controls after letters': 'א\u200e',
  'marks in the wrong order': '\u0315\u0300',
  tags: '\u{e0061}',
  'addresses of two scripts': '中@中.',
  octets: '1.2.3.4.',
  'groups of hexadecimal digits': 'ab:',
  brackets: '(+1',
  'full-width digits': '１－',
  'words without spaces': '电话',
  'JSON arrays': '"a":["4155550182",',
  'JSON escapes': '{"a":"\\u7535\\n1"},',
  'cells of one row': '4155550182,',
  'cells of many rows': 'a,4155550182\n',
  quotes: '"',
};

const work = {
  standardizing: (text: string) => standardizeCharacters(text),
  measuring: (text: string) => {
    addToMeasure(startMeasure(), text);
  },
  'finding personal data': (text: string) => findPersonalData(text, 'en'),
};

function measureMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const shortLength = 4_000;
const factor = 10;
/** A text ten times as long takes at most twenty times the time. Shorter times than this say nothing. */
const maxFactor = 20;
const noiseMs = 10;

/** Prose with a value in each second sentence, in scripts with and without spaces. */
const plainText =
  'The harbour was quiet when the first boats came back. Please call 415-555-2671 or write to jane@example.com. ' +
  '港口很安静，第一批渔船在清晨回来了。请拨打电话13800138000或者发邮件到wang@example.com咨询。' +
  'Der Hafen war noch still. Die Karte 4111 1111 1111 1111 und das Konto DE89370400440532013000 sind gesperrt. ';
const hostileLength = 100_000;

describe('finding personal data in hostile text', () => {
  const { 'telephone numbers': _numbers, ...hostile } = texts;
  const repeat = (unit: string): string => unit.repeat(hostileLength / unit.length);
  const findMs = (text: string): number =>
    Math.min(...[1, 2, 3].map(() => measureMs(() => findPersonalData(text, 'en'))));

  it.each(Object.entries(hostile))('takes at most twice the time of plain text on %s', (_text, unit) => {
    const plainMs = Math.max(noiseMs, findMs(repeat(plainText)));
    expect(findMs(repeat(unit))).toBeLessThan(2 * plainMs);
  });
});

describe.each(Object.entries(work))('%s', (_name, run) => {
  it.each(Object.entries(texts))('takes linear time on %s', (_text, unit) => {
    const short = unit.repeat(shortLength / unit.length);
    const long = unit.repeat((shortLength * factor) / unit.length);
    run(short);
    const shortMs = Math.max(
      noiseMs,
      measureMs(() => run(short)),
    );
    expect(measureMs(() => run(long))).toBeLessThan(maxFactor * shortMs);
  });
});

it('characters with very many marks keep them, and a second pass changes nothing', () => {
  const marked = `e\u0301${'\u0315\u0300'.repeat(100)}`;
  const once = standardizeCharacters(`caf e\u0301 ${marked} e\u0301`).text;
  expect(once).toBe(`caf é ${marked} é`);
  expect(standardizeCharacters(once).steps).toEqual([]);
});

it('direction controls are judged by their whole line', () => {
  const line = `א${' word'.repeat(1_000)}\u200e`;
  expect(standardizeCharacters(`${line}\nword\u200e\n${line}`).text).toBe(`${line}\nword\n${line}`);
});
