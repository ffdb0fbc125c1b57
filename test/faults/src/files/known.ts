import type { Content } from './contents.ts';

/** `kept` must be there, `gone` must not be; `unknown`: it was to be deleted, and nobody knows whether it was. */
export type Presence = 'kept' | 'unknown' | 'gone';

/** What the platform has acknowledged about a thing, which must therefore hold. */
export interface Known {
  readonly id: string;
  presence: Presence;
}

/** Every value that was asked for since the last one that was acknowledged, that one included. */
export type Possible<T> = Set<T>;

export interface KnownProject extends Known {
  /** Whether several clients change its folders, so that nobody knows whose change was the last. */
  readonly isShared: boolean;
  readonly files: KnownFile[];
  readonly folders: KnownFolder[];
  /** A sha256 for each upload that was begun and not answered: its file may be there. */
  readonly unanswered: string[];
}

export interface KnownFile extends Known {
  readonly sha256: string;
  readonly names: Possible<string>;
  /** As JSON. */
  readonly tags: Possible<string>;
  readonly folderIds: Possible<string | null>;
  readonly comments: KnownComment[];
}

export interface KnownFolder extends Known {
  readonly names: Possible<string>;
  readonly parentIds: Possible<string | null>;
}

export interface KnownComment extends Known {
  readonly texts: Possible<string>;
}

/** A file as it was acknowledged. */
export function newKnownFile(id: string, { name, sha256 }: Pick<Content, 'name' | 'sha256'>): KnownFile {
  return {
    id,
    presence: 'kept',
    sha256,
    comments: [],
    names: new Set([name]),
    tags: new Set(['[]']),
    folderIds: new Set([null]),
  };
}

export function newKnownProject(id: string, isShared = false): KnownProject {
  return { id, presence: 'kept', isShared, files: [], folders: [], unanswered: [] };
}

export function kept<T extends Known>(things: readonly T[]): T[] {
  return things.filter(({ presence }) => presence === 'kept');
}

/** What is known of something by what is known of it and of all that it is in. */
export function presenceOf(...things: readonly Known[]): Presence {
  const presences = things.map(({ presence }) => presence);
  if (presences.includes('gone')) return 'gone';
  return presences.includes('unknown') ? 'unknown' : 'kept';
}

/** The change was acknowledged: of what was possible the new value alone is left. */
export function settle<T>(possible: Possible<T>, value: T): void {
  possible.clear();
  possible.add(value);
}
