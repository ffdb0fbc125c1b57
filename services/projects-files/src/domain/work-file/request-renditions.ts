import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { File } from '../file/file.ts';
import { newRendition } from './rendition.ts';
import type { Rendition } from './rendition.ts';
import { isShownByBrowsers, selectVisible } from './work-file.ts';
import type { WorkAudience } from './work-file.ts';

export interface RequestedRenditions {
  readonly fileIds: readonly string[];
  readonly audience: WorkAudience;
}

type RequestDeps = Pick<Deps, 'renditions' | 'clock'>;

/** Requests the renditions that the audience needs of the files that exist and that it may see. */
export async function prepareRenditions(
  deps: RequestDeps & Pick<Deps, 'datasetFiles'>,
  call: CallContext,
  { fileIds, audience }: RequestedRenditions,
): Promise<void> {
  const { organizationId } = call;
  const found = await deps.datasetFiles.findMany(organizationId, fileIds);
  const files = await selectVisible(deps, call, { files: found, audience });
  await requestRenditions(
    deps,
    organizationId,
    files.filter((file) => needsRendition(file, audience)),
  );
}

/** Outsiders never get an original. */
export function needsRendition(file: File, audience: WorkAudience): boolean {
  return audience === 'outsiders' || !isShownByBrowsers(file);
}

/** Requests the renditions that do not exist, and returns those that were found before. */
export async function requestRenditions(
  { renditions, clock }: RequestDeps,
  organizationId: string,
  files: readonly File[],
): Promise<readonly Rendition[]> {
  if (files.length === 0) return [];
  const keys = [...new Set(files.map(({ storageKey }) => storageKey))];
  const found = await renditions.find(organizationId, keys);
  const states = new Map(found.map(({ id, state }) => [id, state]));
  for (const file of files) {
    const state = states.get(file.storageKey);
    if (state !== undefined && state !== 'failed') continue;
    const now = clock.now();
    await renditions.request(newRendition(file, now), now);
    states.set(file.storageKey, 'waiting');
  }
  return found;
}
