import { userIdOf } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import type { ListApiKeysRequest, ListApiKeysResponse } from '@assay/proto/identity/v1/api_keys_service';
import type { Deps } from '../deps.ts';
import { toApiKeyMessage } from './api-key-message.ts';

export async function listApiKeys(
  { apiKeys, clock }: Pick<Deps, 'apiKeys' | 'clock'>,
  call: CallContext,
  _request: ListApiKeysRequest,
): Promise<ListApiKeysResponse> {
  const own = await apiKeys.listOwn(userIdOf(call));
  const now = clock.now();
  return { apiKeys: own.map((key) => toApiKeyMessage(key, now)) };
}
