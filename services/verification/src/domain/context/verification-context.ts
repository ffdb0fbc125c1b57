import { invalidField } from '@assay/chassis/errors';
import { jsonViolation } from '@assay/chassis/http/json-limits';
import { kibibytes } from '@assay/chassis/units';
import { keptClaims } from './context-claims.ts';
import type { ContextClaims } from './context-claims.ts';

/** A saved set of claims. */
export interface VerificationContext {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly data: ContextClaims;
  /** How often it was changed. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Where a context is looked for. */
export interface ContextRef {
  readonly projectId: string;
  readonly contextId: string;
}

/** What its owner says of a context. */
export interface ContextContent {
  readonly name: string;
  readonly description?: string | undefined;
  readonly data: ContextClaims;
}

/** What is left out stays; an undefined description clears it; of `data` only the given keys change, and null removes one. */
export type ContextChanges = Partial<ContextContent>;

const maxClaims = 100;
const limits = { maxBytes: kibibytes(16), maxDepth: 8 };

/** Claims as a context keeps them. INVALID_ARGUMENT for more than it may hold. */
export function dataOf(before: ContextClaims, given: ContextClaims): ContextClaims {
  // Looked at before anything goes through them, whose depth is a client's.
  const tooMuch = jsonViolation(given, limits);
  if (tooMuch !== undefined) throw invalidField('data', `data ${tooMuch}`);
  const data = keptClaims(before, given);
  const problem = jsonViolation(data, limits) ?? keyViolation(data);
  if (problem !== undefined) throw invalidField('data', `data ${problem}`);
  return data;
}

function keyViolation(data: ContextClaims): string | undefined {
  if (Object.keys(data).length > maxClaims) return `must have at most ${maxClaims} claims`;
  const wrong = keysIn(data).find((key) => !isKey(key));
  if (wrong === undefined) return undefined;
  return 'must have keys of 1 to 100 characters that hold no dots or control characters and do not begin with $';
}

function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(keysIn);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}

/** What MongoDB keeps as the name of a field, and reads back as it was. */
function isKey(key: string): boolean {
  return /^[^$.\p{Cc}][^.\p{Cc}]{0,99}$/u.test(key);
}
