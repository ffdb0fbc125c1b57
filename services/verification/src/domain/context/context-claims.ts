import { DomainError, invalidField } from '@assay/chassis/errors';
import type { ContextField, Pipeline } from '../pipeline/pipeline.ts';

export type ContextClaims = Readonly<Record<string, unknown>>;

/** Claims over which others go; null removes one. */
export function keptClaims(before: ContextClaims, given: ContextClaims): ContextClaims {
  const all = Object.entries({ ...before, ...given });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** Where the claims of a run come from. */
export interface ClaimSources {
  /** Those of its saved context, which may be meant for other pipelines too. */
  readonly saved: ContextClaims;
  /** Those given at the start, which go over the saved ones. */
  readonly given: ContextClaims;
}

/**
 * The claims of a run, checked against the keys its pipeline declares. FAILED_PRECONDITION with `requiredKeys` and
 * `providedKeys` when one is missing, INVALID_ARGUMENT for a given key that is not declared or a value of the wrong type.
 */
export function claimsFor(pipeline: Pipeline, { saved, given }: ClaimSources): ContextClaims {
  const claims = keptClaims(saved, given);
  requireKeys(pipeline, Object.keys(claims));
  const declared = [...pipeline.requiredContextFields, ...pipeline.optionalContextFields];
  const fields = new Map(declared.map((field) => [field.key, field]));
  for (const [key, value] of Object.entries(claims)) {
    const field = fields.get(key);
    if (field === undefined && !Object.hasOwn(given, key)) continue;
    if (field === undefined)
      throw invalidField(`context.${key}`, `${pipeline.slug} knows no context key ${key}`);
    if (!fits(field, value)) throw invalidField(`context.${key}`, `${key} must be ${describe(field)}`);
  }
  return claims;
}

function requireKeys(pipeline: Pipeline, providedKeys: readonly string[]): void {
  const requiredKeys = pipeline.requiredContextFields.map(({ key }) => key);
  if (requiredKeys.every((key) => providedKeys.includes(key))) return;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'CONTEXT_KEY_MISSING',
    'A required context key is missing. Add the keys in `details.requiredKeys`.',
    {
      details: { requiredKeys, providedKeys },
    },
  );
}

function fits(field: ContextField, value: unknown): boolean {
  switch (field.type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && isWithin(field.range, value);
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

function isWithin(range: ContextField['range'], value: number): boolean {
  return range === undefined || (value >= range[0] && value <= range[1]);
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
      return field.range === undefined ? 'a number' : `a number from ${field.range.join(' to ')}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'text of 1 to 2000 characters';
  }
}
