import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { linksOf } from './openapi-links.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const organizationHeader = {
  name: 'X-Organization-Id',
  in: 'header',
  required: false,
  description: "One of the key's organizations; without it, the default one of its user.",
  schema: { type: 'string' },
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
const headers = {
  'X-Request-Id': { description: 'Names this request in every log.', schema: { type: 'string' } },
  'X-RateLimit-Limit': integerHeader('Requests allowed in a window.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in this window.'),
  'X-RateLimit-Reset': integerHeader('When the window ends, in Unix seconds.'),
  'Retry-After': integerHeader('Seconds to wait before asking again.'),
};
const always = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
const withRetryAfter = ['429', '503'];

/**
 * What the generator would print wrongly: query fields with a default as required, and the choice between two shapes of a
 * body as conditions, which client generators do not read. Also puts in bodies that the gateway does not read itself.
 */
export function mendSchema(schema: FastifySchema | undefined, config?: FastifyContextConfig): FastifySchema {
  const mended = { ...schema };
  const { querystring, body } = mended as { querystring?: JsonObject; body?: JsonObject };
  if (querystring !== undefined) mended.querystring = withoutDefaultedRequired(querystring);
  if (body?.['if'] !== undefined) mended.body = asAlternatives(body);
  if (config?.documentedBody !== undefined) {
    Object.assign(mended, { body: config.documentedBody, consumes: ['multipart/form-data'] });
  }
  return mended;
}

function withoutDefaultedRequired(schema: JsonObject): JsonObject {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  const required = (schema['required'] ?? []) as readonly string[];
  return { ...schema, required: required.filter((name) => properties[name]?.['default'] === undefined) };
}

function asAlternatives(schema: JsonObject): JsonObject {
  return { anyOf: [schema['then'], schema['else']], examples: schema['examples'] };
}

interface Operation {
  operationId?: string;
  parameters?: unknown[];
  responses?: Record<string, { headers?: JsonObject; links?: JsonObject }>;
}

/** Adds what every operation has: the organization header, and the headers and links of its answers. */
export function addHeadersAndLinks<D extends object>(document: D): D {
  const { paths = {}, components } = document as {
    paths?: Record<string, Record<string, Operation>>;
    components?: Record<string, unknown>;
  };
  Object.assign(components ?? {}, { headers, parameters: { OrganizationId: organizationHeader } });
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    operation.parameters = [
      ...(operation.parameters ?? []),
      { $ref: '#/components/parameters/OrganizationId' },
    ];
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const names = withRetryAfter.includes(status) ? [...always, 'Retry-After'] : always;
      response.headers = { ...response.headers, ...Object.fromEntries(names.map(headerReference)) };
      const links = linksOf(operation.operationId, status);
      if (Object.keys(links).length > 0) response.links = links;
    }
  }
  return document;
}

function headerReference(name: string) {
  return [name, { $ref: `#/components/headers/${name}` }] as const;
}
