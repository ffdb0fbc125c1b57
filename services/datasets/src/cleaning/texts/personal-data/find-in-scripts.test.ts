import { describe, expect, it } from 'vitest';
import { findPersonalData } from './find-personal-data.ts';

function find(text: string, language: string | null) {
  return findPersonalData(text, language).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
}

describe('a value ends where the script changes', () => {
  it.each([
    [
      'zh',
      '有事请打13912345678或写信给li.test@example.org咨询。',
      'PHONE 13912345678',
      'EMAIL li.test@example.org',
    ],
    [
      'zh',
      '付款到GB82WEST12345698765432账户，卡号5555555555554444有效。',
      'IBAN GB82WEST12345698765432',
      'CARD 5555555555554444',
    ],
    [
      'ja',
      'サーバー198.51.100.7は停止中、予約は090-1234-5678まで。',
      'IP 198.51.100.7',
      'PHONE 090-1234-5678',
    ],
    [
      'ko',
      '연락은 02-712-3456으로, 메일은 lee@example.org로 주세요.',
      'PHONE 02-712-3456',
      'EMAIL lee@example.org',
    ],
    ['th', 'โทร089-123-4567หรือเขียนถึงnok@example.orgได้', 'PHONE 089-123-4567', 'EMAIL nok@example.org'],
    ['he', 'כתבו לdana@example.org או חייגו ל-052-7654321.', 'EMAIL dana@example.org', 'PHONE 052-7654321'],
    ['ar', 'راسل بـomar@example.org والخادم و198.51.100.9 متاح', 'EMAIL omar@example.org', 'IP 198.51.100.9'],
  ])('in %s: %s', (language, text, ...expected) => {
    expect(find(text, language)).toEqual(expected);
  });

  it('except at a dot before a top-level domain', () => {
    expect(find('иван@пример.рф, info@例え.jp, a@example.рф', null)).toEqual([
      ...['EMAIL иван@пример.рф', 'EMAIL info@例え.jp', 'EMAIL a@example.рф'],
    ]);
  });
});

describe('suffixes', () => {
  it.each([
    [
      'hu',
      'Írjon az eva@example.org-ra, hívja a 06 20 123 4567-et.',
      'EMAIL eva@example.org',
      'PHONE 06 20 123 4567',
    ],
    ['fi', 'Soita 050 123 4567:ään, palvelin 198.51.100.7:ssä.', 'PHONE 050 123 4567', 'IP 198.51.100.7'],
    [
      'tr',
      "cem@example.org'a yazın, 0533 123 45 67’yi arayın.",
      'EMAIL cem@example.org',
      'PHONE 0533 123 45 67',
    ],
    ['fi', 'Yhteys 2001:db8::7:4:aan katkesi.', 'IP 2001:db8::7:4'],
  ])('in %s stay: %s', (language, text, ...expected) => {
    expect(find(text, language)).toEqual(expected);
  });
});

describe('digits of other scripts', () => {
  it.each([
    ['ar', 'الهاتف ٠١١٢٣٤٥٦٧٨٩', 'PHONE ٠١١٢٣٤٥٦٧٨٩'],
    ['fa', 'تلفن ۰۹۱۲ ۱۲۳ ۴۵۶۷', 'PHONE ۰۹۱۲ ۱۲۳ ۴۵۶۷'],
    ['ja', '電話０３－３２１０－４５６７', 'PHONE ０３－３２１０－４５６７'],
    ['zh', '卡号４１１１１１１１１１１１１１１１', 'CARD ４１１１１１１１１１１１１１１１'],
    ['zh', '邮箱ｌｉ＠ｅｘａｍｐｌｅ．ｏｒｇ，', 'EMAIL ｌｉ＠ｅｘａｍｐｌｅ．ｏｒｇ'],
    ['th', 'เซิร์ฟเวอร์๑๙๘.๕๑.๑๐๐.๗', 'IP ๑๙๘.๕๑.๑๐๐.๗'],
  ])('are read in %s: %s', (language, text, expected) => {
    expect(find(text, language)).toEqual([expected]);
  });

  it('give equal values the same form', () => {
    const found = findPersonalData('الهاتف ٠١١٢٣٤٥٦٧٨٩ أو 01123456789', 'ar');
    expect(new Set(found.map(({ value }) => value)).size).toBe(1);
  });
});

describe('punctuation directly before a value', () => {
  it.each([
    ['en', 'Phone:+1 312 555 0142, Mobile:312-555-0143', 'PHONE +1 312 555 0142', 'PHONE 312-555-0143'],
    ['en', 'Tel.(312) 555-0144/Fax.(312) 555-0145', 'PHONE (312) 555-0144', 'PHONE (312) 555-0145'],
    ['de', 'Tel:0151/23456789,Fax:040/2345678', 'PHONE 0151/23456789', 'PHONE 040/2345678'],
    [
      'ru',
      'тел.+7 903 123-45-67,моб.:8 (903) 123-45-68',
      'PHONE +7 903 123-45-67',
      'PHONE 8 (903) 123-45-68',
    ],
    ['uk', 'Телефон (067 123 45 67)', 'PHONE 067 123 45 67'],
    ['en', 'IP:198.51.100.7,IPv6:2001:db8::7', 'IP 198.51.100.7', 'IP 2001:db8::7'],
    ['en', 'from 198.51.100.7-198.51.100.9', 'IP 198.51.100.7', 'IP 198.51.100.9'],
    [
      'de',
      'Karte-4111111111111111/IBAN-DE89370400440532013000',
      'CARD 4111111111111111',
      'IBAN DE89370400440532013000',
    ],
    ['en', 'x@example.org-y@example.org.Please write', 'EMAIL x@example.org', 'EMAIL y@example.org'],
  ])('does not hide it in %s: %s', (language, text, ...expected) => {
    expect(find(text, language)).toEqual(expected);
  });

  it.each([
    ['zh', '价格1280000元，订单号20231234567，版本10.0.19.3，第112-118页'],
    ['ja', '注文番号は0312345678です。バージョン10.0.19.3、〒060-0001'],
    ['ko', '주문 번호는 01012345678이고 버전 10.0.19.3입니다'],
    ['ru', 'Номер заказа: 89123456789, версия 10.0.19.3, ИНН 7712345678'],
    ['ar', 'رقم الطلب ٠١١٢٣٤٥٦٧٨٩ والإصدار ١٠.٠.١٩.٣'],
    ['hu', 'Rendelésszám: 06301234567, a 10.0.19.3-as verzió'],
    ['tr', 'Sipariş numarası: 05321234567, 10.0.19.3 sürümü'],
    ['en', 'SKU-415-555-0182 https://example.com/0301234567 -4111111111111111 libx.so.1.2.3.4'],
  ])('leaves ordinary numbers in %s: %s', (language, text) => {
    expect(find(text, language)).toEqual([]);
  });
});
