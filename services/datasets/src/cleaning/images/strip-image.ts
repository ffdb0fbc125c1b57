import { readFile } from 'node:fs/promises';
import { listEmbeddedParts } from '@assay/media/embedded/list-embedded-parts';
import type { RewrittenJpeg } from '@assay/media/embedded/rewrite-jpeg';
import { promisedKinds } from '@assay/media/embedded/xmp-promises';
import { joinParts } from '@assay/media/strip/file-part';
import { stripMetadata } from '@assay/media/strip/strip-metadata';

/**
 * Removes the metadata of an image. Its gain map and its video go with it where they are kept behind the image; previews are metadata.
 * @throws UndecodableError
 */
export async function stripImage(path: string, mimeType: string): Promise<RewrittenJpeg | undefined> {
  const bytes = await readFile(path);
  const parts = stripMetadata(bytes, mimeType);
  if (parts === undefined) return undefined;
  const before = new Set(listEmbeddedParts(bytes, mimeType).map(({ kind }) => kind));
  const lost = promisedKinds.filter((kind) => before.has(kind));
  if (lost.length === 0) return { parts, removed: [] };
  const after = new Set(listEmbeddedParts(joinParts(bytes, parts), mimeType).map(({ kind }) => kind));
  return { parts, removed: lost.filter((kind) => !after.has(kind)) };
}
