import { extname } from 'node:path';
import { readTableLayout } from './table-layout.ts';
import type { TableLayout } from './table-layout.ts';

/** The format of a text whose lines are records: their number must not change. */
export interface RecordFormat {
  readonly kind: 'json' | 'table';
  /** The columns of a table, if its first rows have the same number of cells. */
  readonly layout: TableLayout | null;
  /** True if the text also has line feeds, so that a single carriage return is a part of a record. */
  readonly hasLineFeeds: boolean;
}

const jsonNames = ['.json', '.jsonl', '.ndjson', '.geojson'];
const tableNames = ['.csv', '.tsv'];

/** Reads the format from the first piece of a text and from its file name; null for other texts. */
export function readRecordFormat(text: string, name = ''): RecordFormat | null {
  const extension = extname(name).toLowerCase();
  const hasLineFeeds = text.includes('\n');
  if (jsonNames.includes(extension) || isJson(text)) return { kind: 'json', layout: null, hasLineFeeds };
  const layout = readTableLayout(hasLineFeeds ? text : text.replaceAll('\r', '\n'));
  if (layout === null && !tableNames.includes(extension)) return null;
  return { kind: 'table', layout, hasLineFeeds };
}

/** An object with a key, or an array of objects, arrays or strings. */
const jsonStart = /^\s*(?:\[\s*){0,20}(?:\{\s*"[^"\n]{0,200}"\s*:|\[\s*"[^"\n]{0,200}"\s*[,\]]|\{\s*\})/u;
const maxSample = 65_536;

function isJson(text: string): boolean {
  if (jsonStart.test(text.slice(0, maxSample))) return true;
  const lines = text
    .slice(0, maxSample)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.slice(0, 2).every(isJsonValue);
}

function isJsonValue(line: string): boolean {
  if (!/^\s*[["]/u.test(line)) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
