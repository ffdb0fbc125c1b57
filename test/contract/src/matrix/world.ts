import { openAsBlob } from 'node:fs';
import { newId } from '@assay/chassis/ids';
import { eventually } from '@assay/test-kit/eventually';
import { newGuest } from '@assay/test-kit/set-up/guests';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { newApiKey, newOrganization } from '@assay/test-kit/organizations';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { populate } from '../populate.ts';
import type { Population } from '../populate.ts';
import { newAddress } from '../new-address.ts';
import { roles } from './roles.ts';
import type { RoleName } from './roles.ts';

type ByRole<T> = Readonly<Record<RoleName, T>>;

/** Somebody in one organization, with a key of every role that works in no other. */
export interface Tenant {
  readonly organizationId: string;
  readonly keys: ByRole<string>;
}

export interface World {
  readonly platform: SharedPlatform;
  /** Whose things are asked for. */
  readonly home: Tenant;
  /** Another organization of home's people: its keys are not limited to home. */
  readonly elsewhere: Tenant;
  /** Other people in another organization. */
  readonly away: Tenant;
  /** Keys of home's owner that work in all of the owner's organizations. */
  readonly unlimitedKeys: ByRole<string>;
  /** A key of home's owner that allows no tool. */
  readonly toollessKey: string;
  readonly expiredKey: string;
  readonly revokedKey: string;
  /** Tokens of guests of jobs of home. */
  readonly guestTokens: { readonly valid: string; readonly expired: string; readonly unknown: string };
  /** The owners of home and of away, with all they may do. */
  readonly owner: Rest;
  readonly outsider: Rest;
  readonly outsiderId: string;
  /** What is there, in home and in away. */
  readonly population: Population;
  readonly foreignPopulation: Population;
  readonly image: Blob;
}

export async function createWorld(platform: SharedPlatform): Promise<World> {
  const founder = await signInNewPerson(platform);
  const { id: homeId } = await newOrganization(founder);
  const { key } = await newApiKey(founder, { role: 'admin' });
  const owner = createRest(platform.baseUrl, key);
  const outsider = await signInNewPerson(platform);
  const home = await createTenant(owner, homeId);
  const away = await createTenant(outsider, (await newOrganization(outsider)).id);
  return {
    platform,
    owner,
    outsider,
    outsiderId: (await outsider.get('/v2/users/me')).body.id,
    home,
    away,
    elsewhere: await createTenant(owner, (await newOrganization(owner)).id),
    unlimitedKeys: await keysOf(owner, []),
    population: await populate(createRest(platform.baseUrl, home.keys.user)),
    foreignPopulation: await populate(createRest(platform.baseUrl, away.keys.user)),
    toollessKey: (await newApiKey(owner, { organizationIds: [homeId], allowedTools: [] })).key,
    expiredKey: await createExpiredKey(platform, owner),
    revokedKey: await createRevokedKey(owner),
    guestTokens: await createGuestTokens(platform, homeId),
    image: await openAsBlob(smallPhotograph(), { type: 'image/jpeg' }),
  };
}

async function createGuestTokens({ layout }: SharedPlatform, organizationId: string) {
  return {
    valid: await newGuest(layout, { organizationId }),
    expired: await newGuest(layout, { organizationId, expiresAt: new Date(Date.now() - 1) }),
    unknown: `assay_guest_${newId()}${newId().slice(0, 19)}`,
  };
}

async function signInNewPerson({ baseUrl, issuer }: SharedPlatform): Promise<Rest> {
  return createRest(baseUrl, bearer(await issuer.accessToken(newAddress())));
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

async function createExpiredKey({ baseUrl }: SharedPlatform, owner: Rest): Promise<string> {
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
