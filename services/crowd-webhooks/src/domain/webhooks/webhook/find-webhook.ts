import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import type { Owner, Webhook, WebhookPath } from './webhook.ts';

type OwnerDeps = Pick<Deps, 'projects' | 'jobs'>;

/** Returns a webhook of the caller's organization. NOT_FOUND otherwise, and when its owner or the project of its job was deleted. */
export async function findWebhook(
  deps: OwnerDeps & Pick<Deps, 'webhooks'>,
  call: Pick<CallContext, 'organizationId' | 'requestId'>,
  path: WebhookPath,
): Promise<Webhook> {
  await checkOwner(deps, call, path.owner);
  const webhook = await deps.webhooks.find(call.organizationId, path);
  if (webhook === undefined) throw notFound('webhook');
  return webhook;
}

/**
 * NOT_FOUND for a project or a job that the caller's organization does not have. The event of a deleted project arrives later than the
 * answer to its deletion, and webhooks of its jobs are kept until `job.archived` is delivered. Therefore the owner is checked at each call.
 */
export async function checkOwner(
  { projects, jobs }: OwnerDeps,
  { organizationId, requestId }: Pick<CallContext, 'organizationId' | 'requestId'>,
  { kind, id }: Owner,
): Promise<void> {
  const owner = kind === 'project' ? { projectId: id } : await jobs.findOwn(organizationId, id);
  if (owner === undefined) throw notFound('crowd job');
  await projects.check(organizationId, owner.projectId, requestId);
}
