import type { Language } from './languages.ts';
import { fill, pick } from './personal-values.ts';
import type { Random } from './personal-values.ts';

/** Kinds of numbers that are no personal data. */
export const ordinaryKinds = [
  'date',
  'price',
  'version',
  'isbn',
  'coordinate',
  'order',
  'year',
  'measure',
  'identifier',
] as const;
export type OrdinaryKind = (typeof ordinaryKinds)[number];

/** `%` is the number, with words that readers use for it. */
const words: Readonly<Record<Language, Readonly<Record<OrdinaryKind, readonly string[]>>>> = {
  en: {
    date: ['It opened on %.', 'Due: %'],
    price: ['It costs % today.', 'Total: %'],
    version: ['Install version % first.', 'Firmware %'],
    isbn: ['See ISBN %.', 'ISBN: %'],
    coordinate: ['The wreck lies at %.', 'Position: %'],
    order: ['Your order number is %.', 'Invoice no. %', 'Order %'],
    year: ['It was built in %.', 'In % it burned.'],
    measure: ['It measures %.', 'Size: %'],
    identifier: ['The item % is sold out.', '%'],
  },
  de: {
    date: ['Es öffnete am %.', 'Fällig: %'],
    price: ['Es kostet heute %.', 'Summe: %'],
    version: ['Installieren Sie Version % zuerst.', 'Firmware %'],
    isbn: ['Siehe ISBN %.', 'ISBN: %'],
    coordinate: ['Das Wrack liegt bei %.', 'Position: %'],
    order: ['Ihre Bestellnummer ist %.', 'Rechnung Nr. %', 'Auftrag %'],
    year: ['Es wurde % gebaut.', 'Im Jahr % brannte es.'],
    measure: ['Es misst %.', 'Größe: %'],
    identifier: ['Der Artikel % ist ausverkauft.', '%'],
  },
  fr: {
    date: ['Il a ouvert le %.', 'Échéance : %'],
    price: ['Cela coûte % aujourd’hui.', 'Total : %'],
    version: ['Installez la version % d’abord.', 'Firmware %'],
    isbn: ['Voir ISBN %.', 'ISBN : %'],
    coordinate: ['L’épave se trouve à %.', 'Position : %'],
    order: ['Votre numéro de commande est %.', 'Facture nº %', 'Commande %'],
    year: ['Il fut construit en %.', 'En % il brûla.'],
    measure: ['Il mesure %.', 'Taille : %'],
    identifier: ['L’article % est épuisé.', '%'],
  },
  es: {
    date: ['Abrió el %.', 'Vence: %'],
    price: ['Hoy cuesta %.', 'Total: %'],
    version: ['Instale primero la versión %.', 'Firmware %'],
    isbn: ['Véase ISBN %.', 'ISBN: %'],
    coordinate: ['El pecio está en %.', 'Posición: %'],
    order: ['Su número de pedido es %.', 'Factura n.º %', 'Pedido %'],
    year: ['Se construyó en %.', 'En % se quemó.'],
    measure: ['Mide %.', 'Tamaño: %'],
    identifier: ['El artículo % está agotado.', '%'],
  },
  it: {
    date: ['Aprì il %.', 'Scadenza: %'],
    price: ['Oggi costa %.', 'Totale: %'],
    version: ['Installi prima la versione %.', 'Firmware %'],
    isbn: ['Vedi ISBN %.', 'ISBN: %'],
    coordinate: ['Il relitto si trova a %.', 'Posizione: %'],
    order: ['Il suo numero d’ordine è %.', 'Fattura n. %', 'Ordine %'],
    year: ['Fu costruito nel %.', 'Nel % bruciò.'],
    measure: ['Misura %.', 'Dimensione: %'],
    identifier: ['L’articolo % è esaurito.', '%'],
  },
  pl: {
    date: ['Otwarto go %.', 'Termin: %'],
    price: ['Dziś kosztuje %.', 'Razem: %'],
    version: ['Najpierw zainstaluj wersję %.', 'Firmware %'],
    isbn: ['Zobacz ISBN %.', 'ISBN: %'],
    coordinate: ['Wrak leży pod %.', 'Pozycja: %'],
    order: ['Numer zamówienia to %.', 'Faktura nr %', 'Zamówienie %'],
    year: ['Zbudowano go w %.', 'W % spłonął.'],
    measure: ['Mierzy %.', 'Rozmiar: %'],
    identifier: ['Artykuł % jest wyprzedany.', '%'],
  },
};

