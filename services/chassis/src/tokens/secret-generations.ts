import { createSigningKey, nextKid, publicHalf } from './signing-key.ts';
import type { PublicSigningKey, SigningKey } from './signing-key.ts';

/** The entries of a Secret by their keys. */
export type SecretEntries = Readonly<Record<string, string>>;

/**
 * A credential with generations. A Secret has three of them: the current one under `key`, the next one, which all processes already
 * accept, under `<key>_NEXT`, and the previous one, which they still accept, under `<key>_PREVIOUS`. Processes with the old and the new
 * Secret therefore accept each other, and a rotation needs one rollout.
 */
export interface Credential {
  readonly key: string;
  /** Creates the generation after `before`. undefined: the first one. */
  readonly create: (before: string | undefined) => string;
  /** The JWK set in which the public keys are published. */
  readonly published?: Publication;
}

export interface Publication {
  /** The entry with the JWK set. */
  readonly key: string;
  /** True: the set contains exactly the three generations. False: it contains all keys there were, except the current one. */
  readonly includesCurrent: boolean;
}

/** Creates a credential that is a signing key. Its first generation has this `kid`. */
export function signingCredential(key: string, kid: string, published?: Publication): Credential {
  return {
    key,
    create: (before) =>
      JSON.stringify(createSigningKey(before === undefined ? kid : nextKid(keyIn(before).kid))),
    ...(published && { published }),
  };
}

/** Creates the entries of the first generation of the credentials. */
export function firstGeneration(credentials: readonly Credential[]): SecretEntries {
  return withNext(credentials, {}, {});
}

/**
 * Rotates every credential to its next generation. When a credential has no next generation yet, because the Secret was written by
 * hand or the credential is new, only the missing next generations are added and `isRotated` is false; the following call rotates.
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

/** Creates missing generations, and adds the public keys of all generations to the sets in `published`. */
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
  // This module wrote the set, or an operator did; processes check its form when they start.
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
