import type { CallContext } from '@assay/chassis/call-context';
import { exportLinkSeconds } from '@assay/proto/dataset-objects';
import type { Deps } from '../../deps.ts';
import { findFinishedVersion } from '../version/find-version.ts';
import type { VersionName } from '../version/find-version.ts';
import { buildObjectKey } from './object-key.ts';
import { readPart } from './read-part.ts';
import type { ContentPart } from './read-part.ts';
import type { FileEntry } from './segment.ts';

/** A part of an export. */
export interface ExportPart extends Omit<ContentPart, 'entries'> {
  readonly links: readonly { readonly entry: FileEntry; readonly url: string }[];
}

/** Signs download links for a part of the files of a finished version. */
export async function readExport(
  deps: Pick<Deps, 'datasets' | 'versions' | 'segments' | 'storage'>,
  call: CallContext,
  { part, ...name }: VersionName & { readonly part: string },
): Promise<ExportPart> {
  const { dataset, version } = await findFinishedVersion(deps, call, name);
  const { entries, ...rest } = await readPart(deps, version, part);
  const links = await Promise.all(
    entries.map(async (entry) => {
      const { name: fileName, type: contentType } = entry;
      const link = { expiresInSeconds: exportLinkSeconds, fileName, contentType };
      const { url } = await deps.storage.presignDownload(buildObjectKey(dataset, entry), link);
      return { entry, url };
    }),
  );
  return { links, ...rest };
}
