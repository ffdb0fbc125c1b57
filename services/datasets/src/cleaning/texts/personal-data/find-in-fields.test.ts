import { describe, expect, it } from 'vitest';
import { findPersonalData } from './find-personal-data.ts';
import { readTableLayout } from './table-layout.ts';

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
    const layout = readTableLayout('id,phone\n4155550142,4155550143\n');
    const text = '4155550144,4155550145\n';
    expect(findPersonalData(text, null, layout).map(({ start }) => start)).toEqual([11]);
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
