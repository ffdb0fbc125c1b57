import { describeViolation } from '../adapter/validation.ts';
import { RestError } from '../errors/rest-error.ts';

/** Converts the first violation to VALIDATION_ERROR, also for a missing argument, and names the argument in `details.field`. */
export function refuseViolation(violations: Parameters<typeof describeViolation>[0]): RestError {
  const { message, options } = describeViolation(violations, 'arguments');
  return new RestError('VALIDATION_ERROR', message, options);
}

/** Returns the chosen members. Throws VALIDATION_ERROR for a name that no member has. */
export function readFields(fields: unknown, known: ReadonlySet<string>): readonly string[] | undefined {
  if (!Array.isArray(fields)) return undefined;
  const names = fields as readonly string[];
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return names;
  const message = `fields has ${unknown.slice(0, 100)}, which is no member of the answer. Use some of: ${[...known].join(', ')}.`;
  throw new RestError('VALIDATION_ERROR', message, { details: { field: 'fields' } });
}
