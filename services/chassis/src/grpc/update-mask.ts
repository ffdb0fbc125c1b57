import { invalidField } from '../errors.ts';
import type { DomainError } from '../errors.ts';

/** What refuses a path of an update mask that names nothing a caller can change; the path is snake_case. */
export function unchangeable(path: string): DomainError {
  const field = path.replace(/_([a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
  return invalidField(field, `${field} cannot be changed`);
}
