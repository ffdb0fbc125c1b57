import { wordEnd, wordStart } from '../../scripts/borders.ts';

/** Nouns before a telephone number in scripts with spaces between words. Hebrew and Arabic words have prefixes. */
const nouns = [
  ...[
    'tel',
    'tél',
    'tele?phone',
    'téléphone',
    'tele[fp]h?on\\p{L}*',
    'teléfono',
    'telefoon\\p{L}*',
    'telefax',
    'telf',
    'tfno',
  ],
  ...[
    'fax',
    'phones?',
    'mobiles?',
    'mobil\\p{L}*',
    'mobiel\\p{L}*',
    'cell\\p{L}*',
    'cellulare',
    'sms',
    'whatsapp',
    'signal',
    'gsm',
  ],
  ...[
    'handy\\p{L}*',
    'durchwahl',
    'rufnummer\\p{L}*',
    'hotline',
    'portable',
    'móvil',
    'movil',
    'kom',
    'komórk\\p{L}*',
  ],
  ...[
    'telem[oó]vel',
    'celular',
    'faks\\p{L}*',
    'cep',
    'puh',
    'puhelin\\p{L}*',
    'puhelime\\p{L}*',
    'matkapuhel\\p{L}*',
    'faksi',
  ],
  ...[
    'тел',
    'телефон\\p{L}*',
    'моб',
    'мобильн\\p{L}*',
    'мобільн\\p{L}*',
    'факс\\p{L}*',
    'сотов\\p{L}*',
    'вотсап\\p{L}*',
  ],
  ...['τηλ', 'τηλέφων\\p{L}*', 'κινητό'],
];
const verbs = [
  ...[
    'call',
    'ring',
    'dial',
    'text',
    'ruf\\p{L}*',
    'anruf\\p{L}*',
    'appel\\p{L}*',
    'llam\\p{L}*',
    'chiam\\p{L}*',
    'zadzwo\\p{L}*',
    'dzwo\\p{L}*',
  ],
  ...[
    'ligue',
    'ligar',
    'contact\\p{L}*',
    'kontakt\\p{L}*',
    'contatt\\p{L}*',
    'contat\\p{L}*',
    'reach\\p{L}*',
    'erreich\\p{L}*',
  ],
  ...[
    'join(?:dre|ignable)',
    'localiza\\p{L}*',
    'reperibil\\p{L}*',
    'rispond\\p{L}*',
    'dostępn\\p{L}*',
    'recep[ctj]\\p{L}*',
  ],
  ...[
    'front desk',
    'switchboard',
    'empfang',
    'zentrale',
    'accueil',
    'centralit\\p{L}*',
    'centralin\\p{L}*',
    'portierni\\p{L}*',
  ],
  ...[
    'bel',
    'bellen',
    'belt',
    'bereik\\p{L}*',
    'receptie',
    'hív\\p{L}*',
    'felhív\\p{L}*',
    'elérhet\\p{L}*',
    'soita\\p{L}*',
    'soitta\\p{L}*',
  ],
  ...[
    'tavoit\\p{L}*',
    'vastaanotto',
    'ara',
    'arayın\\p{L}*',
    'ulaş\\p{L}*',
    'iletişim',
    'звон\\p{L}*',
    'позвон\\p{L}*',
    'набер\\p{L}*',
  ],
  ...[
    'связ\\p{L}*',
    'контакт\\p{L}*',
    'дзвон\\p{L}*',
    'подзвон\\p{L}*',
    'зателефон\\p{L}*',
    'набир\\p{L}*',
    "зв[’ʼ']яз\\p{L}*",
  ],
];
/** Words of scripts without spaces, with prefixes, or with particles: they may be parts of longer words. */
const nounParts = [
  ...[
    '电话',
    '電話',
    '手机',
    '手機',
    '传真',
    '傳真',
    '热线',
    '熱線',
    '座机',
    '座機',
    '携帯',
    'ファックス',
    'ファクス',
    '전화',
    '휴대폰',
    '핸드폰',
    '팩스',
  ],
  ...[
    'โทร',
    'มือถือ',
    'เบอร์',
    'แฟกซ์',
    'สายด่วน',
    'هاتف',
    'تليفون',
    'تلفون',
    'تلفن',
    'جوال',
    'محمول',
    'موبايل',
    'فاكس',
    'واتساب',
  ],
  ...['טלפון', "טל[.:'׳]", 'נייד', 'סלולרי', 'פלאפון', 'פקס', 'וואטסאפ', 'फ़ोन', 'फोन', 'मोबाइल'],
];
const verbParts = [
  ...[
    '致电',
    '致電',
    '拨打',
    '撥打',
    '联系',
    '聯繫',
    '聯絡',
    '来电',
    '連絡',
    '問い合わせ',
    '연락',
    '문의',
    'ติดต่อ',
  ],
  ...['اتصل', 'اتصال', 'תקשר', 'חייג', 'कॉल'],
];

const noun = `(?:${wordStart}(?:${nouns.join('|')})${wordEnd}|${nounParts.join('|')}|[☎☏✆📞📱])`;
const verb = `(?:${wordStart}(?:${verbs.join('|')})${wordEnd}|${verbParts.join('|')})`;
const announced = new RegExp(`(?:${noun}|${verb})[^\\d\\n]{0,24}$`, 'iu');
const labelled = new RegExp(
  `${noun}\\p{M}*[\\s.:：=,，/\\p{Ps}\\p{Pi}"'-]{0,4}(?:(?:no|nr|n°|number|num|numer|nummer|numéro|numero|número|номер|号码|號碼|番号|번호|رقم|מספר)[\\s.:：=\\p{Ps}\\p{Pi}"'-]{0,3})?$`,
  'iu',
);
const announcedAfter =
  /^[\])"'»」』’\s]{0,3}(?:[-:'’]?\p{L}{0,4}\s)?(?:まで|に|へ|にお|までお)*(?:お?電話|ご?連絡|お?問い合わせ|(?:으로|로)?\s?(?:전화|연락|문의)|(?:números?|számot)?\s?hív\p{L}*|számon|numaradan|numaralı|no'lu|nolu|arayın|arayabilir|numeroon)/iu;

/** Returns true if the text before a number, or after it, announces a telephone number. */
export function isAnnouncedPhone(before: string, after: string): boolean {
  return announced.test(before) || announcedAfter.test(after);
}

/** Returns true if a noun for telephone numbers is directly before a number, as in `Tel.: `. */
export function isLabelledPhone(before: string): boolean {
  return labelled.test(before);
}
