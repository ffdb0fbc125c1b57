import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { getFile } from './get-file.ts';

const expiresInSeconds = 900;

/** A fresh link that downloads the file under its name. NOT_FOUND for a file of another organization. */
export async function createDownloadLink(
  deps: Pick<Deps, 'files' | 'storage'>,
  call: CallContext,
  fileId: string,
): Promise<{ readonly url: string; readonly expiresAt: Date }> {
  const { storageKey, name: fileName, mimeType: contentType } = await getFile(deps, call, { fileId });
  return deps.storage.presignDownload(storageKey, { expiresInSeconds, fileName, contentType });
}
