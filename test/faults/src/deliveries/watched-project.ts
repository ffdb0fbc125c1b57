import type { Rest } from '@assay/test-kit/rest';
import { makeText } from '../datasets/make-text.ts';
import { repeat } from '../datasets/patient-client.ts';
import type { Receivers } from './receivers.ts';

/** A project with webhooks that receive the events of its files. */
export interface WatchedProject {
  readonly id: string;
  readonly organizationId: string;
  /** The webhooks by the paths of their URLs. */
  readonly webhooks: ReadonlyMap<string, string>;
}

const clients = 4;

export async function createWatchedProject(
  rest: Rest,
  { addresses }: Pick<Receivers, 'addresses'>,
  { name, webhookCount }: { readonly name: string; readonly webhookCount: number },
): Promise<WatchedProject> {
  const { body: project } = await repeat(() => rest.post('/v2/projects', { name }), 201);
  const webhooks = new Map<string, string>();
  const { id, organizationId } = project as { readonly id: string; readonly organizationId: string };
  for (let at = 0; at < webhookCount; at += 1) {
    const path = `/${name}/${at.toString()}`;
    const url = `https://${addresses[at % addresses.length] ?? ''}${path}`;
    webhooks.set(path, await createWebhook(rest, id, { url, eventTypes: ['file.enriched'] }));
  }
  return { id, organizationId, webhooks };
}

/** Returns the id of the new webhook. */
export async function createWebhook(
  rest: Rest,
  projectId: string,
  request: { readonly url: string; readonly eventTypes: readonly string[] },
): Promise<string> {
  const { body } = await repeat(() => rest.post(`/v2/projects/${projectId}/webhooks`, request), 201);
  return body.id as string;
}

/** Uploads texts by several clients that repeat failed requests. A request whose response was lost leaves a further file. */
export async function uploadTexts(rest: Rest, projectId: string, count: number): Promise<void> {
  const left = Array.from({ length: count }, (_, at) => makeText(at));
  const upload = async (): Promise<void> => {
    for (let text = left.pop(); text !== undefined; text = left.pop()) {
      const file = text;
      await repeat(() => rest.upload(projectId, file), 201);
    }
  };
  await Promise.all(Array.from({ length: clients }, upload));
}
