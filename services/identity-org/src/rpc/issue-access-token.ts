import type { CallContext } from '@assay/chassis/call-context';
import type {
  IssueAccessTokenRequest,
  IssueAccessTokenResponse,
} from '@assay/proto/identity/v1/tokens_service';
import type { Deps } from '../deps.ts';
import { issueAccessToken as issue } from '../domain/token/issue-access-token.ts';

export function issueAccessToken(
  deps: Pick<Deps, 'accessTokens' | 'apiKeys' | 'clock'>,
  call: CallContext,
  _request: IssueAccessTokenRequest,
): Promise<IssueAccessTokenResponse> {
  return issue(deps, call);
}
