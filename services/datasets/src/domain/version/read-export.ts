import { setImmediate } from 'node:timers/promises';
import type { CallContext } from '@assay/chassis/call-context';
import { exportLinkSeconds } from '@assay/proto/dataset-objects';
import type { Deps } from '../../deps.ts';
import { findFinishedVersion } from './find-version.ts';
import type { VersionName } from './find-version.ts';
import { buildObjectKey } from '../content/object-key.ts';
import { readPart } from './read-part.ts';
import type { ContentPart } from './read-part.ts';
import type { FileEntry } from '../content/segment.ts';

/** Links that are signed before other work gets the event loop. */
const linksAtOnce = 10;

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
  const links: { readonly entry: FileEntry; readonly url: string }[] = [];
  // One after the other: a signature waits for nothing, and 1,000 unfinished ones take 150 MB.
  for (const [index, entry] of entries.entries()) {
    // Other calls run in between, and so does the incremental garbage collection.
    if (index % linksAtOnce === 0) await setImmediate();
    const { name: fileName, type: contentType } = entry;
    const link = { expiresInSeconds: exportLinkSeconds, fileName, contentType };
    const { url } = await deps.storage.presignDownload(buildObjectKey(dataset, entry), link);
    links.push({ entry, url });
  }
  return { links, ...rest };
}
