import type { OutgoingCall } from '@assay/chassis/call-context';
import type { RestRequest } from '../derive/request.ts';
import type { ServedOperation } from '../derive/serve-operations.ts';
import type { JsonSchema } from '../json-schema.ts';
import { dryRunArgument } from './dry-run.ts';
import { isNullable, toInputSchema } from './plain-schema.ts';
import { renderBriefly } from './references.ts';
import type { Tool } from './tool.ts';

type Values = Readonly<Record<string, unknown>>;

export interface ToolArguments {
  readonly schema: JsonSchema;
  /** Reads null as if the argument were left out. Required arguments keep it, so that the schema refuses it. */
  readonly read: (args: Values) => ReadArguments;
  /** Returns the parts of the request of the operation. */
  readonly toRest: (read: ReadArguments) => RestRequest;
  /** Returns the call with the idempotency key of the arguments. */
  readonly toCall: (call: OutgoingCall, args: Values) => OutgoingCall;
}

export interface ReadArguments {
  /** The arguments that the schema checks, and to which it adds defaults. */
  readonly args: Values;
  /** The arguments whose member the call clears: they were null or an empty string. */
  readonly cleared: readonly string[];
}

/** An argument, and the part of the request that has it. */
interface Argument {
  readonly name: string;
  readonly part: keyof RestRequest;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** True if null clears the member: the request has an update mask, and the member may be empty. */
  readonly isClearable: boolean;
}

const pagingArguments = {
  limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
  offset: { type: 'integer', minimum: 0, maximum: 2_147_483_647, default: 0 },
} as const;

const fields = {
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  description: 'The members to return; default: all.',
} as const;

const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Repeating a call with its key returns its first answer.',
} as const;

/** Returns true if the operation answers a list, of which a tool shows a page. */
export function isList({ answer: { responses } }: ServedOperation): boolean {
  const schema = responses[0]?.content?.['application/json']?.schema;
  if (schema === undefined) return false;
  return schema['type'] === 'array' || Object.hasOwn(schema['properties'] ?? {}, 'data');
}

/**
 * Picks the arguments from the input of the operation and adds those of MCP. Throws for a name that the operation does not have.
 * @param filters the schemas of the members by which the tool filters itself
 */
export function deriveArguments(
  tool: string,
  declared: Tool,
  operation: ServedOperation,
  filters: JsonSchema,
): ToolArguments {
  const picked = declared.arguments.map((name) => pickArgument(tool, name, operation));
  const hasPage = isList(operation);
  const takesKey = operation.access.isIdempotent;
  const properties = {
    ...Object.fromEntries(picked.map(({ name, schema }) => [name, toInputSchema(schema, renderBriefly)])),
    ...filters,
    ...(hasPage && { ...pagingArguments, fields }),
    ...(declared.hasFields === true && { fields }),
    ...(declared.estimatedBy !== undefined && { dryRun: dryRunArgument }),
    ...(takesKey && { idempotencyKey }),
  };
  const required = picked.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    schema: {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    read: (args) => readArguments(args, picked),
    toRest: buildToRest(picked, operation),
    toCall: (call, { idempotencyKey: key }) =>
      typeof key === 'string' ? { ...call, idempotencyKey: key } : call,
  };
}

function pickArgument(tool: string, name: string, { input, rpcs }: ServedOperation): Argument {
  const { params, query, body, documentedBody } = input;
  const [firstForm = documentedBody] = (documentedBody?.['anyOf'] ?? []) as readonly JsonSchema[];
  const parts = [
    ['params', params],
    ['query', query],
    ['body', Object.hasOwn(body ?? {}, 'properties') ? body : firstForm],
  ] as const;
  for (const [part, schema] of parts) {
    const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
    const found = properties[name];
    if (found === undefined) continue;
    const isRequired = ((schema?.['required'] ?? []) as readonly string[]).includes(name);
    return { name, part, isRequired, isClearable: isPartial(input) && isNullable(found), schema: found };
  }
  throw new Error(`${tool}: ${rpcs[0]?.path ?? 'the operation'} has no input ${name}`);
}

/** Returns true if the request has an update mask, so that no member of the body is required. */
function isPartial({ body, isBodyOptional }: ServedOperation['input']): boolean {
  return body !== undefined && isBodyOptional === false && !Object.hasOwn(body, 'required');
}

function readArguments(args: Values, picked: readonly Argument[]): ReadArguments {
  const required = new Set(picked.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])));
  const clearable = picked.filter(({ isClearable }) => isClearable).map(({ name }) => name);
  const cleared = clearable.filter((name) => args[name] === null || args[name] === '');
  const kept = Object.entries(args).filter(
    ([name, value]) => !cleared.includes(name) && (value !== null || required.has(name)),
  );
  return { args: Object.fromEntries(kept), cleared };
}

function buildToRest(
  picked: readonly Argument[],
  { input: { query } }: ServedOperation,
): ToolArguments['toRest'] {
  const queried = (query?.['properties'] ?? {}) as JsonSchema;
  const paging = Object.keys(pagingArguments).filter((name) => Object.hasOwn(queried, name));
  return ({ args, cleared }) => {
    const rest = { params: {}, query: {}, body: {} } as Record<keyof RestRequest, Record<string, unknown>>;
    for (const { name, part } of picked) {
      if (args[name] !== undefined) rest[part][name] = args[name];
      if (cleared.includes(name)) rest[part][name] = null;
    }
    for (const name of paging) rest.query[name] = args[name];
    return rest;
  };
}
