import type { OutgoingCall } from '@assay/chassis/call-context';
import type { RestResponse } from '../derive/answer.ts';
import type { ServedOperation } from '../derive/serve-operations.ts';
import type { JsonSchema } from '../json-schema.ts';
import { isList } from './arguments.ts';
import { readFields } from './check-arguments.ts';
import { dryRunMembers } from './dry-run.ts';
import { toInputSchema, toOutputSchema } from './plain-schema.ts';
import type { FindSchema } from './plain-schema.ts';
import type { Tool } from './tool.ts';

type Values = Readonly<Record<string, unknown>>;

interface Called {
  readonly call: OutgoingCall;
  readonly args: Values;
}

export interface ToolResult {
  readonly schema: JsonSchema;
  /** The arguments by which the tool filters a list. */
  readonly filters: JsonSchema;
  /** Throws VALIDATION_ERROR for a chosen member that does not exist. */
  readonly checkFields: (args: Values) => void;
  /** Returns the structured content. */
  readonly show: (response: RestResponse, called: Called) => Values;
}

/** Derives the answer of a tool: a page for a list, otherwise the object that REST shows. */
export function deriveResult(
  tool: Tool,
  operation: ServedOperation,
  { find, isReading }: { readonly find: FindSchema; readonly isReading: boolean },
): ToolResult {
  const { shownAs } = operation.answer;
  const shown = shownAs === undefined ? { type: 'object' } : toOutputSchema(find(shownAs), find);
  if (!isList(operation)) return objectResult(shown, tool, isReading);
  const item = shownAs === undefined ? {} : find(shownAs);
  return pageResult(shown, pickFilters(tool, item), operation);
}

function pickFilters({ filters = [] }: Tool, item: JsonSchema): JsonSchema {
  const members = (item['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.fromEntries(
    filters.map((name) => [name, toInputSchema({ type: 'string', enum: members[name]?.['enum'] }, String)]),
  );
}

/** The members that the schema of a change shows. It answers all of them; the tool that reads the object shows them. */
const shownOfChanges = new Set(['id', 'name', 'status']);

function objectResult(shown: JsonSchema, { adds = {}, estimatedBy }: Tool, isReading: boolean): ToolResult {
  const added = Object.entries(adds);
  const members = Object.entries((shown['properties'] ?? {}) as JsonSchema);
  const properties = {
    ...Object.fromEntries(members.filter(([name]) => isReading || shownOfChanges.has(name))),
    ...mapSchemas(added),
    ...(estimatedBy !== undefined && dryRunMembers),
  };
  const known = new Set(Object.keys(properties));
  return {
    schema: { ...shown, properties },
    filters: {},
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

function pageResult(
  item: JsonSchema,
  filters: JsonSchema,
  { input: { query } }: ServedOperation,
): ToolResult {
  const known = new Set(Object.keys(item['properties'] ?? {}));
  const isPagedByService = Object.hasOwn(query?.['properties'] ?? {}, 'offset');
  return {
    schema: {
      type: 'object',
      required: ['data', 'total', 'limit', 'offset'],
      properties: { data: { type: 'array', items: item }, total: integer, limit: integer, offset: integer },
    },
    filters,
    checkFields: ({ fields }) => void readFields(fields, known),
    show: (response, { args }) => {
      const limit = Number(args['limit']);
      const offset = Number(args['offset']);
      const { data, total } = isPagedByService
        ? readList(response)
        : filterList(readList(response).data, Object.keys(filters), args);
      const page = isPagedByService ? data : data.slice(offset, offset + limit);
      const fields = readFields(args['fields'], known);
      return { data: page.map((one) => pickMembers(one, fields)), total, limit, offset };
    },
  };
}

function filterList(all: readonly Values[], filters: readonly string[], args: Values): List {
  const data = all.filter((item) =>
    filters.every((name) => args[name] === undefined || item[name] === args[name]),
  );
  return { data, total: data.length };
}

interface List {
  readonly data: readonly Values[];
  readonly total: number;
}

/** Reads a list in each of the forms of REST: an envelope, or an array whose total is in a header. */
function readList({ body, headers }: RestResponse): List {
  if (!Array.isArray(body)) return body as List;
  const data = body as readonly Values[];
  return { data, total: Number(headers['x-total-count'] ?? data.length) };
}

function pickMembers(value: Values, fields: readonly string[] | undefined): Values {
  if (fields === undefined) return value;
  const chosen = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(value).filter(([name]) => chosen.has(name)));
}
