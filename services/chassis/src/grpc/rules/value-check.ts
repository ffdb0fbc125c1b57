import type { FieldRules } from './field-rules.ts';

/** Returns the violation of a value, to follow the field name, such as "must have 1 to 100 characters". undefined: the value is valid. */
export type ValueCheck = (value: unknown) => string | undefined;

type Limits = Omit<FieldRules, 'required' | 'ignoreIfZero'>;

/**
 * Compiles all rules but `required` into one check.
 * @param excludedNames the names of the enum values in `excludedValues`
 * @returns undefined when every value is valid
 */
export function valueCheck(rules: Limits, excludedNames: readonly string[] = []): ValueCheck | undefined {
  const checks = [
    lengthCheck(rules),
    patternCheck(rules),
    contentCheck(rules),
    formatCheck(rules),
    oneOfCheck(rules),
    rangeCheck(rules),
    exclusionCheck(excludedNames),
    countCheck(rules),
    uniqueCheck(rules),
    itemsCheck(rules, excludedNames),
  ].filter((check) => check !== undefined);
  return checks.length === 0 ? undefined : (value) => findViolation(checks, value);
}

function findViolation(checks: readonly ValueCheck[], value: unknown): string | undefined {
  for (const check of checks) {
    const violation = check(value);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function createCheck(isRight: (value: never) => boolean, violation: string): ValueCheck {
  // The generated code of the message decoded the value, so it has the type of its field.
  const holds = isRight as (value: unknown) => boolean;
  return (value) => (holds(value) ? undefined : violation);
}

function lengthCheck({ minLength = -Infinity, maxLength = Infinity }: Limits): ValueCheck | undefined {
  if (minLength === -Infinity && maxLength === Infinity) return undefined;
  const isRight = (text: string): boolean => {
    // A code point has one or two code units, so most texts need no counting.
    if (text.length <= maxLength && text.length >= 2 * minLength) return true;
    const length = Array.from(text.slice(0, 2 * maxLength + 2)).length;
    return length >= minLength && length <= maxLength;
  };
  return createCheck(isRight, `must have ${describeCount(minLength, maxLength, 'character', 'characters')}`);
}

function patternCheck({ pattern, patternMessage = '' }: Limits): ValueCheck | undefined {
  if (pattern === undefined) return undefined;
  const expression = new RegExp(pattern, 'u');
  return createCheck((text: string) => expression.test(text), patternMessage);
}

function contentCheck({ notContains }: Limits): ValueCheck | undefined {
  if (notContains === undefined) return undefined;
  return createCheck((text: string) => !text.includes(notContains), `must not contain ${notContains}`);
}

// The pattern of the HTML standard for email inputs, which protovalidate specifies.
const email =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/iu;
const uriCharacters = /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/iu;

function formatCheck({ format }: Limits): ValueCheck | undefined {
  if (format === undefined) return undefined;
  return format === 'email'
    ? createCheck((text: string) => email.test(text), 'must be an e-mail address')
    : createCheck((text: string) => uriCharacters.test(text) && URL.canParse(text), 'must be a URI');
}

function oneOfCheck({ oneOf }: Limits): ValueCheck | undefined {
  return oneOf && createCheck((text: string) => oneOf.includes(text), `must be one of ${oneOf.join(', ')}`);
}

function rangeCheck({ minimum = -Infinity, maximum = Infinity }: Limits): ValueCheck | undefined {
  if (minimum === -Infinity && maximum === Infinity) return undefined;
  const isRight = (number: number): boolean => number >= minimum && number <= maximum;
  return createCheck(isRight, `must be ${describeRange(minimum, maximum)}`);
}

function exclusionCheck(names: readonly string[]): ValueCheck | undefined {
  if (names.length === 0) return undefined;
  return createCheck((name: string) => !names.includes(name), `must not be ${names.join(' or ')}`);
}

function countCheck({ minItems = -Infinity, maxItems = Infinity }: Limits): ValueCheck | undefined {
  if (minItems === -Infinity && maxItems === Infinity) return undefined;
  const isRight = ({ length }: readonly unknown[]): boolean => length >= minItems && length <= maxItems;
  return createCheck(isRight, `must have ${describeCount(minItems, maxItems, 'entry', 'entries')}`);
}

function uniqueCheck({ uniqueItems = false }: Limits): ValueCheck | undefined {
  if (!uniqueItems) return undefined;
  const isRight = (items: readonly unknown[]): boolean => new Set(items).size === items.length;
  return createCheck(isRight, 'must not contain duplicates');
}

function itemsCheck({ items }: Limits, excludedNames: readonly string[]): ValueCheck | undefined {
  const check = items && valueCheck(items, excludedNames);
  if (check === undefined) return undefined;
  return (value) => {
    for (const item of value as readonly unknown[]) {
      const violation = check(item);
      if (violation !== undefined) return `contains an invalid entry: it ${violation}`;
    }
    return undefined;
  };
}

function describeCount(min: number, max: number, one: string, many: string): string {
  return `${describeRange(min, max)} ${(max === Infinity ? min : max) === 1 ? one : many}`;
}

function describeRange(min: number, max: number): string {
  if (min === max) return String(min);
  if (max === Infinity) return `at least ${String(min)}`;
  return min === -Infinity ? `at most ${String(max)}` : `${String(min)} to ${String(max)}`;
}
