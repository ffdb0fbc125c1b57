import { randomUUID } from 'node:crypto';
import type { Rest, RestAnswer } from './rest.ts';

/** An API key with its secret, which the API returns once. */
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
  readonly allowedTools?: readonly string[];
}

/** Creates an API key of the caller. */
export async function newApiKey(rest: Rest, fields: ApiKeyFields = {}): Promise<NewApiKey> {
  const { apiKey, key } = made(await rest.post('/v2/users/me/api-keys', { name: 'of a test', ...fields }));
  return { id: apiKey.id, key };
}

/** Creates an organization. The caller is its admin. */
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
  if (status !== 201) throw new Error(`the API returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
