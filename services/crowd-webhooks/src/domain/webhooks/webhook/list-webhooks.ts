import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../../deps.ts';
import { checkOwner } from './find-webhook.ts';
import type { Owner, Webhook } from './webhook.ts';

/** Lists the webhooks of an owner, newest first. NOT_FOUND for an owner that the caller's organization does not have. */
export async function listWebhooks(
  deps: Pick<Deps, 'webhooks' | 'projects' | 'jobs'>,
  call: CallContext,
  owner: Owner,
): Promise<readonly Webhook[]> {
  await checkOwner(deps, call, owner);
  return deps.webhooks.list(call.organizationId, owner);
}
