import type { DescMessage } from '@bufbuild/protobuf';
import type { Answer } from '../answer.ts';
import type { JsonSchema } from '../json-schema.ts';
import { listRestFields } from './rest-fields.ts';

/** What an rpc answered or an operation put together; its fields are read by name. */
export type OperationResult = Readonly<Record<string, unknown>>;

/** How a page was asked for. */
export interface Paging {
  readonly limit?: unknown;
  readonly offset?: unknown;
}

/** Whether the response to a list says where its next page begins. */
export function isPaged(desc: DescMessage | undefined): boolean {
  return desc !== undefined && listRestFields(desc).some(({ field }) => field.localName === 'nextCursor');
}

const totalDescription = 'How many match in all; asked with `cursor`, at most 10000.';
const exactDescription = 'False: more match than the total says.';

/** What stands beside the items of a page. */
export const pageMembers: JsonSchema = {
  total: { type: 'integer', description: totalDescription },
  totalIsExact: { type: 'boolean', description: exactDescription },
  limit: { type: 'integer', description: 'As asked for.' },
  offset: { type: 'integer', description: 'As asked for.' },
  nextCursor: {
    type: ['string', 'null'],
    description: 'The `cursor` of the next page; null: this is the last one.',
  },
};

export const onlyPage = { total: 1, totalIsExact: true, limit: 20, offset: 0, nextCursor: null };

export function pageValues(result: OperationResult, { limit, offset }: Paging): Record<string, unknown> {
  const { total, nextCursor = null } = result;
  return { total, totalIsExact: isTotalExact(result), limit, offset, nextCursor };
}

/** What a plain array has no room for. */
interface ListHeader {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Undefined: the header is left out. */
  readonly readValue: (result: OperationResult, answer: Answer) => string | number | boolean | undefined;
}

const totalHeader: ListHeader = {
  name: 'X-Total-Count',
  description: 'How many match in all.',
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
    description: 'The `cursor` of the next page; left out on the last one.',
    schema: { type: 'string' },
    readValue: ({ nextCursor }) => (typeof nextCursor === 'string' ? nextCursor : undefined),
  },
];

export function listHeaders({ isCounted }: Answer, isPage: boolean): readonly ListHeader[] {
  if (isCounted !== true) return [];
  return isPage ? pageHeaders : [totalHeader];
}

/** Undefined: there are none. */
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

/** Where the response says no total, it holds all there are. */
function readTotal(result: OperationResult, { field = '' }: Answer): number {
  const { total } = result;
  return typeof total === 'number' ? total : (result[field] as readonly unknown[]).length;
}

/** A service that counts everything says nothing about it. */
function isTotalExact({ totalIsExact }: OperationResult): boolean {
  return totalIsExact !== false;
}
