/** A box of an ISO base media file. */
export function box(name: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** Seconds since 1904 of a time. */
const since1904 = (iso: string): number => Date.parse(iso) / 1000 + 2_082_844_800;

/** The beginning of a header box with its two times. */
function times(created: string, modified: string): Buffer {
  const content = Buffer.alloc(24);
  content.writeUInt32BE(since1904(created), 4);
  content.writeUInt32BE(since1904(modified), 8);
  return content;
}

function handler(name: string): Buffer {
  return box('hdlr', Buffer.alloc(8), 'vide', Buffer.alloc(12), `${name}\0`);
}

export interface MovieSettings {
  readonly created?: string;
  readonly modified?: string;
  readonly trackCreated?: string;
  readonly handlerName?: string;
  /** Of the item list, such as the encoder in `\u00a9too`. */
  readonly items?: Readonly<Record<string, string>>;
  /** QuickTime user data. */
  readonly userData?: Readonly<Record<string, string>>;
}

/** A movie of one track without pictures. */
export function movieOf(settings: MovieSettings = {}): Buffer {
  const created = settings.created ?? '2024-05-01T10:00:00Z';
  const trackCreated = settings.trackCreated ?? created;
  const items = Object.entries(settings.items ?? {}).map(([name, text]) =>
    box(name, box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), text)),
  );
  const userData = Object.entries(settings.userData ?? {}).map(([name, text]) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(Buffer.byteLength(text), 0);
    return box(name, head, text);
  });
  const meta = box('meta', Buffer.alloc(4), handler('meta'), box('ilst', ...items));
  const track = box(
    'trak',
    box('tkhd', times(trackCreated, trackCreated)),
    box(
      'mdia',
      box('mdhd', times(trackCreated, trackCreated)),
      handler(settings.handlerName ?? 'VideoHandle'),
    ),
  );
  return Buffer.concat([
    box('ftyp', 'isom', Buffer.from([0, 0, 2, 0]), 'isom', 'mp42'),
    box(
      'moov',
      box('mvhd', times(created, settings.modified ?? created)),
      track,
      box('udta', meta, ...userData),
    ),
    box('mdat', 'pictures'),
  ]);
}
