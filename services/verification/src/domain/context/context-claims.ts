import { DomainError, invalidField } from '@assay/chassis/errors';
import type { ContextField, Pipeline } from '../pipeline/pipeline.ts';

export type ContextClaims = Readonly<Record<string, unknown>>;

/**
 * Checks claims against the keys a pipeline declares. FAILED_PRECONDITION with `requiredKeys` and `providedKeys` when one
 * is missing, INVALID_ARGUMENT for an unknown key or a value of the wrong type.
 */
export function checkContextClaims(pipeline: Pipeline, claims: ContextClaims): void {
  const requiredKeys = pipeline.requiredContextFields.map(({ key }) => key);
  const providedKeys = Object.keys(claims);
  if (requiredKeys.some((key) => !providedKeys.includes(key))) {
    throw new DomainError('FAILED_PRECONDITION', 'CONTEXT_KEY_MISSING', 'a required context key is missing', {
      details: { requiredKeys, providedKeys },
    });
  }
  const fields = new Map(
    [...pipeline.requiredContextFields, ...pipeline.optionalContextFields].map((field) => [field.key, field]),
  );
  for (const [key, value] of Object.entries(claims)) {
    const field = fields.get(key);
    if (field === undefined)
      throw invalidField(`context.${key}`, `${pipeline.slug} knows no context key ${key}`);
    if (!fits(field, value)) throw invalidField(`context.${key}`, `${key} must be ${describe(field)}`);
  }
}

function fits(field: ContextField, value: unknown): boolean {
  switch (field.type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'enum':
      return typeof value === 'string' && field.enumValues.includes(value);
    case 'date':
      return (
        typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/u.test(value) && !Number.isNaN(Date.parse(value))
      );
    case 'datetime':
      return (
        typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/u.test(value) && !Number.isNaN(Date.parse(value))
      );
    case 'string':
      return typeof value === 'string' && value.trim() !== '' && value.length <= 2_000;
  }
}

function describe(field: ContextField): string {
  switch (field.type) {
    case 'enum':
      return `one of ${field.enumValues.join(', ')}`;
    case 'date':
      return 'a date such as 2026-01-31';
    case 'datetime':
      return 'a date and time such as 2026-01-31T12:00:00Z';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'text of 1 to 2000 characters';
  }
}
