import type { OutgoingCall } from '@assay/chassis/call-context';
import type { ApiKey, ApiKeyWithSecret } from '@assay/proto/identity/v1/api_key';
import { CreateApiKeyRequest, UpdateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import { callOf, principalOf } from './calls.ts';
import type { start } from './start.ts';

type Started = Awaited<ReturnType<typeof start>>;

export interface NewKey {
  readonly record: ApiKey;
  /** The plaintext. */
  readonly key: string;
}

export async function createKey(
  { apiKeys }: Pick<Started, 'apiKeys'>,
  by: OutgoingCall,
  overrides: Partial<CreateApiKeyRequest> = {},
): Promise<NewKey> {
  const request = CreateApiKeyRequest.fromPartial({ name: 'a key', ...overrides });
  return toNewKey((await apiKeys.createApiKey(by, request)).apiKeyWithSecret);
}

export function toNewKey(created: ApiKeyWithSecret | undefined): NewKey {
  if (created?.apiKey === undefined) throw new Error('no record');
  return { record: created.apiKey, key: created.key };
}

/** A call made with a new key of the same user. */
export async function callWithKey(
  identity: Pick<Started, 'apiKeys' | 'authentication'>,
  by: OutgoingCall,
  overrides: Partial<CreateApiKeyRequest>,
): Promise<OutgoingCall> {
  const { key } = await createKey(identity, by, overrides);
  return callOf(await principalOf(identity, key));
}

/** Changes those fields of a key that are there. */
export async function updateKey(
  { apiKeys }: Pick<Started, 'apiKeys'>,
  by: OutgoingCall,
  { apiKeyId, ...change }: Partial<UpdateApiKeyRequest> & { readonly apiKeyId: string },
): Promise<ApiKey> {
  const updateMask = Object.keys(change).map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const request = UpdateApiKeyRequest.fromPartial({ apiKeyId, updateMask, ...change });
  const { apiKey } = await apiKeys.updateApiKey(by, request);
  if (apiKey === undefined) throw new Error('no record');
  return apiKey;
}
