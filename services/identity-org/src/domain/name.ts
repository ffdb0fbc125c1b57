import { invalidField } from '@assay/chassis/errors';

const maxLength = 100;

/** A name without surrounding blanks, 1 to 100 characters. INVALID_ARGUMENT otherwise. */
export function readName(given: string): string {
  const name = given.trim();
  if (name === '' || Array.from(name).length > maxLength) {
    throw invalidField('name', `name must have 1 to ${maxLength} characters`);
  }
  return name;
}
