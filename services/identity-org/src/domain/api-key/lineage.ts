import { lesserRole } from '@assay/chassis/authorization';
import type { InheritedSpendLimit } from '@assay/chassis/call-context';
import type { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { highestRole, isActive, readOrganizationLimit } from './api-key.ts';
import type { ApiKey } from './api-key.ts';

/** A key with the keys it was made with: it can do what all of them can, while all of them work. */
export interface Lineage {
  readonly key: ApiKey;
  /** Its own maker last; a key that is not there any more is missing. */
  readonly ancestors: readonly ApiKey[];
}

/** What the keys of a lineage allow together. */
export interface LineagePermissions {
  readonly maxRole: Role;
  /** The organizations in which all of them work; undefined: all of their owner. */
  readonly organizationIds: readonly string[] | undefined;
  /** The MCP tools all of them may call; undefined: all their role allows. */
  readonly allowedTools: readonly string[] | undefined;
  /** When the first of them expires; undefined: never. */
  readonly expiresAt: Date | undefined;
  readonly inheritedSpendLimits: readonly InheritedSpendLimit[];
}

/** Reads the keys a key was made with. */
export async function lineageOf({ apiKeys }: Pick<Deps, 'apiKeys'>, key: ApiKey): Promise<Lineage> {
  if (key.ancestorIds.length === 0) return { key, ancestors: [] };
  return lineageAmong(key, await apiKeys.findOwnMany(key.userId, key.ancestorIds));
}

/** The same, from keys that were read before. */
export function lineageAmong(key: ApiKey, keys: readonly ApiKey[]): Lineage {
  const ancestors = key.ancestorIds.flatMap((ancestorId) => keys.find(({ id }) => id === ancestorId) ?? []);
  return { key, ancestors };
}

/** Whether the key works at this moment: it does while each of its lineage does. */
export function isWorking({ key, ancestors }: Lineage, now: Date): boolean {
  return (
    ancestors.length === key.ancestorIds.length && [key, ...ancestors].every((one) => isActive(one, now))
  );
}

export function permissionsOf({ key, ancestors }: Lineage): LineagePermissions {
  const all = [...ancestors, key];
  const ends = all.flatMap(({ expirationDate }) => expirationDate?.getTime() ?? []);
  return {
    maxRole: all.map(highestRole).reduce(lesserRole),
    organizationIds: commonTo(all.map(readOrganizationLimit)),
    allowedTools: commonTo(all.map(({ allowedTools }) => allowedTools)),
    expiresAt: ends.length === 0 ? undefined : new Date(Math.min(...ends)),
    inheritedSpendLimits: ancestors.flatMap(({ id, spendLimit }) =>
      spendLimit === undefined ? [] : [{ credentialId: id, limit: spendLimit }],
    ),
  };
}

/** Whether the limits of a credential include an organization; membership is another question. */
export function reaches(
  { organizationIds }: Pick<LineagePermissions, 'organizationIds'>,
  organizationId: string,
): boolean {
  return organizationIds === undefined || organizationIds.includes(organizationId);
}

/** Returns the entries that all limits have. Undefined means no limit. */
function commonTo(limits: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const [first, ...others] = limits.filter((list) => list !== undefined);
  return first?.filter((one) => others.every((list) => list.includes(one)));
}
