import { DomainError } from '@assay/chassis/errors';
import { parentIdOf } from './api-key.ts';
import type { ApiKey } from './api-key.ts';

/** How many keys may live at once. A key lives until it, or a key it was made with, is revoked. */
export interface ApiKeyLimits {
  /** Made with one key. */
  readonly perKey: number;
  readonly perUser: number;
}

/** Further keys down a line would only make every use of the last one slower. */
const maxGenerations = 10;

type Kinship = Pick<ApiKey, 'id' | 'ancestorIds'>;

/**
 * FAILED_PRECONDITION with reason API_KEY_LIMIT when a key is one too many.
 * @param keys the keys of its owner that were not revoked, this one among them
 */
export function refuseTooMany(key: Kinship, keys: readonly Kinship[], limits: ApiKeyLimits): void {
  const ids = new Set(keys.map(({ id }) => id));
  const living = keys.filter(({ ancestorIds }) => ancestorIds.every((id) => ids.has(id)));
  const parentId = parentIdOf(key);
  const siblings = living.filter((one) => parentId !== undefined && parentIdOf(one) === parentId);
  if (siblings.length > limits.perKey) throw tooMany('one key can have made', limits.perKey);
  if (living.length > limits.perUser) throw tooMany('one person can have', limits.perUser);
  if (key.ancestorIds.length >= maxGenerations) throw tooMany('can descend from each other', maxGenerations);
}

function tooMany(who: string, limit: number): DomainError {
  const message = `no more than ${String(limit)} living keys ${who}`;
  return new DomainError('FAILED_PRECONDITION', 'API_KEY_LIMIT', message, { details: { limit } });
}
