import { describe, expect, it } from 'vitest';
import { readRecordFormat } from '../records/record-format.ts';
import { findPersonalData } from './find-personal-data.ts';
import { readTableLayout } from '../records/table-layout.ts';

function find(text: string, language: string | null = null) {
  return findPersonalData(text, language).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
}

describe('the key of a JSON field', () => {
  it('says that a number is no telephone number, also beside an address', () => {
    const lines = [
      '{"email":"ann@example.org","id":"4155550142","ts":1700000000321}',
      '{"email":"bob@example.org","customerId": 4155550143,"order_no":"212-555-0144"}',
      '{"email":"eve@example.org","orders":["4155550145", "4155550146"],"version":"10.0.19.3"}',
      '{"email":"zoe@example.org","invoice":"4111111111111111"}',
    ];
    expect(find(lines.join('\n'), 'en')).toEqual([
      ...['EMAIL ann@example.org', 'EMAIL bob@example.org', 'EMAIL eve@example.org', 'EMAIL zoe@example.org'],
    ]);
  });

  it('says that a number is a telephone number, in whatever country', () => {
    expect(
      find('{"mobilePhone": "0151 23456789", "fax":03012345678, "phones": ["44455566", "+44 20 7946 0958"]}'),
    ).toEqual([...['PHONE 0151 23456789', 'PHONE 03012345678', 'PHONE 44455566', 'PHONE +44 20 7946 0958']]);
  });

  it('says nothing about numbers within a text', () => {
    expect(find('{"id":"call 212-555-0144 for order 4155550142"}', 'en')).toEqual(['PHONE 212-555-0144']);
  });
});

describe('the header of a table', () => {
  it.each([',', ';', '\t', '|'])('says what a number is: "%s"', (delimiter) => {
    const rows = [
      ['id', 'mail', 'phone', 'order', 'host', 'version'],
      ['4155550142', 'ann@example.org', '4155550143', '4111111111111111', '198.51.100.7', '10.0.19.3'],
      ['4155550144', 'bob@example.org', '+442079460958', '212-555-0144', '198.51.100.8', '10.0.19.4'],
    ];
    expect(find(rows.map((row) => row.join(delimiter)).join('\n'))).toEqual([
      ...['EMAIL ann@example.org', 'PHONE 4155550143', 'IP 198.51.100.7'],
      ...['EMAIL bob@example.org', 'PHONE +442079460958', 'IP 198.51.100.8'],
    ]);
  });

  it('counts quoted delimiters and line ends as text', () => {
    const text =
      'name,id,phone\r\n"Doe, Ann\nsecond line","4155550142","4155550143"\r\n"O""Hara, Bob",4155550144,4155550145\r\n';
    expect(find(text)).toEqual(['PHONE 4155550143', 'PHONE 4155550145']);
  });

  it('applies to later pieces, which have no header', () => {
    const records = readRecordFormat('id,phone\n4155550142,4155550143\n');
    const text = '4155550144,4155550145\n';
    expect(findPersonalData(text, null, records).map(({ start }) => start)).toEqual([11]);
  });

  it('is missing in prose and in tables of values', () => {
    expect(readTableLayout('Dear Ann, thanks.\nWe met, we talked.\n')).toBeNull();
    expect(readTableLayout('a\nb\n')).toBeNull();
    expect(readTableLayout('1,2\n3,4\n')).toEqual({ delimiter: ',', header: [] });
    expect(find('7,ann@example.org,4155550142\n8,bob@example.org,4155550143\n')).toEqual([
      ...['EMAIL ann@example.org', 'EMAIL bob@example.org'],
    ]);
  });
});

describe('JSON escapes', () => {
  it('do not join the value behind them', () => {
    const text = JSON.stringify({
      a: 'mail:\njane@example.com\t212-555-0144',
      link: '<a href="https://example.com/?token=abc">',
    });
    expect(find(text, 'en')).toEqual(['EMAIL jane@example.com', 'PHONE 212-555-0144', 'CREDENTIAL abc']);
  });

  it('are read as their characters', () => {
    const ascii =
      '{"a":"\\u8bf7\\u62e8\\u6253\\u7535\\u8bdd13800138000\\u6216\\u5230jos\\u00e9@example.com\\u3002"}';
    expect(find(ascii, 'zh')).toEqual(['PHONE 13800138000', 'EMAIL jos\\u00e9@example.com']);
  });
});
