import { openAsBlob } from 'node:fs';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { eventually } from '@assay/test-kit/eventually';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import type { MailInbox } from '@assay/test-kit/mail-inbox';
import { newApiKey, newOrganization } from '@assay/test-kit/organizations';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { TestIssuer } from '@assay/test-kit/test-issuer';
import { populate } from '../populate.ts';
import type { Population } from '../populate.ts';
import { roles } from './roles.ts';
import type { RoleName } from './roles.ts';

type ByRole<T> = Readonly<Record<RoleName, T>>;

/** Somebody in one organization, with a key of every role that works in no other. */
export interface Tenant {
  readonly organizationId: string;
  readonly keys: ByRole<string>;
}

/** What the platform of a matrix stands on. */
export interface Surroundings {
  readonly platform: LaunchedPlatform;
  readonly inbox: MailInbox;
  readonly issuer: TestIssuer;
}

export interface World extends Surroundings {
  /** Whose things are asked for. */
  readonly home: Tenant;
  /** Another organization of home's people: its keys are not limited to home. */
  readonly elsewhere: Tenant;
  /** Other people in another organization. */
  readonly away: Tenant;
  /** Keys of home's owner that work in all of the owner's organizations. */
  readonly unlimitedKeys: ByRole<string>;
  readonly expiredKey: string;
  readonly revokedKey: string;
  /** The owners of home and of away, with all they may do. */
  readonly owner: Rest;
  readonly outsider: Rest;
  readonly outsiderId: string;
  /** What is there, in home and in away. */
  readonly population: Population;
  readonly foreignPopulation: Population;
  readonly picture: Blob;
}

export async function createWorld(surroundings: Surroundings): Promise<World> {
  const { platform, issuer } = surroundings;
  const owner = createRest(platform.baseUrl, platform.apiKey);
  const token = await issuer.accessToken('outsider@example.org');
  const outsider = createRest(platform.baseUrl, bearer(token));
  const { body: homes } = await owner.get('/v2/organizations');
  const home = await createTenant(owner, homes.data[0].id);
  const away = await createTenant(outsider, (await newOrganization(outsider)).id);
  return {
    ...surroundings,
    owner,
    outsider,
    outsiderId: (await outsider.get('/v2/users/me')).body.id,
    home,
    away,
    elsewhere: await createTenant(owner, (await newOrganization(owner)).id),
    unlimitedKeys: await keysOf(owner, []),
    population: await populate(createRest(platform.baseUrl, home.keys.user)),
    foreignPopulation: await populate(createRest(platform.baseUrl, away.keys.user)),
    expiredKey: await createExpiredKey(platform, owner),
    revokedKey: await createRevokedKey(owner),
    picture: await openAsBlob(samplePhotograph(), { type: 'image/jpeg' }),
  };
}

async function createTenant(owner: Rest, organizationId: string): Promise<Tenant> {
  return { organizationId, keys: await keysOf(owner, [organizationId]) };
}

/** A key of every role. */
async function keysOf(owner: Rest, organizationIds: readonly string[]): Promise<ByRole<string>> {
  const made = roles.map(async (role) => {
    const { key } = await newApiKey(owner, { role, organizationIds });
    return [role, key] as const;
  });
  // One entry for each of `roles`.
  return Object.fromEntries(await Promise.all(made)) as ByRole<string>;
}

async function createExpiredKey({ baseUrl }: LaunchedPlatform, owner: Rest): Promise<string> {
  const expirationDate = new Date(Date.now() + 1_500).toISOString();
  const { key } = await newApiKey(owner, { expirationDate });
  await eventually(async () => {
    const { status } = await createRest(baseUrl, key).get('/v2/limits');
    if (status !== 401) throw new Error('not expired yet');
  });
  return key;
}

async function createRevokedKey(owner: Rest): Promise<string> {
  const { key, id } = await newApiKey(owner);
  await owner.delete(`/v2/users/me/api-keys/${id}`);
  return key;
}
