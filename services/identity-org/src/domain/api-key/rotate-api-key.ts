import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { hashApiKeySecret, newApiKeySecret } from './api-key-secret.ts';
import type { ApiKey } from './api-key.ts';
import { changeApiKey } from './change-api-key.ts';

export interface ApiKeyWithSecret {
  readonly apiKey: ApiKey;
  /** The plaintext, shown this once. */
  readonly secret: string;
}

/** Gives a key a new secret; the old secret ends at once. Errors as in changeApiKey. */
export async function rotateApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials'>,
  call: CallContext,
  apiKeyId: string,
): Promise<ApiKeyWithSecret> {
  const secret = newApiKeySecret();
  const fieldsOf = () => ({ keySha256: hashApiKeySecret(secret) });
  const apiKey = await changeApiKey(deps, call, { apiKeyId, action: 'api_key.rotate', fieldsOf });
  return { apiKey, secret };
}
