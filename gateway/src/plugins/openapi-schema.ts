import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { RestCode } from '../rest/error-catalog.ts';
import { withErrors } from '../rest/error-body.ts';
import { accessOf, describeAccess } from './operation-access.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What the document says of a route beyond what the gateway itself needs to know: its bodies, who may ask, its errors. */
export function documented(given: FastifySchema | undefined, config: FastifyContextConfig): FastifySchema {
  const schema = mended(given, config);
  if (schema.hide === true || schema.operationId === undefined) return schema;
  if (config.anonymous === true) return { ...schema, security: [], ...errorsOf(schema, []) };
  const access = accessOf(schema.operationId);
  return {
    ...schema,
    description: `${schema.description ?? ''} ${describeAccess(access)}`,
    'x-assay-role': access.role,
    ...errorsOf(schema, [
      ...(access.module === '' ? [] : (['MODULE_NOT_ENABLED'] as const)),
      ...(access.isIdempotent ? (['IDEMPOTENCY_CONFLICT'] as const) : []),
    ]),
  } as FastifySchema;
}

/** Bodies can be too large or of the wrong type, whatever they are for. */
function errorsOf({ body, response }: FastifySchema, own: readonly RestCode[]) {
  const ofBodies = body === undefined ? [] : (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const);
  return { response: withErrors(response as object, [...own, ...ofBodies]) };
}

/**
 * What the generator would print wrongly: query fields with a default as required, and the choice between two shapes of a
 * body as conditions, which client generators do not read. Also puts in bodies that the gateway does not read itself.
 */
function mended(schema: FastifySchema | undefined, { documentedBody }: FastifyContextConfig): FastifySchema {
  const result = { ...schema };
  const { querystring, body } = result as { querystring?: JsonObject; body?: JsonObject };
  if (querystring !== undefined) result.querystring = withoutDefaultedRequired(querystring);
  if (body?.['if'] !== undefined) result.body = asAlternatives(body);
  if (documentedBody !== undefined) {
    Object.assign(result, { body: documentedBody, consumes: ['multipart/form-data'] });
  }
  return result;
}

function withoutDefaultedRequired(schema: JsonObject): JsonObject {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  const required = (schema['required'] ?? []) as readonly string[];
  return { ...schema, required: required.filter((name) => properties[name]?.['default'] === undefined) };
}

function asAlternatives(schema: JsonObject): JsonObject {
  return { anyOf: [schema['then'], schema['else']], examples: schema['examples'] };
}
