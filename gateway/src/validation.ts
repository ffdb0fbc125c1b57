import type { FastifySchemaCompiler } from 'fastify';
import { createCompiler } from '@assay/operations/adapter/validation';
import type { CompileSchema } from '@assay/operations/adapter/validation';
import type { JsonSchema } from '@assay/operations/json-schema';

/**
 * Creates the compiler of request schemas. Queries and paths are text, so their values are converted to the type in the schema;
 * values of bodies are not converted. A schema is compiled with its first request, because compiling all of them took a sixth of
 * the start.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<JsonSchema> {
  const literal = createCompiler({ coerceTypes: false });
  const coercing = createCompiler({ coerceTypes: true });
  return ({ schema, httpPart }) => {
    let validate: ReturnType<CompileSchema> | undefined;
    return (data: unknown) => {
      validate ??= (httpPart === 'body' ? literal : coercing)(schema);
      return validate(data) ? true : { error: validate.errors ?? [] };
    };
  };
}
