import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { describePattern } from '@assay/chassis/grpc/rules/predefined-rules';
import { isDateTime } from '../derive/date-time.ts';
import { RestError } from '../errors/rest-error.ts';
import type { JsonSchema } from '../json-schema.ts';

type Violation = Pick<ErrorObject, 'keyword' | 'params' | 'instancePath' | 'message'>;

/** The services validate email addresses and URLs; here any text is accepted. */
const formats = { 'date-time': isDateTime, email: true, uri: true } as const;
const options = {
  allErrors: false,
  strict: false,
  useDefaults: true,
  removeAdditional: false,
  formats,
} as const;

/** Compiles the schema of an input. The compiled function fills in defaults. */
export type CompileSchema = (schema: JsonSchema) => ValidateFunction;

/** Creates a compiler. With `coerceTypes`, texts are converted to the type in the schema, as for queries and paths. */
export function createCompiler({ coerceTypes }: { readonly coerceTypes: boolean }): CompileSchema {
  const ajv = new Ajv({ ...options, coerceTypes });
  return (schema) => ajv.compile(schema);
}

/**
 * Converts the first violation to an error that names the field. A missing required field is BAD_REQUEST, all others are
 * VALIDATION_ERROR.
 */
export function describeViolation(violations: readonly Violation[], part: string | undefined): RestError {
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
