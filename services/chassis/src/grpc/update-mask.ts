import { invalidField } from '../errors.ts';
import type { DomainError } from '../errors.ts';

/**
 * Returns the changes of a request: the reader of each path in its update mask reads one field. Paths are in snake_case. Throws the
 * error of `refusal` for a path without a reader, by default INVALID_ARGUMENT.
 */
export function readChanges<Request extends { readonly updateMask?: readonly string[] | undefined }, Changes>(
  request: Request,
  readers: Readonly<Record<string, (request: Request) => Partial<Changes>>>,
  refusal: (path: string) => DomainError = cannotChange,
): Partial<Changes> {
  const read = (path: string): Partial<Changes> => {
    const reader = Object.hasOwn(readers, path) ? readers[path] : undefined;
    if (reader === undefined) throw refusal(path);
    return reader(request);
  };
  return (request.updateMask ?? []).map(read).reduce((all, change) => ({ ...all, ...change }), {});
}

function cannotChange(path: string): DomainError {
  const field = path.replace(/_([a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
  return invalidField(field, `${field} cannot be changed`);
}
