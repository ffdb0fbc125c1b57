import { describe, expect, it } from 'vitest';
import { haveSameContent } from './compare-content.ts';

const smallPrint =
  'Please pay the amount within thirty days of the date of this letter. Goods remain our property until they are paid in full. ' +
  'Complaints are to be made in writing within eight days of delivery. Our general terms apply, which we send on request.';
const letter = `To Miller Bakery, letter 117 of 2026-03-04. Total EUR 480.00. ${smallPrint}`;

describe('haveSameContent', () => {
  it.each([
    ['other line ends', letter.replaceAll(' ', '\r\n')],
    ['upper case', letter.toUpperCase()],
    ['other quotation marks and dashes', letter.replaceAll(',', ' –').replaceAll('. ', '! ')],
    ['one ordinary word', letter.replace('apply, which', 'apply here, which')],
  ])('confirms a copy with %s', (_, copy) => {
    expect(haveSameContent(letter, copy)).toBe(true);
    expect(haveSameContent(copy, letter)).toBe(true);
  });

  it.each([
    ['another number', letter.replace('117', '118')],
    ['another total', letter.replace('480.00', '430.00')],
    ['the separator of a number', letter.replace('480.00', '48000')],
    ['the sign of a number', letter.replace('480.00', '-480.00')],
    ['another currency', letter.replace('EUR', '€')],
    ['another date', letter.replace('2026-03-04', '2026-04-03')],
    ['another name', letter.replace('Miller', 'Muller')],
    ['two numbers in the other order', letter.replace('117', '480.00').replace('EUR 480.00', 'EUR 117')],
    ['one more sentence', `${letter} please return this page signed by your bank`],
    ['other first lines', `to all of our customers in the north, about rain and snow. ${smallPrint}`],
  ])('does not confirm a text with %s', (_, other) => {
    expect(haveSameContent(letter, other)).toBe(false);
    expect(haveSameContent(other, letter)).toBe(false);
  });

  it('counts each character of scripts without capital letters as content', () => {
    expect(haveSameContent('今日は天気がいいですね。', '今日は天気が悪いですね。')).toBe(false);
    expect(haveSameContent('今日は 天気がいい', '今日は天気がいい')).toBe(true);
  });

  it('compares texts without words by their signs', () => {
    expect(haveSameContent('??? !', '???!')).toBe(true);
    expect(haveSameContent('???', '!!!')).toBe(false);
  });
});
