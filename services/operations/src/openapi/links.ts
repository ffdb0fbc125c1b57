import type { ServedOperation } from '../derive/serve-operations.ts';
import type { JsonSchema } from '../json-schema.ts';

/** What an answer shows, as far as its ids matter. */
export interface ShownAnswer {
  /** The name of the schema. */
  readonly name: string;
  /** The members of the object. */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** Whether the answer is an array of such objects. */
  readonly isArray: boolean;
  /** The properties of objects one level further down, by member. */
  readonly nested: Readonly<Record<string, ShownAnswer>>;
}

/**
 * Which operations take the ids that an answer holds (OpenAPI links): what a creation made leads to every operation whose
 * path is filled by it, what a list holds to those that read.
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

/** Whether the answer says it first: an id that the request named already leads nowhere new, a name only further down. */
function addsId(param: string, from: ServedOperation, to: ServedOperation): boolean {
  return param.endsWith('Id') ? !pathParams(from).includes(param) : to.path.startsWith(from.path);
}

function pathParams({ path }: ServedOperation): string[] {
  return [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => name);
}

/** A runtime expression for the parameter's value in the answer's body; undefined: the body does not hold it. */
function expressionFor(param: string, shown: ShownAnswer): string | undefined {
  const pointer = pointerTo(param, shown);
  return pointer === undefined ? undefined : `$response.body#${shown.isArray ? '/0' : ''}${pointer}`;
}

function pointerTo(param: string, { name, properties, nested }: ShownAnswer): string | undefined {
  if ('id' in properties && listIdParams(name).includes(param)) return '/id';
  // The organization is the call's, whatever else the answer is about.
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

/** What paths call the id of a thing. */
function listIdParams(schemaName: string): string[] {
  const noun = schemaName.replace(/With[A-Z].*$/u, '');
  const usual = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}Id`;
  const other = otherNames[noun];
  return other === undefined ? [usual] : [other, usual];
}
