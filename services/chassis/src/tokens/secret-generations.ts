import { createSigningKey, nextKid, publicHalf } from './signing-key.ts';
import type { PublicSigningKey, SigningKey } from './signing-key.ts';

/** What a Secret holds, by its keys. */
export type SecretEntries = Readonly<Record<string, string>>;

/**
 * A credential that has generations. Three of them are in a Secret at a time: under `key` the one in use, under `<key>_NEXT`
 * the one that everybody accepts already, under `<key>_PREVIOUS` the one that is still accepted. So processes that have the
 * Secret of before and processes that have the present one understand each other, and one rollout is all that a rotation takes.
 */
export interface Credential {
  readonly key: string;
  /** The generation after `before`, which is undefined for the first one. */
  readonly create: (before: string | undefined) => string;
  /** Where public halves are published, for what others recognize. */
  readonly published?: Publication;
}

export interface Publication {
  /** The entry with the JWK set. */
  readonly key: string;
  /** Whether the set has the key in use too, and no more than the three generations; else it has all keys but that one. */
  readonly includesCurrent: boolean;
}

/** A signing key whose first generation has this `kid`. */
export function signingCredential(key: string, kid: string, published?: Publication): Credential {
  return {
    key,
    create: (before) =>
      JSON.stringify(createSigningKey(before === undefined ? kid : nextKid(keyIn(before).kid))),
    ...(published && { published }),
  };
}

/** The entries of these credentials in their first generation. */
export function firstGeneration(credentials: readonly Credential[]): SecretEntries {
  return withNext(credentials, {}, {});
}

/**
 * The next generation of every credential. Where one was not accepted beforehand, because the Secret was not made here or a
 * credential is new, nothing changes but that it is from now on: `isRotated` is false then, and true the next time.
 */
export function nextGeneration(
  credentials: readonly Credential[],
  present: SecretEntries,
): { readonly entries: SecretEntries; readonly isRotated: boolean } {
  const isRotated = credentials.every(({ key }) => isSet(present[key]) && isSet(present[nextKey(key)]));
  if (!isRotated) return { entries: withNext(credentials, present, present), isRotated };
  const moved = credentials.flatMap(({ key }): [string, string | undefined][] => [
    [previousKey(key), present[key]],
    [key, present[nextKey(key)]],
    [nextKey(key), undefined],
  ]);
  const sets = credentials.flatMap(({ published }) =>
    published?.includesCurrent === true ? [published.key] : [],
  );
  const published = Object.fromEntries(Object.entries(present).filter(([key]) => !sets.includes(key)));
  const shifted: Partial<SecretEntries> = { ...present, ...Object.fromEntries<string | undefined>(moved) };
  const entries = withNext(credentials, shifted, published);
  return { entries, isRotated };
}

/** Makes what is missing, and publishes the public halves of all there are beside what `published` has. */
function withNext(
  credentials: readonly Credential[],
  present: Partial<SecretEntries>,
  published: SecretEntries,
): SecretEntries {
  const made = credentials.flatMap(({ key, create }) => {
    const current = present[key] ?? create(undefined);
    const next = present[nextKey(key)] ?? create(current);
    return [
      [key, current],
      [nextKey(key), next],
    ] as const;
  });
  const entries = { ...present, ...Object.fromEntries(made) };
  const sets = new Set(credentials.flatMap(({ published }) => published?.key ?? []));
  const publishing = [...sets].map((set) => {
    const own = credentials.filter((credential) => credential.published?.key === set);
    return [set, publish(own, entries, published[set])] as const;
  });
  return removeUndefined({ ...entries, ...Object.fromEntries(publishing) });
}

function publish(
  credentials: readonly Credential[],
  entries: Partial<SecretEntries>,
  before: string | undefined,
): string {
  const includesCurrent = credentials.every(({ published }) => published?.includesCurrent === true);
  const added = credentials.flatMap(({ key }) => listPublicKeys(key, entries, includesCurrent));
  const inUse = includesCurrent ? [] : credentials.map(({ key }) => keyIn(entries[key] ?? '{}').kid);
  const byKid = new Map([...keysIn(before), ...added].map((key) => [key.kid, key]));
  return JSON.stringify({ keys: [...byKid.values()].filter(({ kid }) => !inUse.includes(kid)) });
}

function listPublicKeys(
  key: string,
  entries: Partial<SecretEntries>,
  includesCurrent: boolean,
): PublicSigningKey[] {
  const names = [previousKey(key), ...(includesCurrent ? [key] : []), nextKey(key)];
  return names.flatMap((name) => {
    const text = entries[name];
    return isSet(text) ? [publicHalf(keyIn(text))] : [];
  });
}

function keysIn(set: string | undefined): PublicSigningKey[] {
  // Written by this module, or by hand in the form that processes check when they start.
  return isSet(set) ? (JSON.parse(set) as { keys: PublicSigningKey[] }).keys : [];
}

function keyIn(text: string): SigningKey {
  return JSON.parse(text) as SigningKey;
}

function nextKey(key: string): string {
  return `${key}_NEXT`;
}

function previousKey(key: string): string {
  return `${key}_PREVIOUS`;
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function removeUndefined(entries: Partial<SecretEntries>): SecretEntries {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}
