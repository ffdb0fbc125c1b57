/** One typed call for each operation that pages use. */

import type { operations } from './api-types.ts';
import { routes } from './routes.ts';

export type OperationId = keyof operations & keyof typeof routes;

/** The JSON body of the successful answer. Undefined without a body. */
export type Answer<Id extends OperationId> = ContentOf<
  operations[Id]['responses'][keyof operations[Id]['responses']]
>;

type ContentOf<Response> = Response extends { readonly content: { readonly 'application/json': infer Body } }
  ? Body
  : undefined;

/** The JSON body of the request. */
export type Body<Id extends OperationId> =
  NonNullable<operations[Id]['requestBody']> extends {
    readonly content: { readonly 'application/json': infer Content };
  }
    ? Content
    : never;

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type QueryOf<Id extends OperationId> = [NonNullable<Parameters<Id>['query']>] extends [never]
  ? unknown
  : {
      readonly [Name in keyof NonNullable<Parameters<Id>['query']>]:
        NonNullable<Parameters<Id>['query']>[Name] | undefined;
    };

/** The parameters of the path. */
export type PathOf<Id extends OperationId> = [NonNullable<Parameters<Id>['path']>] extends [never]
  ? unknown
  : NonNullable<Parameters<Id>['path']>;

type Place<Id extends OperationId> = PathOf<Id> & QueryOf<Id>;

type WithBody<Id extends OperationId> = [Body<Id>] extends [never]
  ? unknown
  : undefined extends operations[Id]['requestBody']
    ? { readonly body?: Body<Id> | undefined }
    : { readonly body: Body<Id> };

type WithKey<Id extends OperationId> = [NonNullable<Parameters<Id>['header']>] extends [never]
  ? unknown
  : { readonly idempotencyKey?: string };

type Input<Id extends OperationId> = Place<Id> & WithBody<Id> & WithKey<Id>;

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Call<Id extends OperationId> = (
  ...input: Partial<Input<Id>> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]
) => Promise<Answer<Id>>;

type Api = { readonly [Id in OperationId]: Call<Id> };

/** @param send resolves to the JSON body of the answer, or to undefined without one */
export function createApi(send: (request: ApiRequest) => Promise<unknown>): Api {
  const calls = Object.keys(routes).map((id) => {
    const call = ({ body, idempotencyKey, ...place }: LooseInput = {}): Promise<unknown> =>
      send({
        method: readRoute(id as OperationId).method,
        path: fillPath(id as OperationId, place),
        body,
        ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
      });
    return [id, call] as const;
  });
  // The routes and the types of each call are generated from the same document.
  return Object.fromEntries(calls) as unknown as Api;
}

/** Returns the address of an operation with its query. Parameters that are undefined are left out. */
export function writePath<Id extends OperationId>(id: Id, place: Place<Id>): string {
  return fillPath(id, place as LoosePlace);
}

type LoosePlace = Readonly<Record<string, string | number | boolean | undefined>>;
interface LooseInput {
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

function fillPath(id: OperationId, place: LoosePlace): string {
  const { template } = readRoute(id);
  const query = new URLSearchParams();
  let path = template;
  for (const [name, value] of Object.entries(place)) {
    if (value === undefined) continue;
    if (template.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function readRoute(id: OperationId): { readonly method: string; readonly template: string } {
  const [method = '', template = ''] = routes[id].split(' ');
  return { method, template };
}
