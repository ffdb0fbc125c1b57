import type { Deps } from '../../deps.ts';
import type { ApiKey } from './api-key.ts';

/** Has every process forget what it knows of a key and of those that were made with it. */
export async function invalidateKey(
  { apiKeys, invalidateCredentials }: Pick<Deps, 'apiKeys' | 'invalidateCredentials'>,
  { id, userId }: Pick<ApiKey, 'id' | 'userId'>,
): Promise<void> {
  await invalidateCredentials({ credentialIds: [id, ...(await apiKeys.descendantIds(userId, id))] });
}
