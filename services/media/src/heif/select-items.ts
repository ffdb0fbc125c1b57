import type { HeifMeta } from './read-items.ts';

/** Metadata, whatever it describes. */
const metadataTypes: readonly string[] = ['Exif', 'mime', 'uri '];
/** References from an item that describes another one, or is a smaller copy of it. */
const describingReferences: readonly string[] = ['cdsc', 'thmb'];
const maxRounds = 16;

/** Selects the items that hold metadata or thumbnails, and the tiles and auxiliary images of those alone. */
export function selectMetadata({ items, references }: HeifMeta): ReadonlySet<number> {
  const removed = new Set<number>();
  for (const { id, type } of items.values()) if (metadataTypes.includes(type)) removed.add(id);
  for (const { type, from } of references) if (describingReferences.includes(type)) removed.add(from);
  const users = new Map<number, number[]>();
  const masters = new Map<number, number[]>();
  for (const { type, from, to } of references) {
    if (type === 'dimg')
      for (const id of to) users.set(id, [...(users.get(id) ?? []), from].slice(0, maxUsers));
    if (type === 'auxl') masters.set(from, [...to]);
  }
  for (let round = 0; round < maxRounds; round += 1) {
    const before = removed.size;
    addUnused(removed, users);
    addUnused(removed, masters);
    if (removed.size === before) break;
  }
  return removed;
}

/** An image that more others use is never one of a thumbnail alone. */
const maxUsers = 8;

/** Adds the items that only removed ones need. */
function addUnused(removed: Set<number>, needed: ReadonlyMap<number, readonly number[]>): void {
  for (const [id, others] of needed) {
    if (others.length > 0 && others.every((other) => removed.has(other))) removed.add(id);
  }
}
