import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import { hours } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import type { CountingDeps } from '../room/room.ts';
import type { File } from '../file/file.ts';
import { recordFirstEnrichment } from '../pipeline-run/record-enrichment.ts';
import { findProject } from '../project/get-project.ts';
import { measure, readHead, TransferError } from '../upload/measured-content.ts';
import { newFile } from '../upload/new-file.ts';
import { finishUpload, keepUpload } from '../upload/pending-upload.ts';
import { readType } from '../upload/read-type.ts';
import type { StoredContent } from '../upload/upload.ts';
import { unprocessableFile, uploadExpired, uploadIncomplete, uploadState } from '../upload/upload-errors.ts';
import { endUpload, withRecords } from './end-upload.ts';
import { findUpload } from './get-upload.ts';
import { missingParts, partCount } from './resumable-upload.ts';
import type { ArrivedPart, ResumableUpload, UploadPlace } from './resumable-upload.ts';

/** Longer than reading the largest file takes; the sweeper stays away for so long. */
const completingForMs = hours(1);

export interface Completion extends UploadPlace {
  /** Hexadecimal. */
  readonly sha256: string;
}

type CompleteDeps = CountingDeps &
  Pick<
    Deps,
    | 'resumableUploads'
    | 'completions'
    | 'arrivingContent'
    | 'projects'
    | 'folders'
    | 'storage'
    | 'pipelineRuns'
    | 'uploadLimits'
    | 'logger'
  >;

/**
 * Makes an upload a file. Every step may be repeated, so whoever asks again carries on where a killed process stopped, and
 * gets the same file once there is one. It goes on when the caller stops waiting.
 */
export async function completeUpload(
  deps: CompleteDeps,
  call: CallContext,
  input: Completion,
): Promise<File> {
  const sha256 = input.sha256.toLowerCase();
  const upload = await findUpload(deps, call, input);
  if (upload === undefined) return findCompleted(deps, call, { ...input, sha256 });
  const key = `${upload.id} ${sha256}`;
  return deps.completions.join(key, () => complete(deps, call, { upload, sha256 }));
}

/** The file that an upload has become. */
async function findCompleted(
  { files }: Pick<Deps, 'files'>,
  { organizationId }: CallContext,
  { projectId, uploadId, sha256 }: Completion,
): Promise<File> {
  const file = await files.find(organizationId, uploadId);
  if (file?.projectId !== projectId || file.sha256 !== sha256) throw notFound('upload');
  return file;
}

interface Claimed {
  readonly upload: ResumableUpload;
  readonly sha256: string;
}

async function complete(deps: CompleteDeps, call: CallContext, claimed: Claimed): Promise<File> {
  const { upload, sha256 } = claimed;
  const { organizationId, id } = upload;
  const etag = await assemble(deps, claimed);
  const content = await contentOf(deps, { ...claimed, etag }).catch(async (error: unknown) => {
    if (error instanceof DomainError) await endUpload(deps, upload);
    throw error;
  });
  if (content.sha256 !== sha256) {
    // A mistyped digest costs nothing: the upload can be completed again with the right one.
    await deps.resumableUploads.unclaim(organizationId, id, sha256);
    throw unprocessableFile(
      `The SHA-256 of the file is ${content.sha256}. Complete the upload with it, or abort it.`,
    );
  }
  await findProject(deps, call, upload.projectId);
  if (!(await deps.resumableUploads.admit(organizationId, id, keptUntil(deps)))) {
    return findCompleted(deps, call, { ...upload, uploadId: id, sha256 }).catch(() => {
      throw uploadExpired();
    });
  }
  const notes = {
    tags: upload.tags,
    privacyLevel: upload.privacyLevel,
    folderId: await folderOf(deps, upload),
  };
  const place = { ...upload, fileId: id };
  const ending = withRecords(deps, organizationId);
  await keepUpload(ending, call, { ...newFile(place, content, deps.clock.now()), ...notes });
  const file = await findCompleted(deps, call, { ...upload, uploadId: id, sha256 });
  deps.arrivingContent.forget(id);
  await recordFirstEnrichment(deps, file);
  await finishUpload(ending, file).catch((error: unknown) => {
    deps.logger.warn({ err: error, uploadId: id }, 'ending a completed upload is left to the sweeper');
  });
  return file;
}

