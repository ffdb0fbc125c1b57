import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import type { FastifyError, FastifySchemaCompiler } from 'fastify';
import { describePattern } from '@assay/chassis/grpc/rules/predefined-rules';
import type { JsonSchema } from '@assay/operations/json-schema';
import { isDateTime } from '@assay/operations/derive/date-time';
import { RestError } from '@assay/operations/errors/rest-error';

type Violations = NonNullable<FastifyError['validation']>;

/** The services validate email addresses and URLs; here any text is accepted. */
const formats = { 'date-time': isDateTime, email: true, uri: true } as const;
const common = {
  allErrors: false,
  strict: false,
  useDefaults: true,
  removeAdditional: false,
  formats,
} as const;

/**
 * Creates the compiler of request schemas. Queries and paths are text, so their values are converted to the type in the schema;
 * values of bodies are not converted. A schema is compiled with its first request, because compiling all of them took a sixth of
 * the start.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<JsonSchema> {
  const literal = new Ajv({ ...common, coerceTypes: false });
  const coercing = new Ajv({ ...common, coerceTypes: true });
  return ({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined;
    return (data: unknown) => {
      validate ??= (httpPart === 'body' ? literal : coercing).compile(schema);
      return validate(data) ? true : { error: validate.errors ?? [] };
    };
  };
}

/**
 * Converts the first violation to an error that names the field. A missing required field is BAD_REQUEST, all others are
 * VALIDATION_ERROR.
 */
export function describeViolation(violations: Violations, part: string | undefined): RestError {
  const [violation] = violations;
  if (violation === undefined)
    return new RestError('BAD_REQUEST', 'The request is malformed. Correct it and send it again.');
  const { keyword, params, instancePath, message = 'is invalid' } = violation;
  const path = instancePath.split('/').slice(1);
  const field = (name: unknown): string => [...path, String(name)].join('.');
  if (keyword === 'required') {
    const missing = field(params['missingProperty']);
    return new RestError('BAD_REQUEST', `${missing} is required`, { details: { field: missing } });
  }
  if (keyword === 'additionalProperties') {
    const unknown = field(params['additionalProperty']);
    return new RestError('VALIDATION_ERROR', `${unknown} is not a known field`, {
      details: { field: unknown },
    });
  }
  const named = path.join('.');
  if (keyword === 'false schema') {
    const conflict = `${named} cannot be combined with the other fields of this request`;
    return new RestError('VALIDATION_ERROR', conflict, { details: { field: named } });
  }
  if (named === '') return new RestError('BAD_REQUEST', `The ${part ?? 'request'} ${message}.`);
  if (keyword === 'pattern') {
    const rule = describePattern(String(params['pattern'])) ?? 'has a format that is not accepted';
    return new RestError('VALIDATION_ERROR', `${named} ${rule}`, { details: { field: named } });
  }
  const allowed = keyword === 'enum' ? `: ${(params['allowedValues'] as unknown[]).join(', ')}` : '';
  return new RestError('VALIDATION_ERROR', `${named} ${message}${allowed}`, { details: { field: named } });
}
