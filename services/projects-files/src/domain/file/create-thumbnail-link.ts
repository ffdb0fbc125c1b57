import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { getFile } from './get-file.ts';
import { thumbnailKey } from './keep-preview.ts';

const expiresInSeconds = 900;

/** A fresh link to the thumbnail of a file. NOT_FOUND for a file of another organization, and for one that has none. */
export async function createThumbnailLink(
  deps: Pick<Deps, 'files' | 'storage'>,
  call: CallContext,
  fileId: string,
): Promise<{ readonly url: string; readonly expiresAt: Date }> {
  const file = await getFile(deps, call, { fileId });
  if (file.thumbnail === undefined) throw notFound('thumbnail');
  const { mimeType: contentType } = file.thumbnail;
  const fileName = `${file.id}.webp`;
  return deps.storage.presignDownload(thumbnailKey(file), { expiresInSeconds, fileName, contentType });
}
