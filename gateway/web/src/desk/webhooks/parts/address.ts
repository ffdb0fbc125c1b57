/**
 * Addresses of the page: `#webhooks`, `#webhooks/<project>` and `#webhooks/<project>/<webhook>`; for a crowd job
 * `#webhooks/<project>/jobs/<job>` and `#webhooks/<project>/jobs/<job>/<webhook>`.
 */

export interface WebhookAddress {
  readonly projectId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly webhookId?: string | undefined;
}

export function readAddress(): WebhookAddress {
  const [, projectId, part, ...rest] = location.hash.slice(1).split('/');
  const [jobId, webhookId] = part === 'jobs' ? rest : [undefined, part];
  return { projectId: keepId(projectId), jobId: keepId(jobId), webhookId: keepId(webhookId) };
}

/** Ids are put into paths of the API, so everything else is refused. */
function keepId(id: string | undefined): string | undefined {
  return id !== undefined && /^\w{1,64}$/u.test(id) ? id : undefined;
}

export function formatAddress({ projectId, jobId, webhookId }: WebhookAddress = {}): string {
  const job = jobId === undefined ? [] : ['jobs', jobId];
  return ['#webhooks', projectId, ...job, webhookId].filter((part) => part !== undefined).join('/');
}
