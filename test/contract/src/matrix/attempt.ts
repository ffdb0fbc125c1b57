import { newId } from '@assay/chassis/ids';
import { bearer } from '@assay/test-kit/rest';
import type { NamedOperation } from '../openapi-document.ts';
import { exchange } from './exchange.ts';
import type { Answer } from './exchange.ts';
import type { RoleName } from './roles.ts';
import type { PathValues, Row } from './row.ts';
import type { World } from './world.ts';

export const scopes = ['own', 'other organization', 'not limited to it', 'unknown id'] as const;
export type Scope = (typeof scopes)[number];

/** Credentials that do not hold; see `listBadCredentials`. */
export const badCredentials = [
  'anonymous',
  'expired key',
  'revoked key',
  'guest',
  'expired guest',
  'unknown guest',
] as const;
export type BadCredential = (typeof badCredentials)[number];

/** One request of the matrix. */
export interface Cell {
  readonly credential: Readonly<Record<string, string>>;
  /** Whether what is asked for exists: else every id of it is a new one. */
  readonly exists: boolean;
  /** What the path names, beside what home has anyway. */
  readonly path?: PathValues;
  /** By X-Organization-Id. */
  readonly chosenOrganizationId?: string;
  /** Put on top of a JSON body. */
  readonly planted?: Readonly<Record<string, unknown>>;
}

/** Names in paths that stand for nothing of a tenant's. */
const shared = new Set(['slug', 'provider', 'partNumber', 'key']);

export function tenantNames({ path }: NamedOperation): readonly string[] {
  return namesIn(path).filter((name) => !shared.has(name));
}

export function organizationName(operation: NamedOperation): string | undefined {
  return tenantNames(operation).find((name) => name === 'orgId' || name === 'organizationId');
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name);
}

/** Applies a scope other than the own one to an operation: other ids, or, where there are none, another organization. */
export function applyScope(
  world: World,
  operation: NamedOperation,
  scope: Scope,
): Pick<Cell, 'exists' | 'chosenOrganizationId'> {
  const exists = scope !== 'unknown id';
  if (scope === 'own' || tenantNames(operation).length > 0) return { exists };
  return { exists, chosenOrganizationId: exists ? world.home.organizationId : newId() };
}

let cells = 0;
export const cellCount = (): number => cells;

/** Sends the request of a cell. */
export function attempt(world: World, operation: NamedOperation, row: Row, cell: Cell): Promise<Answer> {
  cells += 1;
  const values = pathValues(world, operation, cell);
  const path = operation.path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => values[name] ?? name);
  const body = withPlanted(row.body?.(world, values), cell);
  const chosen = cell.chosenOrganizationId;
  return exchange(world.platform.baseUrl, {
    method: operation.method,
    path: row.query === undefined ? path : `${path}?${row.query}`,
    headers: {
      ...row.headers?.(world, values),
      ...cell.credential,
      ...(chosen !== undefined && { 'x-organization-id': chosen }),
    },
    body,
  });
}

function withPlanted(body: unknown, { planted }: Cell): unknown {
  return planted === undefined || typeof body !== 'object' ? body : { ...body, ...planted };
}

/** Returns the values of the names in the path of a cell, and of all that home has. */
export function pathValues(world: World, operation: NamedOperation, { path, exists }: Cell): PathValues {
  const { organizationId } = world.home;
  const fixed = { provider: 'mock', partNumber: '1', orgId: organizationId, organizationId };
  const there = { ...world.population, ...fixed, ...path };
  if (exists) return there;
  return { ...there, ...Object.fromEntries(tenantNames(operation).map((name) => [name, newId()])) };
}

/** Lists the credentials that do not hold for an operation: the token of a guest holds for some, no credential for others. */
export function listBadCredentials({ isForGuests, isCredentialOptional }: Row): readonly BadCredential[] {
  return badCredentials.filter(
    (name) =>
      !(name === 'guest' && isForGuests === true) && !(name === 'anonymous' && isCredentialOptional === true),
  );
}

export function badCredential(world: World, name: BadCredential): Readonly<Record<string, string>> {
  switch (name) {
    case 'anonymous':
      return {};
    case 'expired key':
      return { 'x-api-key': world.expiredKey };
    case 'revoked key':
      return { 'x-api-key': world.revokedKey };
    case 'guest':
      return bearer(world.guestTokens.valid);
    case 'expired guest':
      return bearer(world.guestTokens.expired);
    case 'unknown guest':
      return bearer(world.guestTokens.unknown);
  }
}

/** A key of the caller a scope speaks of. */
export function keyOf(world: World, role: RoleName, scope: Scope): Readonly<Record<string, string>> {
  switch (scope) {
    case 'own':
      return { 'x-api-key': world.home.keys[role] };
    case 'not limited to it':
      return { 'x-api-key': world.elsewhere.keys[role] };
    case 'other organization':
    case 'unknown id':
      return { 'x-api-key': world.away.keys[role] };
  }
}
