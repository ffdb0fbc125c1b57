import type { HeifMeta } from '../../heif/read-items.ts';
import { UndecodableError } from '../../limits/undecodable-error.ts';

/**
 * Requires that each tile of an image has its data in the file. The decoder leaves missing tiles blank without an error, and checks of pixels would take
 * them for edits.
 * @throws UndecodableError
 */
export function assertTiles(file: Buffer, { references, locations }: HeifMeta, itemId: number): void {
  const derivations = references.filter(({ type }) => type === 'dimg');
  const derivedIds = new Set(derivations.map(({ from }) => from));
  const tileIds = derivations.filter(({ from }) => from === itemId).flatMap(({ to }) => to);
  for (const id of tileIds) {
    const { method = 0, extents = [] } = locations.get(id) ?? {};
    // An image that is derived from another one has no data of its own.
    const isThere = derivedIds.has(id) || extents.some(({ length }) => length > 0);
    const isInside =
      method !== 0 || extents.every(({ offset, length }) => length > 0 && offset + length <= file.length);
    if (!isThere || !isInside)
      throw new UndecodableError('the file could not be decoded: a part of the image is missing');
  }
}
