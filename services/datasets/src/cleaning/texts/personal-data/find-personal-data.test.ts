import { describe, expect, it } from 'vitest';
import { findPersonalData } from './find-personal-data.ts';

function find(text: string, language: string | null = 'en') {
  return findPersonalData(text, language).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
}

describe('findPersonalData', () => {
  it.each([
    ['mail jane.doe+news@mail.example.co.uk, please', 'EMAIL jane.doe+news@mail.example.co.uk'],
    ['<mailto:jürgen@müller.example>.', 'EMAIL jürgen@müller.example'],
    ['from=joe@example.com;', 'EMAIL joe@example.com'],
    ["('o'neil@example.org')", "EMAIL o'neil@example.org"],
    ['(root@server-1.example.net)', 'EMAIL root@server-1.example.net'],
    ['IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX', 'IBAN DE89 3704 0044 0532 0130 00'],
    ['to GB82WEST12345698765432.', 'IBAN GB82WEST12345698765432'],
    ['fr14 2004 1010 0505 0001 3m02 606', 'IBAN fr14 2004 1010 0505 0001 3m02 606'],
    ['card 4111 1111 1111 1111 until 12/27', 'CARD 4111 1111 1111 1111'],
    ['378282246310005', 'CARD 378282246310005'],
    ['5555-5555-5555-4444', 'CARD 5555-5555-5555-4444'],
    ['login from 203.0.113.77:', 'IP 203.0.113.77'],
    ['http://203.0.113.9/a', 'IP 203.0.113.9'],
    ['host 2001:db8::8a2e:370:7334, port', 'IP 2001:db8::8a2e:370:7334'],
    ['at fe80::1ff:fe23:4567:890a.', 'IP fe80::1ff:fe23:4567:890a'],
    ['https://admin:s3cret!@db.example.com/x', 'CREDENTIAL admin:s3cret!'],
    ['https://example.com/?a=1&token=abc123DEF.', 'CREDENTIAL abc123DEF'],
    ['https://example.com/#access_token=eyJh.bGci', 'CREDENTIAL eyJh.bGci'],
    ['https://maps.example.com/js?key=AIzaSy-xyz&v=3', 'CREDENTIAL AIzaSy-xyz'],
    ['ring +44 20 7946 0958 today', 'PHONE +44 20 7946 0958'],
    ['dial 0049 30 123456', 'PHONE 0049 30 123456'],
    ['my number is 415-555-2671', 'PHONE 415-555-2671'],
  ])('finds the value of "%s"', (text, expected) => {
    expect(find(text)).toEqual([expected]);
  });

  it.each([
    ['de', 'Rufen Sie 030 9012345 an', 'PHONE 030 9012345'],
    ['de', 'mobil: 0171/1234567', 'PHONE 0171/1234567'],
    ['fr', 'au 06 12 34 56 78 ou', 'PHONE 06 12 34 56 78'],
    ['es', 'Llame al 612 34 56 78.', 'PHONE 612 34 56 78'],
    ['es', 'La oficina está en el (+34) 612 841 039.', 'PHONE (+34) 612 841 039'],
    ['it', 'al 347 123 4567 dopo', 'PHONE 347 123 4567'],
    ['pl', 'pod numerem 22 123 45 67 lub', 'PHONE 22 123 45 67'],
    ['pt', 'telefone 912 345 678', 'PHONE 912 345 678'],
  ])('finds a national number in a text in %s', (language, text, expected) => {
    expect(find(text, language)).toEqual([expected]);
  });

  it.each([
    ...['on 12.05.2023 and 2023-05-12T14:30:00Z', '05/12/2023', '1998–2004', '19981231', 'at 12:34:56.789'],
    ...['€1,234,567.89', '1.234.567,89 €', '3 412 345 678 people', '9 876 543 tonnes', 'US$ 4155552671'],
    ...['version 10.0.19.3', 'v1.2.3.4', 'Chrome/99.0.48.2 Safari/537.36', 'section 4.1.2.3', '4.0.0.0'],
    ...['ISBN 978-3-16-148410-0', 'ISBN 0-306-40615-2', '9783161484100', 'ISSN 2049-3630'],
    ...['48.85837, 2.294481', '-33.8688197 151.2092955', 'N 51° 30′ 26″'],
    ...['order 4155552671', 'order no. 2023-004512-88', 'Invoice #4111111111111111', 'ticket 030 9012345'],
    ...['120 x 80 x 200 mm', '1,000,000 km', '4.1111111111111111', '0.4155552671', '1234567890'],
    ...[
      'logo@2x.png',
      '@jane wrote',
      'react@18.2.0',
      'a@b',
      'std::vector<a::b>',
      '10:20:30',
      '::',
      '10.0.0.0/8',
    ],
    ...[
      '550e8400-e29b-41d4-a716-446655440000',
      'd41d8cd98f00b204e9800998ecf8427e',
      '127.0.0.1',
      '255.255.255.0',
    ],
    ...['https://example.com/?page=2&sort=key', 'https://example.com/a:b@2', 'DE89 3704 0044 0532 0130 01'],
    ...['4111 1111 1111 1112', '4111 11 1111 11 1111', '1700000000', '1700000000000', '192.168.1.256'],
  ])('leaves "%s" as it is', (text) => {
    expect(find(text)).toEqual([]);
  });

  it('gives equal values the same form', () => {
    const text =
      'A@Example.com a@example.com, +44 20 7946 0958, 020 7946 0958, DE89 3704 0044 0532 0130 00 DE89370400440532013000';
    expect(findPersonalData(text, 'en').map(({ value }) => value)).toEqual([
      ...['a@example.com', 'a@example.com', '+442079460958', '+442079460958'],
      ...['DE89370400440532013000', 'DE89370400440532013000'],
    ]);
  });

  it('reads long texts without spaces in linear time', () => {
    const started = performance.now();
    for (const unit of ['a', '1', '1.', 'a@', ':', '0 ', '1-', 'AB12', '+1', 'http://a:', '(1)']) {
      findPersonalData(unit.repeat(200_000 / unit.length), 'de');
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