/** Makes the parts one object, unless they are; returns its entity tag. */
async function assemble(deps: CompleteDeps, { upload, sha256 }: Claimed): Promise<string> {
  const { storage, resumableUploads } = deps;
  const parts = await storage.multipart.listParts(upload);
  const missing = missingParts(upload, parts ?? []);
  // Once the object is there, some storages say that its parts are not, others that they know of none.
  const before = missing.length === 0 ? undefined : await storage.head(upload.storageKey);
  if (missing.length > 0 && before === undefined) throw uploadIncomplete(missing);
  const claim = { sha256, expiresAt: keptUntil(deps) };
  if (!(await resumableUploads.claim(upload.organizationId, upload.id, claim))) {
    throw uploadState('completing');
  }
  return before?.etag ?? (await joinParts(deps, upload, parts ?? []));
}

/** NOT_FOUND when the upload was ended at the same time. */
async function joinParts(
  { storage, resumableUploads }: CompleteDeps,
  upload: ResumableUpload,
  parts: readonly ArrivedPart[],
): Promise<string> {
  const { organizationId, id, storageKey } = upload;
  try {
    const joined = (await storage.multipart.complete(upload, parts)) ?? (await storage.head(storageKey));
    if (joined !== undefined) return joined.etag;
  } catch (error) {
    // Whoever completed or ended it at the same time may have been first.
    const joined = await storage.head(storageKey);
    if (joined !== undefined) return joined.etag;
    if ((await resumableUploads.find(organizationId, id))?.state === 'completing') throw error;
  }
  throw notFound('upload');
}

interface Assembled extends Claimed {
  readonly etag: string;
}

type ContentDeps = Pick<Deps, 'resumableUploads' | 'arrivingContent' | 'storage' | 'uploadLimits'>;

/** What the bytes of the object turn out to be; a DomainError when that is not what was announced. */
async function contentOf(deps: ContentDeps, assembled: Assembled): Promise<StoredContent> {
  const { upload } = assembled;
  const content = (await seenArriving(deps, assembled)) ?? (await readStored(deps, assembled));
  return { name: upload.name, ...content };
}

type Facts = Omit<StoredContent, 'name'>;

/**
 * What this process saw arrive, which is the object where every part was sent exactly once, and here: a part that was sent again
 * may be another one, and its entity tag, an MD5, would not tell. Undefined otherwise.
 */
async function seenArriving(
  { resumableUploads, arrivingContent }: ContentDeps,
  { upload, etag }: Assembled,
): Promise<Facts | undefined> {
  const { organizationId, id, sizeBytes } = upload;
  const seen = arrivingContent.whole(id, partCount(upload));
  // A type that the rest of the file has to prove is read in full.
  if (seen === undefined || seen.type.proof !== undefined) return undefined;
  // Its parts are fixed by now, and so is what was counted of them.
  const claimed = await resumableUploads.find(organizationId, id);
  if (claimed?.partsToSend !== 0) return undefined;
  return { mimeType: seen.type.mimeType, sizeBytes, sha256: seen.sha256, etag };
}

async function readStored(
  { storage, uploadLimits }: ContentDeps,
  { upload, etag }: Assembled,
): Promise<Facts> {
  const stream = await storage.get(upload.storageKey);
  try {
    const { head, chunks } = await readHead(stream);
    const { mimeType, category, proof } = await readType(head, upload.declaredMimeType);
    const content = measure(chunks, { maxBytes: uploadLimits[category], mimeType, proof });
    while ((await content.source.next()).done !== true);
    return { mimeType, etag, ...content.facts() };
  } catch (error) {
    throw error instanceof TransferError ? error.cause : error;
  } finally {
    stream.destroy();
  }
}

/** Its folder, unless that was deleted meanwhile. */
async function folderOf(
  { folders }: Pick<Deps, 'folders'>,
  { organizationId, folderId }: ResumableUpload,
): Promise<string | undefined> {
  if (folderId === undefined) return undefined;
  const folder = await folders.findEntry(organizationId, folderId);
  return folder?.state === 'present' ? folderId : undefined;
}

function keptUntil({ clock }: Pick<Deps, 'clock'>): Date {
  return new Date(clock.now().getTime() + completingForMs);
}
