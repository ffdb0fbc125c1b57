import { invalidField } from '@assay/chassis/errors';

const maxLength = 254;
const maxLocalLength = 64;
// A dot-atom of RFC 5322 and a domain of two labels or more. Quoted local parts and address literals are refused.
const shape = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** An address without surrounding blanks and in lower case. INVALID_ARGUMENT when no mail could reach it. */
export function readEmailAddress(given: string): string {
  const email = given.trim().toLowerCase();
  const local = email.slice(0, email.lastIndexOf('@'));
  const isPlausible =
    email.length <= maxLength &&
    local.length <= maxLocalLength &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    shape.test(email);
  if (!isPlausible) throw invalidField('email', 'email must be an e-mail address');
  return email;
}
