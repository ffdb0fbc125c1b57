import { exampleOf } from './openapi-examples.ts';
import { linksOf } from './openapi-links.ts';
import { idempotencyKeyPattern } from './idempotency-key.ts';
import { accessOf } from './operation-access.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const parameters = {
  OrganizationId: {
    name: 'X-Organization-Id',
    in: 'header',
    required: false,
    description:
      'The organization to work in, one that the credential reaches; without it, the default one of its user. 404 for ' +
      'any other.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Names this request, so that repeating it has no further effect: for 24 hours the same key and body are answered ' +
      'as the first time, with `Idempotent-Replayed: true`. Another body under the key is refused with 409.',
    schema: { type: 'string', pattern: idempotencyKeyPattern, minLength: 1, maxLength: 255 },
  },
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
const headers = {
  'X-Request-Id': { description: 'Names this request in every log.', schema: { type: 'string' } },
  'X-RateLimit-Limit': integerHeader('Requests allowed in a window.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in this window.'),
  'X-RateLimit-Reset': integerHeader('When the window ends, in Unix seconds.'),
  'Retry-After': integerHeader('Seconds to wait before asking again.'),
  'Idempotent-Replayed': {
    description: '`true` when an earlier request with the same `Idempotency-Key` did the work.',
    schema: { type: 'string', enum: ['true'] },
  },
};
type HeaderName = keyof typeof headers;

const always: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

interface Operation {
  operationId?: string;
  security?: readonly unknown[];
  parameters?: unknown[];
  responses?: Record<string, Response>;
}

interface Response {
  headers?: JsonObject;
  links?: JsonObject;
  content?: Record<string, { schema?: unknown; example?: unknown }>;
}

/** Adds what every operation has: the headers it takes, and the headers, links and examples of its answers. */
export function completed<D extends object>(document: D): D {
  const { paths = {}, components } = document as {
    paths?: Record<string, Record<string, Operation>>;
    components?: Record<string, unknown>;
  };
  Object.assign(components ?? {}, { headers, parameters });
  for (const [path, operations] of Object.entries(paths)) {
    for (const operation of Object.values(operations)) {
      const isIdempotent = takesIdempotencyKey(operation);
      operation.parameters = [
        ...(operation.parameters ?? []),
        ...parametersOf(operation, path, isIdempotent),
      ];
      addToResponses(operation, isIdempotent);
      const { '200': read, '201': made } = operation.responses ?? {};
      for (const response of [read, made]) addExample(response, components ?? {});
    }
  }
  return document;
}

function takesIdempotencyKey({ operationId, security }: Operation): boolean {
  return operationId !== undefined && security?.length !== 0 && accessOf(operationId).isIdempotent;
}

function parametersOf({ security }: Operation, path: string, isIdempotent: boolean) {
  const namesOrganization = /\{(orgId|organizationId)\}/u.test(path);
  return [
    ...(security?.length === 0 || namesOrganization ? [] : [reference('parameters', 'OrganizationId')]),
    ...(isIdempotent ? [reference('parameters', 'IdempotencyKey')] : []),
  ];
}

function addToResponses({ operationId, responses = {} }: Operation, isIdempotent: boolean): void {
  for (const [status, response] of Object.entries(responses)) {
    const names: HeaderName[] = [...always];
    if (status === '429' || status === '503') names.push('Retry-After');
    if (isIdempotent && status.startsWith('2')) names.push('Idempotent-Replayed');
    const added = names.map((name) => [name, reference('headers', name)] as const);
    response.headers = { ...response.headers, ...Object.fromEntries(added) };
    const links = linksOf(operationId, status);
    if (Object.keys(links).length > 0) response.links = links;
  }
}

function addExample(response: Response | undefined, components: JsonObject): void {
  const json = response?.content?.['application/json'];
  if (json?.schema !== undefined) json.example = exampleOf(json.schema, components);
}

function reference(kind: 'headers' | 'parameters', name: string) {
  return { $ref: `#/components/${kind}/${name}` };
}
