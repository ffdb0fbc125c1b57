import { byteView } from '../bytes/byte-view.ts';
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

/** A date and a time as IPTC-IIM writes them. */
export interface IptcTime {
  /** `CCYYMMDD`. */
  readonly date: string;
  /** `HHMMSS±HHMM`. */
  readonly time: string;
}

const dateCreated = 55;
const timeCreated = 60;

/** Text datasets of an IPTC-IIM record; stops at the first byte that is no dataset. */
export function readIptcTexts(bytes: Uint8Array, range: ByteRange): IptcText[] {
  return listDatasets(bytes, range).flatMap(({ dataset, text }) => {
    const name = datasetNames.get(dataset);
    return name === undefined ? [] : [{ name, text }];
  });
}

/** Reads when the content was created. Null when the date or the time is missing. */
export function readIptcTime(bytes: Uint8Array, range: ByteRange): IptcTime | null {
  const datasets = listDatasets(bytes, range);
  const date = datasets.find(({ dataset }) => dataset === dateCreated)?.text.trim();
  const time = datasets.find(({ dataset }) => dataset === timeCreated)?.text.trim();
  return date === undefined || time === undefined ? null : { date, time };
}

/** Lists the datasets of record 2. */
function listDatasets(bytes: Uint8Array, range: ByteRange): { dataset: number; text: string }[] {
  const view = byteView(bytes, range.offset, range.length);
  const datasets: { dataset: number; text: string }[] = [];
  let at = 0;
  while (view.u8(at) === 0x1c) {
    const record = view.u8(at + 1);
    const dataset = view.u8(at + 2);
    const size = view.u16(at + 3);
    const body = size === null || size > 0x7fff ? null : view.slice(at + 5, size);
    if (dataset === null || size === null || body === null) break;
    if (record === 2) datasets.push({ dataset, text: Buffer.from(body).toString('utf8') });
    at += 5 + size;
  }
  return datasets;
}
