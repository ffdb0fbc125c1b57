/** Addresses of the page: `#webhooks`, `#webhooks/<project>` and `#webhooks/<project>/<webhook>`. */

export interface WebhookAddress {
  readonly projectId?: string | undefined;
  readonly webhookId?: string | undefined;
}

export function readAddress(): WebhookAddress {
  const [, projectId, webhookId] = location.hash.slice(1).split('/');
  return { projectId: keepId(projectId), webhookId: keepId(webhookId) };
}

/** Ids are put into paths of the API, so everything else is refused. */
function keepId(id: string | undefined): string | undefined {
  return id !== undefined && /^\w{1,64}$/u.test(id) ? id : undefined;
}

export function formatAddress({ projectId, webhookId }: WebhookAddress = {}): string {
  return ['#webhooks', projectId, webhookId].filter((part) => part !== undefined).join('/');
}
