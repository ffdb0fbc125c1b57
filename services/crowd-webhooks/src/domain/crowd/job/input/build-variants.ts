import { kibibytes } from '@assay/chassis/units';
import {
  countBytes,
  countRowBytes,
  countVariants,
  findRows,
  joinRows,
  listFactors,
  measureLists,
} from './input-factors.ts';
import type { Factor, InputLists } from './input-factors.ts';
import { exceedsLimit } from '../../survey/exceeds-limit.ts';
import type { ValueChunk, Values, Variant } from './variant.ts';

/** The size up to which rows share a chunk. */
const chunkBytes = kibibytes(256);
const maxRowsPerChunk = 10_000;

/** The variants of an input, before those with known answers are known. */
export interface InputVariants {
  readonly variants: readonly Variant[];
  readonly chunks: readonly ValueChunk[];
  /** The lists of each variant, by name, with the UTF-8 bytes of their largest value. */
  readonly lists: ReadonlyMap<string, number>;
  /** Returns the values of a variant in some lists. */
  readonly readValues: (variant: number, names: readonly string[]) => Values;
}

/** The limits of a job, as GET /v2/limits has them. */
export interface VariantLimits {
  readonly slotsPerJob: number;
  readonly inputDataBytesPerJob: number;
}

/**
 * Builds the variants of a set of input data. The lists of a group go in step; groups and other lists multiply, the first one slowest. Where
 * lists multiply, variants refer to values that are stored once. INVALID_ARGUMENT as `listFactors`, and for more variants or bytes than the
 * limits allow.
 */
export function buildVariants(input: InputLists, limits: VariantLimits): InputVariants {
  const factors = listFactors(input);
  const count = countVariants(factors);
  checkLimit(count, limits.slotsPerJob, 'variants');
  checkLimit(countBytes(factors), limits.inputDataBytesPerJob, 'bytes in all variants together');
  const numbers = Array.from({ length: count }, (_, number) => number);
  const readValues: InputVariants['readValues'] = (variant, names) => readRows(factors, variant, names);
  const lists = measureLists(factors);
  const names = [...lists.keys()];
  if (factors.length <= 1) {
    const variants = numbers.map((number) => ({ values: readValues(number, names), fileIds: [] }));
    return { variants, chunks: [], lists, readValues };
  }
  const divided = divide(factors);
  const variants = numbers.map((number) => ({ refs: divided.refer(findRows(factors, number)), fileIds: [] }));
  return { variants, chunks: divided.chunks, lists, readValues };
}

function checkLimit(count: number, limit: number, unit: string): void {
  if (count <= limit) return;
  const message = `The input data has ${count.toString()} ${unit}; at most ${limit.toString()} are possible.`;
  throw exceedsLimit('inputDataSetId', limit, message);
}

function readRows(factors: readonly Factor[], variant: number, requested: readonly string[]): Values {
  const found = findRows(factors, variant);
  const needed = new Set(requested);
  const rows = factors.flatMap(({ names, rows: all }, index) =>
    names.some((name) => needed.has(name)) ? [{ names, row: all[found[index] ?? 0] ?? [] }] : [],
  );
  return joinRows(rows);
}

/** Divides the rows of factors into chunks. */
function divide(factors: readonly Factor[]) {
  const chunks: ValueChunk[] = [];
  const places = factors.map(({ names, rows }) => {
    const maxBytes = rows.reduce((max, row) => Math.max(max, countRowBytes(row)), 1);
    const rowsPerChunk = Math.min(Math.max(Math.floor(chunkBytes / maxBytes), 1), maxRowsPerChunk);
    const first = chunks.length;
    for (let start = 0; start < rows.length; start += rowsPerChunk) {
      chunks.push({ number: chunks.length, names, rows: rows.slice(start, start + rowsPerChunk) });
    }
    return { first, rowsPerChunk };
  });
  const refer = (rows: readonly number[]) =>
    places.map(({ first, rowsPerChunk }, index) => {
      const row = rows[index] ?? 0;
      return { chunk: first + Math.floor(row / rowsPerChunk), row: row % rowsPerChunk };
    });
  return { chunks, refer };
}
