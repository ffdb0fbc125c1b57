import { setTimeout as wait } from 'node:timers/promises';
import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { File } from '../file/file.ts';
import { renditionKey } from './rendition.ts';
import type { Rendition, RenditionContent } from './rendition.ts';
import { needsRendition, requestRenditions } from './request-renditions.ts';
import type { RequestedRenditions } from './request-renditions.ts';
import { readDisplayedSize, selectVisible } from './work-file.ts';
import type { DisplayedSize, WorkAudience } from './work-file.ts';

/** A link to a file for the browser of a worker, or the reason why there is none. */
export type WorkLink =
  | { readonly fileId: string; readonly state: 'missing' | 'pending' | 'not_public' }
  | { readonly fileId: string; readonly state: 'failed'; readonly error: string }
  | {
      readonly fileId: string;
      readonly state: 'ready';
      readonly presignedUrl: { readonly url: string; readonly expiresAt: Date };
      readonly mimeType: string;
      readonly size: DisplayedSize;
      readonly isRendition: boolean;
    };

const expiresInSeconds = 900;
const pollMs = 150;

/**
 * Signs links in the order of the request, and waits at most `maxWaitMs` for renditions. Outsiders get links to public files only, judged
 * before a rendition is requested and again after the wait, before a link is signed.
 */
export async function createWorkLinks(
  deps: Pick<Deps, 'datasetFiles' | 'renditions' | 'storage' | 'clock'>,
  call: CallContext,
  { fileIds, audience, maxWaitMs }: RequestedRenditions & { readonly maxWaitMs: number },
): Promise<readonly WorkLink[]> {
  const { organizationId } = call;
  const readVisible = async () => {
    const found = await deps.datasetFiles.findMany(organizationId, fileIds);
    return { found, visible: await selectVisible(deps, call, { files: found, audience }) };
  };
  const { visible } = await readVisible();
  const converted = visible.filter((file) => needsRendition(file, audience));
  await requestRenditions(deps, organizationId, converted);
  const renditions = await awaitRenditions(deps, organizationId, { files: converted, maxWaitMs });
  const { found, visible: files } = await readVisible();
  return Promise.all(
    fileIds.map(async (fileId): Promise<WorkLink> => {
      const file = files.find(({ id }) => id === fileId);
      const isHidden = found.some(({ id }) => id === fileId);
      if (file === undefined) return { fileId, state: isHidden ? 'not_public' : 'missing' };
      if (!needsRendition(file, audience)) return linkOriginal(deps, file);
      return linkRendition(deps, file, { rendition: renditions.get(file.storageKey), audience });
    }),
  );
}

interface AwaitedFiles {
  readonly files: readonly File[];
  readonly maxWaitMs: number;
}

async function awaitRenditions(
  { renditions }: Pick<Deps, 'renditions'>,
  organizationId: string,
  { files, maxWaitMs }: AwaitedFiles,
): Promise<ReadonlyMap<string, Rendition>> {
  const keys = [...new Set(files.map(({ storageKey }) => storageKey))];
  const until = performance.now() + maxWaitMs;
  for (;;) {
    const found = keys.length === 0 ? [] : await renditions.find(organizationId, keys);
    const isOpen = found.length < keys.length || found.some(({ state }) => isUnfinished(state));
    if (!isOpen || performance.now() + pollMs > until) return new Map(found.map((one) => [one.id, one]));
    await wait(pollMs);
  }
}

function isUnfinished(state: Rendition['state']): boolean {
  return state === 'waiting' || state === 'taken';
}

async function linkOriginal({ storage }: Pick<Deps, 'storage'>, file: File): Promise<WorkLink> {
  const { id: fileId, storageKey, name: fileName, mimeType } = file;
  const presignedUrl = await storage.presignDownload(storageKey, {
    expiresInSeconds,
    fileName,
    contentType: mimeType,
  });
  const size = readDisplayedSize(file);
  return { fileId, state: 'ready', presignedUrl, mimeType, size, isRendition: false };
}

interface LinkedRendition {
  readonly rendition: Rendition | undefined;
  readonly audience: WorkAudience;
}

async function linkRendition(
  { storage }: Pick<Deps, 'storage'>,
  file: File,
  { rendition, audience }: LinkedRendition,
): Promise<WorkLink> {
  const { id: fileId } = file;
  if (rendition?.state === 'failed') {
    return { fileId, state: 'failed', error: rendition.error ?? 'The file cannot be shown.' };
  }
  if (rendition?.content === undefined) return { fileId, state: 'pending' };
  const { content } = rendition;
  const { mimeType } = content;
  const presignedUrl = await storage.presignDownload(renditionKey(file), {
    expiresInSeconds,
    fileName: buildFileName(file, content, audience),
    contentType: mimeType === 'text/plain' ? `${mimeType}; charset=utf-8` : mimeType,
  });
  const size = { ...readDisplayedSize(file), ...readContentSize(content) };
  return { fileId, state: 'ready', presignedUrl, mimeType, size, isRendition: true };
}

function readContentSize({ width, height }: RenditionContent): Partial<DisplayedSize> {
  return width === undefined || height === undefined ? {} : { width, height };
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
};

/** The name of a file may name people and places, so outsiders get its id instead. */
function buildFileName({ id, name }: File, { mimeType }: RenditionContent, audience: WorkAudience): string {
  const base = audience === 'outsiders' ? id : name.replace(/\.[^.]*$/u, '');
  return `${base}.${extensions[mimeType] ?? 'bin'}`;
}