const shapes: Readonly<Record<Exclude<OrdinaryKind, 'date' | 'isbn' | 'year'>, readonly string[]>> = {
  price: [
    ...[
      '€~##.##',
      '$~,###.##',
      '~.###,## €',
      '~ ### ### zł',
      '£~#,###',
      'CHF ~’###.##',
      '~## ### ### €',
      '~.###.###,- EUR',
    ],
    ...['USD ~,###,###.##', '~#,## €', '~ ###,## zł'],
  ],
  version: ['~.~#.#', '10.0.~####.~###', '~.#.#.#', '~.~#.#-beta.~', '~#.#.~###.~##', '2.~#.0'],
  coordinate: [
    '4~.####, 2.####',
    '-3~.#######, 15~.#######',
    '4~° 5#′ 2#″ N',
    '5~.##### 1~.#####',
    '4~,####; 1~,####',
    'N 5~.###° E 00~.###°',
  ],
  order: [
    ...[
      '20##-00####',
      'A-~####-##',
      '45########',
      '30~-#######-#######',
      '#~/####/20##',
      '~######',
      '~##-######',
    ],
    ...['00#######', '~###############', '~## ### ###', '100######-##', '~########'],
  ],
  measure: [
    ...[
      '~## x ~# x ~## mm',
      '~,### km',
      '~ ### ### m²',
      '3.~ V',
      '~#,# %',
      '10~# hPa',
      '~## ### ### kg',
      '1:~#,000',
    ],
    ...['~.###.### ha', '0.0####~', '~#.######', '~.~e-##', '~### × ~### px', '~–~# cm', '~##/~#'],
  ],
  identifier: [
    ...[
      '400638~######',
      '35~###-##-######-#',
      '17########',
      '17###########',
      'DE~########',
      '~####-~###',
      'SKU-~#####',
    ],
    ...[
      '550e8400-e29b-41d4-a716-4466554~####',
      'd41d8cd98f00b204e98009~####f8427e',
      '0034~###############',
      '0x~#####',
    ],
    ...[
      '~##-~##',
      '~### ~### ~### ~###',
      '#~:#~:#~',
      '~#.~#.~',
      'B0~#AA#A#',
      '~#-~##-~##',
      'RFC ~###',
      '~/~###/##',
    ],
  ],
};

/** Makes an ordinary number and a sentence that has it. */
export function makeOrdinaryNumber(
  random: Random,
  kind: OrdinaryKind,
  language: Language,
): { readonly number: string; readonly sentence: string } {
  const number = makeNumber(random, kind);
  return { number, sentence: pick(random, words[language][kind]).replace('%', () => number) };
}

function makeNumber(random: Random, kind: OrdinaryKind): string {
  switch (kind) {
    case 'date':
      return makeDate(random);
    case 'isbn':
      return makeIsbn(random);
    case 'year':
      return pick(random, [
        fill(random, '19##'),
        fill(random, '18##–19##'),
        fill(random, '20##/2#'),
        fill(random, '19##-20##'),
      ]);
    default:
      return fill(random, pick(random, shapes[kind]));
  }
}

function makeDate(random: Random): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = two(1 + random.below(28));
  const month = two(1 + random.below(12));
  const year = String(1950 + random.below(90));
  const time = `${two(random.below(24))}:${two(random.below(60))}`;
  return pick(random, [
    ...[
      `${day}.${month}.${year}`,
      `${month}/${day}/${year}`,
      `${year}-${month}-${day}`,
      `${day}/${month}/${year.slice(2)}`,
    ],
    ...[
      `${year}-${month}-${day}T${time}:07Z`,
      `${day}-${month}-${year}`,
      `${day}.${month}.${year} ${time}`,
      `${year}${month}${day}`,
    ],
    ...[
      `${day}.${month}.–${day}.${month}.${year}`,
      `${day} ${month} ${year}`,
      `${year}/${month}/${day} ${time}`,
    ],
  ]);
}

function makeIsbn(random: Random): string {
  const body = fill(random, '978########~');
  const sum = Array.from(body).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  const isbn = `${body}${(10 - (sum % 10)) % 10}`;
  const parts = isbn.replace(/^(978)(.)(...)(.....)(.)$/, '$1-$2-$3-$4-$5');
  return pick(random, [
    isbn,
    parts,
    parts.replaceAll('-', ' '),
    fill(random, '0-~##-#####-#'),
    fill(random, '~-###-#####-X'),
  ]);
}
