import { unspacedLanguages } from './unspaced-languages.ts';
import { listNouns, listOrdinary } from './world-language.ts';
import type { WorldLanguage } from './world-language.ts';

/** Languages with spaces between words, in the Latin, Cyrillic, Hebrew and Arabic scripts. */
const spaced = {
  en: {
    prose: 'The harbour was quiet when the first boats came back in the grey light of the morning.',
    nouns: listNouns('Email|Phone|Account|Card|Server|Address'),
    next: 'tomorrow',
    attached: [
      ['“', '”'],
      ['‘', '’'],
      ['[', ']'],
      ['<', '>'],
      ['=', ';'],
      ['…', '…'],
    ],
    call: 'Please call % or ask at the desk.',
    phones: ['(415) 555-2###', '212-555-3###', '+1 312 555 4###', '020 7946 0###', '+442079460###'],
    ordinary: listOrdinary(
      'It costs % today.|It was built in %.|The customer id is %.|Your order number is %.|It measures %.|See pages %.|Install version % first.',
    ),
  },
  de: {
    prose: 'Der Hafen war noch still, als die ersten Boote im grauen Licht des Morgens zurückkehrten.',
    nouns: listNouns('E-Mail|Telefon|Konto|Karte|Server|Adresse'),
    next: 'morgen',
    attached: [
      ['„', '“'],
      ['»', '«'],
      ['‚', '‘'],
      ['– ', ' –'],
    ],
    call: 'Rufen Sie uns unter % an.',
    phones: [
      '030 901####',
      '030/901####',
      '0171 ~######',
      '0151-~#######',
      '+49 171 ~######',
      '0171/~######',
    ],
    ordinary: listOrdinary(
      'Es kostet heute %.|Es wurde % gebaut.|Die Kundennummer ist %.|Ihre Bestellnummer ist %.|Es misst %.|Siehe Seiten %.|Installieren Sie Version % zuerst.',
    ),
  },
  fr: {
    prose: 'Le port était calme lorsque les premiers bateaux rentrèrent dans la lumière grise du matin.',
    nouns: listNouns('Courriel|Téléphone|Compte|Carte|Serveur|Adresse'),
    next: 'demain',
    attached: [['«\u00a0', '\u00a0»']],
    call: 'Appelez-nous au % ou passez nous voir.',
    phones: ['06 1# ## ## ##', '07.6#.##.##.##', '061#######', '+33 6 2# ## ## ##', '01-42-##-##-##'],
    ordinary: listOrdinary(
      'Cela coûte % aujourd’hui.|Il fut construit en %.|Le code client est %.|Votre numéro de commande est %.|Il mesure %.|Voir pages %.|Installez la version % d’abord.',
    ),
  },
  es: {
    prose: 'El puerto estaba en silencio cuando volvieron los primeros barcos con la luz gris de la mañana.',
    nouns: listNouns('Correo|Teléfono|Cuenta|Tarjeta|Servidor|Dirección'),
    next: 'mañana',
    attached: [['¿', '?']],
    call: 'Llámenos al % o venga a vernos.',
    phones: ['612 ### ###', '6~# ## ## ##', '+34 612 ### ###', '912 ## ## ##', '612######'],
    ordinary: listOrdinary(
      'Hoy cuesta %.|Se construyó en %.|El código de cliente es %.|Su número de pedido es %.|Mide %.|Véanse las páginas %.|Instale primero la versión %.',
    ),
  },
  it: {
    prose: 'Il porto era silenzioso quando le prime barche tornarono nella luce grigia del mattino.',
    nouns: listNouns('Email|Telefono|Conto|Carta|Server|Indirizzo'),
    next: 'domani',
    attached: [['“', '”']],
    call: 'Ci chiami al % oppure passi da noi.',
    phones: ['347 ~## ####', '+39 347 ~######', '06 4### ####', '347~######', '333/~######'],
    ordinary: listOrdinary(
      'Oggi costa %.|Fu costruito nel %.|Il codice cliente è %.|Il suo numero d’ordine è %.|Misura %.|Vedi pagine %.|Installi prima la versione %.',
    ),
  },
  pt: {
    prose: 'O porto estava calmo quando os primeiros barcos voltaram na luz cinzenta da manhã.',
    nouns: listNouns('E-mail|Telefone|Conta|Cartão|Servidor|Endereço'),
    next: 'amanhã',
    attached: [['“', '”']],
    call: 'Ligue para o % ou venha cá.',
    phones: ['912 345 ###', '+351 912 345 ###', '21 345 ####', '912345###', '(11) 9~###-####'],
    ordinary: listOrdinary(
      'Hoje custa %.|Foi construído em %.|O código do cliente é %.|O número da encomenda é %.|Mede %.|Ver páginas %.|Instale primeiro a versão %.',
    ),
  },
  nl: {
    prose: 'De haven was stil toen de eerste boten in het grijze licht van de ochtend terugkwamen.',
    nouns: listNouns('E-mail|Telefoon|Rekening|Kaart|Server|Adres'),
    next: 'morgen',
    attached: [['‘', '’']],
    call: 'Bel ons op % of kom langs.',
    phones: ['06-~#######', '06 ~#######', '020-624####', '+31 6 ~#######', '06~#######'],
    ordinary: listOrdinary(
      'Het kost vandaag %.|Het werd gebouwd in %.|Het klantnummer is %.|Uw bestelnummer is %.|Het meet %.|Zie pagina’s %.|Installeer eerst versie %.',
    ),
  },
  pl: {
    prose: 'W porcie było cicho, kiedy pierwsze łodzie wracały w szarym świetle poranka.',
    nouns: listNouns('E-mail|Telefon|Konto|Karta|Serwer|Adres'),
    next: 'jutro',
    attached: [['„', '”']],
    call: 'Prosimy dzwonić pod % lub przyjść.',
    phones: ['22 621 ## ##', '501 ### ###', '+48 501 ### ###', '601-###-###', '501######'],
    ordinary: listOrdinary(
      'Dziś kosztuje %.|Zbudowano go w %.|Kod klienta to %.|Numer zamówienia to %.|Mierzy %.|Zob. strony %.|Najpierw zainstaluj wersję %.',
    ),
  },
  ru: {
    prose: 'Гавань была тиха, когда первые лодки возвращались в сером свете утра.',
    nouns: listNouns('Почта|Телефон|Счёт|Карта|Сервер|Адрес'),
    next: 'завтра',
    attached: [
      ['«', '»'],
      ['„', '“'],
      ['— ', ' —'],
    ],
    call: 'Звоните нам по номеру % или приходите.',
    phones: ['8 912 ###-##-##', '+7 912 ###-##-##', '8 (495) 6##-##-##', '8912#######', '+7912#######'],
    ordinary: listOrdinary(
      'Сегодня это стоит %.|Построено в % году.|Код клиента %.|Номер заказа: %.|Размер: %.|См. страницы %.|Сначала установите версию %.',
    ),
  },
  uk: {
    prose: 'Гавань була тиха, коли перші човни поверталися в сірому світлі ранку.',
    nouns: listNouns('Пошта|Телефон|Рахунок|Картка|Сервер|Адреса'),
    next: 'завтра',
    attached: [
      ['«', '»'],
      ['„', '“'],
      ['— ', ' —'],
    ],
    call: 'Дзвоніть нам за номером % або приходьте.',
    phones: ['067 ### ## ##', '+380 67 ### ## ##', '(044) 2##-##-##', '067#######', '+38067#######'],
    ordinary: listOrdinary(
      'Сьогодні це коштує %.|Збудовано у % році.|Код клієнта %.|Номер замовлення: %.|Розмір: %.|Див. сторінки %.|Спочатку встановіть версію %.',
    ),
  },
  hu: {
    prose: 'A kikötő csendes volt, amikor az első hajók visszatértek a reggel szürke fényében.',
    nouns: listNouns('E-mail|Telefon|Számlaszám|Kártya|Szerver|Cím'),
    next: 'holnap',
    attached: [
      ['', '-re'],
      ['', '-ben'],
      ['„', '”'],
    ],
    call: 'Hívjon minket a % számon, vagy jöjjön be.',
    phones: ['06 30 ~## ####', '06-1-2##-####', '+36 30 ~## ####', '0630~######', '06 20/~##-####'],
    ordinary: listOrdinary(
      'Ma % az ára.|Épült: %.|Az ügyfélkód %.|A rendelésszám %.|A mérete %.|Lásd %. oldal.|Először a(z) % verziót telepítse.',
    ),
  },
  fi: {
    prose: 'Satama oli hiljainen, kun ensimmäiset veneet palasivat aamun harmaassa valossa.',
    nouns: listNouns('Sähköposti|Puhelin|Tili|Kortti|Palvelin|Osoite'),
    next: 'huomenna',
    attached: [
      ['', ':een'],
      ['', ':n'],
      ['”', '”'],
    ],
    call: 'Soittakaa numeroon % tai tulkaa käymään.',
    phones: ['040 ~## ####', '09 2## ####', '+358 40 ~## ####', '040~######', '050-~######'],
    ordinary: listOrdinary(
      'Se maksaa tänään %.|Se rakennettiin vuonna %.|Asiakastunnus on %.|Tilausnumero on %.|Koko on %.|Katso sivut %.|Asenna ensin versio %.',
    ),
  },
  tr: {
    prose: 'İlk tekneler sabahın gri ışığında geri döndüğünde liman çok sessizdi.',
    nouns: listNouns('E-posta|Telefon|Hesap|Kart|Sunucu|Adres'),
    next: 'yarın',
    attached: [
      ['', '’den'],
      ['', "'a"],
      ['“', '”'],
    ],
    call: 'Bizi % numaradan arayın veya gelin.',
    phones: ['0532 ~## ## ##', '0(532) ~## ## ##', '+90 532 ~## ## ##', '0532~######', '0212 2## ## ##'],
    ordinary: listOrdinary(
      'Bugün fiyatı %.|Yapım yılı %.|Müşteri kodu %.|Sipariş numarası: %.|Boyutu %.|Bkz. sayfa %.|Önce sürüm % kurun.',
    ),
  },
  ar: {
    prose: 'كان الميناء هادئا عندما عادت القوارب الأولى في ضوء الصباح الرمادي وكان الصيادون متعبين.',
    nouns: listNouns('البريد|الهاتف|الحساب|البطاقة|الخادم|العنوان'),
    next: 'غدا',
    attached: [
      ['بـ', ''],
      ['و', ''],
      ['«', '»'],
    ],
    call: 'اتصلوا بنا على % أو تعالوا إلينا.',
    phones: ['010 2### ####', '01012######', '+20 10 2### ####', '+966 50 ~## ####', '0101#######'],
    ordinary: listOrdinary(
      'السعر اليوم %.|بني في عام %.|رمز العميل %.|رقم الطلب %.|المقاس %.|انظر الصفحات %.|ثبت الإصدار % أولا.',
    ),
  },
  he: {
    prose: 'הנמל היה שקט כאשר הסירות הראשונות חזרו באור האפור של הבוקר והדייגים היו עייפים.',
    nouns: listNouns('דוא"ל|טלפון|חשבון|כרטיס|שרת|כתובת'),
    next: 'מחר',
    attached: [
      ['ל-', ''],
      ['ב', ''],
      ['ל', ','],
    ],
    call: 'התקשרו אלינו למספר % או בואו אלינו.',
    phones: ['050-~##-####', '052-~######', '+972 50 ~## ####', '050~######', '02-5##-####'],
    ordinary: listOrdinary(
      'המחיר היום %.|נבנה בשנת %.|קוד לקוח %.|מספר הזמנה %.|המידה %.|ראו עמודים %.|התקינו תחילה גרסה %.',
    ),
  },
} satisfies Record<string, WorldLanguage>;

export const worldLanguages: Readonly<Record<string, WorldLanguage>> = { ...spaced, ...unspacedLanguages };
export const spacelessLanguages: readonly string[] = Object.keys(unspacedLanguages).filter(
  (name) => name !== 'ko',
);
