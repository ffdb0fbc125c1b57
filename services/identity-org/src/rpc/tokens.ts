import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import type { Deps } from '../deps.ts';
import { exchangeApiKey } from '../domain/token/exchange-api-key.ts';
import { issueAccessToken } from '../domain/token/issue-access-token.ts';

export const tokensRpcs: Rpcs<Deps, typeof TokensServiceService> = {
  exchangeApiKey: (deps, _call, request) => exchangeApiKey(deps, request),
  issueAccessToken,
};
