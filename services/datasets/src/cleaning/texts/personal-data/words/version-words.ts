import { wordStart } from '../../scripts/borders.ts';

const words = [
  ...[
    'v',
    'ver',
    'version\\p{L}*',
    'versi[oó]n\\p{L}*',
    'vers[aã]o',
    'versione',
    'wersj\\p{L}*',
    'versie',
    'versio\\p{L}*',
  ],
  ...[
    'release',
    'rel',
    'build',
    'firmware',
    'driver',
    'update',
    'patch',
    'so',
    'section',
    'sec',
    'chapter',
    'clause',
    'kapitel',
  ],
  ...[
    'abschnitt',
    'ziffer',
    'chapitre',
    'cap[ií]tulo',
    'secci[oó]n',
    'se[cç][aã]o',
    'capitolo',
    'sezione',
    'rozdzia[lł]\\p{L}*',
  ],
  ...[
    'punkt\\p{L}*',
    'hoofdstuk',
    'paragraaf',
    'sectie',
    'верси\\p{L}*',
    'версі\\p{L}*',
    'сборк\\p{L}*',
    'збірк\\p{L}*',
    'прошивк\\p{L}*',
  ],
  ...[
    'раздел\\p{L}*',
    'розділ\\p{L}*',
    'глав\\p{L}*',
    'пункт\\p{L}*',
    'verzió\\p{L}*',
    'fejezet\\p{L}*',
    'szakasz\\p{L}*',
    'luku',
    'kohta',
  ],
  ...['sürüm\\p{L}*', 'bölüm\\p{L}*', 'madde'],
];
const parts = [
  ...[
    '§',
    '版本',
    '版',
    '第',
    'バージョン',
    'ファームウェア',
    '버전',
    '펌웨어',
    'เวอร์ชัน',
    'เวอร์ชั่น',
    'รุ่น',
    'ข้อ',
    'إصدار',
    'الإصدار',
    'نسخة',
  ],
  ...['القسم', 'الفصل', 'البند', 'גרסה', 'גרסת', 'גירסה', 'סעיף', 'פרק', 'संस्करण', 'نسخه'],
];
const before = new RegExp(`(?:${wordStart}(?:${words.join('|')})|${parts.join('|')})[\\s.:：="'-]*$`, 'iu');
const after =
  /^(?:-?\p{Script=Latin}{1,4})?\s?(?:verzió|sürüm|versio|версі|верси|version|wersj|버전|版|バージョン|เวอร์ชัน)/iu;

/** Returns true if a number of four parts is a version or a section. */
export function isNumbering(textBefore: string, textAfter: string): boolean {
  return before.test(textBefore) || after.test(textAfter);
}
