import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { File, PrivacyLevel } from '../file/file.ts';

/** The people who see a file: members of its organization, or others. */
export type WorkAudience = 'members' | 'outsiders';

/** The size of a file as a browser displays it, in pixels, and its duration. Undefined: not known, or not known yet. */
export interface DisplayedSize {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly durationSeconds: number | undefined;
}

/** A file as a crowd job needs it. */
export interface WorkFile extends Pick<File, 'id' | 'projectId' | 'name' | 'mimeType' | 'sizeBytes'> {
  readonly privacyLevel: PrivacyLevel;
  readonly size: DisplayedSize;
}

export interface WorkFileList {
  readonly files: readonly WorkFile[];
  readonly missingFileIds: readonly string[];
}

/** Reads files of any project or dataset, or those of one project, in the order of the request. */
export async function listWorkFiles(
  { datasetFiles }: Pick<Deps, 'datasetFiles'>,
  { organizationId }: CallContext,
  { projectId, fileIds }: { readonly projectId: string; readonly fileIds: readonly string[] },
): Promise<WorkFileList> {
  const all = await datasetFiles.findMany(organizationId, fileIds);
  const found = all.filter((file) => projectId === '' || file.projectId === projectId);
  const byId = new Map(found.map((file) => [file.id, file]));
  const sources = await findSources({ datasetFiles }, organizationId, found);
  return {
    files: fileIds.flatMap((id) => {
      const file = byId.get(id);
      return file === undefined ? [] : [toWorkFile(file, sources)];
    }),
    missingFileIds: fileIds.filter((id) => !byId.has(id)),
  };
}

type Sources = ReadonlyMap<string, File>;

async function findSources(
  { datasetFiles }: Pick<Deps, 'datasetFiles'>,
  organizationId: string,
  files: readonly File[],
): Promise<Sources> {
  const ids = files.flatMap(({ projectId, sourceFileId }) =>
    projectId === undefined && sourceFileId !== undefined ? [sourceFileId] : [],
  );
  if (ids.length === 0) return new Map();
  const sources = await datasetFiles.findMany(organizationId, [...new Set(ids)]);
  return new Map(sources.map((source) => [source.id, source]));
}

function toWorkFile(file: File, sources: Sources): WorkFile {
  const { id, projectId, name, mimeType, sizeBytes } = file;
  const privacyLevel = judgePrivacy(file, sources);
  return { id, projectId, name, mimeType, sizeBytes, privacyLevel, size: readDisplayedSize(file) };
}

/** Returns the files that an audience may see now: outsiders see public files only. */
export async function selectVisible(
  deps: Pick<Deps, 'datasetFiles'>,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  { files, audience }: { readonly files: readonly File[]; readonly audience: WorkAudience },
): Promise<readonly File[]> {
  if (audience === 'members') return files;
  const sources = await findSources(deps, organizationId, files);
  return files.filter((file) => judgePrivacy(file, sources) === 'public');
}

/** A derived or copied file of a dataset has the level of its source, unless its own level is public. */
function judgePrivacy(file: File, sources: Sources): PrivacyLevel {
  if (file.projectId !== undefined || file.privacyLevel === 'public') return file.privacyLevel;
  return sources.get(file.sourceFileId ?? '')?.privacyLevel ?? file.privacyLevel;
}

/** From this EXIF orientation on, browsers turn an image by a quarter. */
const firstTurned = 5;

/** Reads the displayed size from the enrichment. */
export function readDisplayedSize({
  mimeType,
  enrichment,
}: Pick<File, 'mimeType' | 'enrichment'>): DisplayedSize {
  const read = (name: string): number | undefined => {
    const value: unknown = enrichment === undefined ? undefined : Reflect.get(enrichment, name);
    return typeof value === 'number' ? value : undefined;
  };
  const width = read('width');
  const height = read('height');
  const durationSeconds = read('durationSeconds');
  // The decoder of HEIC applies the orientation itself.
  const isTurned = mimeType !== 'image/heic' && (read('orientation') ?? 1) >= firstTurned;
  const isTurnedVideo = (read('rotation') ?? 0) % 180 !== 0;
  return isTurned || isTurnedVideo
    ? { width: height, height: width, durationSeconds }
    : { width, height, durationSeconds };
}

const shownTypes: readonly string[] = [
  ...['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/bmp'],
  ...['audio/mpeg', 'audio/ogg', 'audio/flac', 'video/webm', 'application/pdf', 'text/plain'],
];
/** Codecs that browsers play in containers that may hold others, too. */
const shownCodecs: Readonly<Record<string, RegExp>> = {
  'video/mp4': /^h264$/u,
  'audio/mp4': /^aac$/u,
  'audio/wav': /^pcm_(?:u8|s16le|s24le|f32le)$/u,
};

/** Returns true if browsers show the original. A file with a codec that is not known counts as one that they do not show. */
export function isShownByBrowsers({ mimeType, enrichment }: Pick<File, 'mimeType' | 'enrichment'>): boolean {
  if (shownTypes.includes(mimeType)) return true;
  const codec: unknown =
    enrichment === undefined
      ? undefined
      : Reflect.get(enrichment, mimeType.startsWith('video/') ? 'videoCodec' : 'codec');
  return typeof codec === 'string' && (shownCodecs[mimeType]?.test(codec) ?? false);
}
