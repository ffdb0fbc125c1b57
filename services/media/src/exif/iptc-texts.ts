import { byteView } from '../jpeg/byte-view.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

/** Record 2 datasets of IPTC-IIM 4.2 that people and generators put words in. */
const datasetNames: ReadonlyMap<number, string> = new Map([
  [65, 'OriginatingProgram'],
  [80, 'Byline'],
  [110, 'Credit'],
  [115, 'Source'],
  [120, 'Caption'],
]);

export interface IptcText {
  readonly name: string;
  readonly text: string;
}

/** Text datasets of an IPTC-IIM record; stops at the first byte that is no dataset. */
export function readIptcTexts(bytes: Uint8Array, range: ByteRange): IptcText[] {
  const view = byteView(bytes, range.offset, range.length);
  const texts: IptcText[] = [];
  let at = 0;
  while (view.u8(at) === 0x1c) {
    const [record, dataset, size] = [view.u8(at + 1), view.u8(at + 2), view.u16(at + 3)];
    const body = size === null || size > 0x7fff ? null : view.slice(at + 5, size);
    if (dataset === null || size === null || body === null) break;
    const name = record === 2 ? datasetNames.get(dataset) : undefined;
    if (name !== undefined) texts.push({ name, text: Buffer.from(body).toString('utf8') });
    at += 5 + size;
  }
  return texts;
}
