import type { Answer } from '../answer.ts';
import { referTo } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';
import { onlyPage, pageMembers, pageValues } from './list-answer.ts';
import type { OperationResult, Paging } from './list-answer.ts';

/** A message in the form that REST shows. */
export interface Shown {
  readonly name: string;
  readonly toRest: (message: unknown) => unknown;
  /** Undefined if the schema has no example. */
  readonly example: unknown;
}

/** Returns the schema of a body that contains the message, alone or in a list, and its example. */
export function documentedBody(
  answer: Answer,
  { name, example }: Shown,
): { schema: JsonSchema; example: unknown } {
  const item = referTo(name);
  const { kind, description } = answer;
  const items = example === undefined ? undefined : [example];
  switch (kind) {
    case 'page': {
      const schema = envelope(item, description, pageMembers);
      return { schema, example: items && { data: items, ...onlyPage } };
    }
    case 'list':
      return { schema: envelope(item, description, {}), example: items && { data: items, total: 1 } };
    case 'array':
      return { schema: { type: 'array', items: item, description }, example: items };
    default:
      return { schema: item, example };
  }
}

function envelope(item: JsonSchema, description: string, more: JsonSchema): JsonSchema {
  const properties = {
    data: { type: 'array', items: item, description: description },
    total: { type: 'integer', description: 'The number of matching items.' },
    ...more,
  };
  return { type: 'object', description, required: Object.keys(properties), properties };
}

/** Returns a function that builds the body from the result. */
export function bodyMaker(
  { kind, field }: Answer,
  { toRest }: Shown,
): (result: OperationResult, query: Paging) => unknown {
  const held = (result: OperationResult): unknown => (field === undefined ? result : result[field]);
  const all = (result: OperationResult): unknown[] => (held(result) as readonly unknown[]).map(toRest);
  switch (kind) {
    case 'page':
      return (result, paging) => ({ data: all(result), ...pageValues(result, paging) });
    case 'list':
      return (result) => {
        const data = all(result);
        return { data, total: data.length };
      };
    case 'array':
      return all;
    default:
      return (result) => toRest(held(result));
  }
}
