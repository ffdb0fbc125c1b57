import type { OutgoingCall } from '@assay/chassis/call-context';
import type { RestResponse } from '../derive/answer.ts';
import type { ServedOperation } from '../derive/serve-operations.ts';
import type { JsonSchema } from '../json-schema.ts';
import { isList } from './arguments.ts';
import { readFields } from './check-arguments.ts';
import { toOutputSchema } from './plain-schema.ts';
import type { FindSchema } from './plain-schema.ts';
import type { Tool } from './tool.ts';

type Values = Readonly<Record<string, unknown>>;

interface Called {
  readonly call: OutgoingCall;
  readonly args: Values;
}

export interface ToolResult {
  readonly schema: JsonSchema;
  /** Throws VALIDATION_ERROR for a chosen member that does not exist. */
  readonly checkFields: (args: Values) => void;
  /** Returns the structured content. */
  readonly show: (response: RestResponse, called: Called) => Values;
}

/** Derives the answer of a tool: a page for a list, otherwise the object that REST shows. */
export function deriveResult(tool: Tool, operation: ServedOperation, find: FindSchema): ToolResult {
  const { shownAs } = operation.answer;
  const shown = shownAs === undefined ? { type: 'object' } : toOutputSchema(find(shownAs), find);
  return isList(operation) ? pageResult(shown, operation) : objectResult(shown, tool);
}

function objectResult(shown: JsonSchema, { adds = {} }: Tool): ToolResult {
  const added = Object.entries(adds);
  const properties = { ...(shown['properties'] as JsonSchema), ...mapSchemas(added) };
  const known = new Set(Object.keys(properties));
  return {
    schema: { ...shown, properties },
    checkFields: ({ fields }) => void readFields(fields, known),
    show: ({ body }, { call, args }) => {
      const members = added.map(([name, { read }]) => [name, read(call, args)] as const);
      return pickMembers(
        { ...(body as Values), ...Object.fromEntries(members) },
        readFields(args['fields'], known),
      );
    },
  };
}

function mapSchemas(added: readonly (readonly [string, { readonly schema: JsonSchema }])[]): JsonSchema {
  return Object.fromEntries(added.map(([name, { schema }]) => [name, schema]));
}

const integer = { type: 'integer' } as const;

function pageResult(item: JsonSchema, { input: { query } }: ServedOperation): ToolResult {
  const known = new Set(Object.keys(item['properties'] ?? {}));
  const isPagedByService = Object.hasOwn(query?.['properties'] ?? {}, 'offset');
  return {
    schema: {
      type: 'object',
      required: ['data', 'total', 'limit', 'offset'],
      properties: { data: { type: 'array', items: item }, total: integer, limit: integer, offset: integer },
    },
    checkFields: ({ fields }) => void readFields(fields, known),
    show: (response, { args }) => {
      const { data, total } = readList(response);
      const [limit, offset] = [Number(args['limit']), Number(args['offset'])];
      const page = isPagedByService ? data : data.slice(offset, offset + limit);
      const fields = readFields(args['fields'], known);
      return { data: page.map((one) => pickMembers(one, fields)), total, limit, offset };
    },
  };
}

/** Reads a list in each of the forms of REST: an envelope, or an array whose total is in a header. */
function readList({ body, headers }: RestResponse): {
  readonly data: readonly Values[];
  readonly total: number;
} {
  if (!Array.isArray(body)) return body as { data: readonly Values[]; total: number };
  const data = body as readonly Values[];
  return { data, total: Number(headers['x-total-count'] ?? data.length) };
}

function pickMembers(value: Values, fields: readonly string[] | undefined): Values {
  if (fields === undefined) return value;
  const chosen = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(value).filter(([name]) => chosen.has(name)));
}
