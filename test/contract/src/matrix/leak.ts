import { newApiKey } from '@assay/test-kit/organizations';
import type { ApiKeyFields } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import type { RestHeaders } from '@assay/test-kit/rest';
import type { NamedOperation } from '../openapi-document.ts';
import { attempt } from './attempt.ts';
import { makeOffer } from './invitations.ts';
import type { RoleName } from './roles.ts';
import type { PathValues } from './row.ts';
import { table } from './table.ts';
import type { World } from './world.ts';

/** A key of the owner of home that somebody else has got hold of. */
export interface Leak {
  readonly id: string;
  readonly credential: RestHeaders;
  /** What whoever has it tries to reach: another key of the owner, the owner, an invitation of the owner. */
  readonly targets: PathValues;
}

export async function leakKey(world: World, role: RoleName, limits: ApiKeyFields): Promise<Leak> {
  const { id, key } = await newApiKey(world.owner, { role, ...limits });
  const victim = await newApiKey(world.owner);
  const { body: owner } = await world.owner.get('/v2/users/me');
  const targets = { ...(await makeOffer(world)), apiKeyId: victim.id, userId: owner.id as string };
  return { id, credential: { 'x-api-key': key }, targets };
}

export interface Tried {
  readonly operationId: string;
  readonly method: string;
  readonly status: number;
  /** The credentials that the answer gave away. */
  readonly loot: readonly RestHeaders[];
}

/** Asks for every operation that needs a credential. */
export async function tryEverything(
  world: World,
  operations: ReadonlyMap<string, NamedOperation>,
  credential: RestHeaders,
  path: PathValues,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const [operationId, row] of Object.entries(table)) {
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`${operationId} is not in the document`);
    if (row.needs === 'anybody') continue;
    const own = row.isFinal === true ? await row.make?.(world, 'user') : undefined;
    const cell = { credential, exists: true, path: { ...path, ...own } };
    const { status, text } = await attempt(world, operation, row, cell);
    tried.push({ operationId, method: operation.method, status, loot: lootIn(text) });
  }
  return tried;
}

/** What a credential can be turned into: another key, a token, a new secret of itself. */
export async function multiply(world: World, credential: RestHeaders): Promise<readonly RestHeaders[]> {
  const rest = createRest(world.platform.baseUrl, credential);
  const answers = [
    await rest.post('/v2/users/me/api-keys', { name: 'Made with loot', role: 'admin' }),
    await rest.post('/v2/users/me/api-keys', { name: 'Made with loot' }),
    await rest.post('/v2/auth/token'),
  ];
  return answers.flatMap(({ body }) => lootIn(JSON.stringify(body)));
}

function lootIn(text: string): RestHeaders[] {
  const keys = text.match(/assay_[0-9A-Za-z]{43}/gu) ?? [];
  const tokens = [...text.matchAll(/"accessToken":"([^"]+)"/gu)].map(([, token = '']) => token);
  return [
    ...keys.map((key) => ({ 'x-api-key': key })),
    ...tokens.map((token) => ({ authorization: `Bearer ${token}` })),
  ];
}
