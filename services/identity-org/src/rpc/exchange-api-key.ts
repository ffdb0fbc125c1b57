import type { CallContext } from '@assay/chassis/call-context';
import type { ExchangeApiKeyRequest, ExchangeApiKeyResponse } from '@assay/proto/identity/v1/tokens_service';
import type { Deps } from '../deps.ts';
import { exchangeApiKey as exchange } from '../domain/token/exchange-api-key.ts';

export function exchangeApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'memberships' | 'organizations' | 'signer' | 'users'>,
  _call: CallContext,
  request: ExchangeApiKeyRequest,
): Promise<ExchangeApiKeyResponse> {
  return exchange(deps, request);
}
