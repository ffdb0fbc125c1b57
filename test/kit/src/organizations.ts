import { randomUUID } from 'node:crypto';
import type { Rest, RestAnswer } from './rest.ts';

/** An API key with its secret, as it is shown once. */
export interface NewApiKey {
  readonly id: string;
  readonly key: string;
}

export interface ApiKeyFields {
  readonly name?: string;
  readonly role?: 'viewer' | 'user' | 'admin' | null;
  readonly organizationIds?: readonly string[];
  readonly expirationDate?: string | null;
  readonly spendLimitCents?: number | null;
  readonly spendPeriod?: 'day' | 'month' | null;
}

/** One more key of whoever is calling. */
export async function newApiKey(rest: Rest, fields: ApiKeyFields = {}): Promise<NewApiKey> {
  const { apiKey, key } = made(await rest.post('/v2/users/me/api-keys', { name: 'of a test', ...fields }));
  return { id: apiKey.id, key };
}

/** An organization whose admin is whoever is calling. */
export async function newOrganization(
  rest: Rest,
  name = `Organization ${randomUUID()}`,
): Promise<{ id: string }> {
  return made(await rest.post('/v2/organizations', { name }));
}

export async function newProject(rest: Rest, name = `Project ${randomUUID()}`): Promise<{ id: string }> {
  return made(await rest.post('/v2/projects', { name }));
}

function made({ status, body }: RestAnswer): RestAnswer['body'] {
  if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
