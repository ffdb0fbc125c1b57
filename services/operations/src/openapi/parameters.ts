import type { ServedOperation } from '../derive/serve-operations.ts';
import type { JsonSchema } from '../json-schema.ts';
import { reference } from './headers.ts';

/** Parameters that become components, by component name. */
export type SharedParameters = Readonly<Record<string, JsonSchema>>;

const minUses = 3;

/** Finds the parameters that several operations have in common. If a name has variants, only the most frequent one is shared. */
export function findSharedParameters(operations: readonly ServedOperation[]): SharedParameters {
  const uses = Map.groupBy(operations.flatMap(listOwnParameters), (parameter) => JSON.stringify(parameter));
  const frequent = [...uses.values()]
    .filter(({ length }) => length >= minUses)
    .toSorted((one, other) => one.length - other.length);
  const named = frequent.flatMap(([parameter]) =>
    parameter === undefined ? [] : [[componentName(parameter), parameter] as const],
  );
  return Object.fromEntries([...new Map(named)].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the parameters of an operation, as references where they are shared. */
export function buildParameters(operation: ServedOperation, shared: SharedParameters): JsonSchema[] {
  const { access, method, input } = operation;
  const takesOrganization = access.role !== 'none' && input.organizationParam === undefined;
  return [
    ...listOwnParameters(operation).map((parameter) => referToShared(parameter, shared)),
    ...(takesOrganization ? [reference('parameters', 'OrganizationId')] : []),
    ...(access.isIdempotent && method === 'POST' ? [reference('parameters', 'IdempotencyKey')] : []),
  ];
}

function referToShared(parameter: JsonSchema, shared: SharedParameters): JsonSchema {
  const name = componentName(parameter);
  const isShared = JSON.stringify(shared[name]) === JSON.stringify(parameter);
  return isShared ? reference('parameters', name) : parameter;
}

function componentName({ name, in: place }: JsonSchema): string {
  return [name, place].map((word) => String(word).replace(/^./u, (first) => first.toUpperCase())).join('');
}

function listOwnParameters({ input }: ServedOperation): JsonSchema[] {
  const { params, query, headers } = input;
  return [
    ...parametersIn('path', params),
    ...parametersIn('query', query),
    ...parametersIn('header', headers),
  ];
}

function parametersIn(place: string, part: JsonSchema | undefined): JsonSchema[] {
  if (part === undefined) return [];
  const { properties, required = [] } = part as {
    properties: Readonly<Record<string, JsonSchema>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, examples, ...schema }]): JsonSchema => {
    const [example] = (examples ?? []) as readonly unknown[];
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema,
      ...(example !== undefined && { example }),
    };
  });
}
