import type { DescMessage } from '@bufbuild/protobuf';
import type { Answer } from '../answer.ts';
import type { JsonSchema } from '../json-schema.ts';
import { listRestFields } from './rest-fields.ts';

/** The response of an rpc, or the combined result of an operation. Its fields are read by name. */
export type OperationResult = Readonly<Record<string, unknown>>;

/** The page that was requested. */
export interface Paging {
  readonly limit?: unknown;
  readonly offset?: unknown;
}

/** Returns true if the response of a list has the cursor of the next page. */
export function isPaged(desc: DescMessage | undefined): boolean {
  return desc !== undefined && listRestFields(desc).some(({ field }) => field.localName === 'nextCursor');
}

const totalDescription = 'The number of matching items. With `cursor`, the count stops at 10000.';
const exactDescription = 'False if more items match than the total says.';

/** The members of a page in addition to its items. */
export const pageMembers: JsonSchema = {
  total: { type: 'integer', description: totalDescription },
  totalIsExact: { type: 'boolean', description: exactDescription },
  limit: { type: 'integer', description: 'The limit of the request.' },
  offset: { type: 'integer', description: 'The offset of the request.' },
  nextCursor: {
    type: ['string', 'null'],
    description: 'The `cursor` of the next page. Null on the last page.',
  },
};

export const onlyPage = { total: 1, totalIsExact: true, limit: 20, offset: 0, nextCursor: null };

export function pageValues(result: OperationResult, { limit, offset }: Paging): Record<string, unknown> {
  const { total, nextCursor = null } = result;
  return { total, totalIsExact: isTotalExact(result), limit, offset, nextCursor };
}

/** A header with data about a list that is a plain array. */
interface ListHeader {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Undefined if the header is left out. */
  readonly readValue: (result: OperationResult, answer: Answer) => string | number | boolean | undefined;
}

const totalHeader: ListHeader = {
  name: 'X-Total-Count',
  description: 'The number of matching items.',
  schema: { type: 'integer' },
  readValue: readTotal,
};

const pageHeaders: readonly ListHeader[] = [
  { ...totalHeader, description: totalDescription },
  {
    name: 'X-Total-Is-Exact',
    description: exactDescription,
    schema: { type: 'boolean' },
    readValue: isTotalExact,
  },
  {
    name: 'X-Next-Cursor',
    description: 'The `cursor` of the next page. Absent on the last page.',
    schema: { type: 'string' },
    readValue: ({ nextCursor }) => (typeof nextCursor === 'string' ? nextCursor : undefined),
  },
];

export function listHeaders({ isCounted }: Answer, isPage: boolean): readonly ListHeader[] {
  if (isCounted !== true) return [];
  return isPage ? pageHeaders : [totalHeader];
}

/** Returns undefined if there are no headers. */
export function documentedHeaders(headers: readonly ListHeader[]): JsonSchema | undefined {
  if (headers.length === 0) return undefined;
  return Object.fromEntries(headers.map(({ name, description, schema }) => [name, { description, schema }]));
}

const noHeaders = {};

export function headersFor(
  headers: readonly ListHeader[],
  result: OperationResult,
  answer: Answer,
): Readonly<Record<string, string>> {
  if (headers.length === 0) return noHeaders;
  const values: Record<string, string> = {};
  for (const { name, readValue: readValue } of headers) {
    const value = readValue(result, answer);
    if (value !== undefined) values[name.toLowerCase()] = String(value);
  }
  return values;
}

/** Reads the total. A response without a total contains the complete list. */
function readTotal(result: OperationResult, { field = '' }: Answer): number {
  const { total } = result;
  return typeof total === 'number' ? total : (result[field] as readonly unknown[]).length;
}

/** Returns true unless the result says otherwise: services that count everything leave the field out. */
function isTotalExact({ totalIsExact }: OperationResult): boolean {
  return totalIsExact !== false;
}
