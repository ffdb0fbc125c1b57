import type { RoleName } from './roles.ts';
import type { World } from './world.ts';

/** By the names the paths give them. */
export type PathValues = Readonly<Record<string, string>>;

/** How one operation is to be tried. */
export interface Row {
  /** The least role of a key; `anybody` needs no credential, `signed-in` any that holds. */
  readonly needs: RoleName | 'signed-in' | 'anybody';
  /** The documented status of success. */
  readonly success: number;
  /** What a role too low gets. Default: 403. */
  readonly tooLow?: number;
  /** Makes something of its own for a success that uses it up, in the name of home's key of this role. */
  readonly make?: (world: World, role: RoleName) => Promise<PathValues>;
  /** Whether what everything else asks for is gone afterwards, so that only what was made for it may be named. */
  readonly isFinal?: boolean;
  /** Whose the thing is that the path names; a user's things are theirs in every organization. Default: organization. */
  readonly belongsTo?: 'organization' | 'user';
  /** Whether a key that is limited to some organizations may not do it at all. */
  readonly isForUnlimitedKeys?: boolean;
  /** True if the guests of crowd jobs may do it. */
  readonly isForGuests?: boolean;
  /** The status that a guest gets for what belongs to others. Default: that of success. */
  readonly guestStatus?: number;
  /** True if it may also be done without a credential. One that is sent must be valid. */
  readonly isCredentialOptional?: boolean;
  readonly query?: string;
  readonly headers?: (world: World, path: PathValues) => Readonly<Record<string, string>>;
  /** A valid body for what the path names; undefined: none. */
  readonly body?: (world: World, path: PathValues) => unknown;
}

/** By operationId. */
export type Table = Readonly<Record<string, Row>>;

const ranks: Readonly<Record<Row['needs'], number>> = {
  anybody: 0,
  'signed-in': 1,
  viewer: 1,
  user: 2,
  admin: 3,
};

export function isEnough(role: RoleName, { needs }: Row): boolean {
  return ranks[role] >= ranks[needs];
}
