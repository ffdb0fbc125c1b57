import type { ServedOperation } from '../derive/serve-operations.ts';
import type { JsonSchema } from '../json-schema.ts';

/** The ids in a response. */
export interface ShownAnswer {
  /** The name of the schema. */
  readonly name: string;
  /** The members of the object, by name. */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** True if the response is an array of such objects. */
  readonly isArray: boolean;
  /** The nested objects, by member. */
  readonly nested: Readonly<Record<string, ShownAnswer>>;
}

/**
 * Finds the operations whose path parameters can be filled from a response (OpenAPI links). A created resource leads to every
 * operation on it, an item of a list to those that read it.
 */
export function findLinks(
  from: ServedOperation,
  shown: ShownAnswer,
  operations: readonly ServedOperation[],
): Record<string, object> {
  const leading = operations.filter(
    (to) => to.id !== from.id && pathParams(to).length > 0 && (!shown.isArray || to.method === 'GET'),
  );
  return Object.fromEntries(
    leading.flatMap((to) => {
      const filled = pathParams(to).map((param) => [param, expressionFor(param, shown)] as const);
      if (filled.some(([, expression]) => expression === undefined)) return [];
      if (!filled.some(([param]) => addsId(param, from, to))) return [];
      return [[to.id, { operationId: to.id, parameters: Object.fromEntries(filled) }] as const];
    }),
  );
}

/**
 * Returns true if the response adds information for the path: an id that the request already had leads to nothing new, and a
 * name only to deeper paths.
 */
function addsId(param: string, from: ServedOperation, to: ServedOperation): boolean {
  return param.endsWith('Id') ? !pathParams(from).includes(param) : to.path.startsWith(from.path);
}

function pathParams({ path }: ServedOperation): string[] {
  return [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => name);
}

/** Returns the runtime expression for a parameter's value in the response body. Undefined if the body does not have it. */
function expressionFor(param: string, shown: ShownAnswer): string | undefined {
  const pointer = pointerTo(param, shown);
  return pointer === undefined ? undefined : `$response.body#${shown.isArray ? '/0' : ''}${pointer}`;
}

function pointerTo(param: string, { name, properties, nested }: ShownAnswer): string | undefined {
  if ('id' in properties && listIdParams(name).includes(param)) return '/id';
  // The organization is always the one of the call.
  if (param in properties && param !== 'organizationId') return `/${param}`;
  for (const [member, inner] of Object.entries(nested)) {
    const pointer = pointerTo(param, inner);
    if (pointer !== undefined) return `/${member}${pointer}`;
  }
  return undefined;
}

const otherNames: Readonly<Record<string, string>> = {
  Organization: 'orgId',
  VerificationContext: 'contextId',
};

/** Returns the names of path parameters for the id of a resource. */
function listIdParams(schemaName: string): string[] {
  const noun = schemaName.replace(/With[A-Z].*$/u, '');
  const usual = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}Id`;
  const other = otherNames[noun];
  return other === undefined ? [usual] : [other, usual];
}
