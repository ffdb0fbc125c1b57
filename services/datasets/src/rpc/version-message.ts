import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { DatasetWithVersions } from '@assay/proto/datasets/v1/dataset';
import { VersionState } from '@assay/proto/datasets/v1/dataset_version';
import type { DatasetVersion, DatasetVersionFile } from '@assay/proto/datasets/v1/dataset_version';
import type {
  DatasetVersionPage,
  DiffItem as DiffItemMessage,
  ExportedFile,
  ReadExportResponse,
  ReadManifestResponse,
  VersionDiff as VersionDiffMessage,
} from '@assay/proto/datasets/v1/versions_service';
import type { ListVersionFilesResponse } from '@assay/proto/datasets/v1/work_versions_service';
import { DiffChange } from '@assay/proto/datasets/v1/versions_service';
import type { Dataset } from '../domain/dataset/dataset.ts';
import type { FileEntry } from '../domain/content/segment.ts';
import { buildManifestLine } from '../domain/version/manifest.ts';
import type { ExportPart } from '../domain/version/read-export.ts';
import type { ContentPart } from '../domain/version/read-part.ts';
import { readSourceFileId } from '../domain/content/segment.ts';
import type { DiffItem, VersionDiff } from '../domain/version/diff-versions.ts';
import type { VersionFiles } from '../domain/version/list-version-files.ts';
import type { VersionPage } from '../domain/version/read-version.ts';
import { toDatasetMessage } from './dataset-message.ts';
import { isRunning } from '../domain/version/version.ts';
import type { Version } from '../domain/version/version.ts';

const states = createEnumCodec(VersionState);
const changes = createEnumCodec(DiffChange);

export function toVersionMessage(version: Version): DatasetVersion {
  const { id, datasetId, label, parentVersionId, pipelineSlug, pipelineVersion, fileCount, sizeBytes } =
    version;
  const { counts, manifestSha256, error, createdAt, doneFiles, source } = version;
  return {
    id,
    datasetId,
    label,
    parentVersionId,
    cleaningPipelineSlug: pipelineSlug,
    pipelineVersion,
    fileCount,
    sizeBytes,
    manifestSha256,
    error,
    createdAt,
    state: states.toMessage(version.state),
    counts: counts && { ...counts, removed: { ...counts.removed }, skipped: { ...counts.skipped } },
    progress: isRunning(version) ? { done: doneFiles, total: source?.fileCount ?? 0 } : undefined,
  };
}

interface WithVersions {
  readonly dataset: Dataset;
  readonly versions: readonly Version[];
}

export function toDatasetWithVersions({ dataset, versions }: WithVersions): DatasetWithVersions {
  return { dataset: toDatasetMessage(dataset), versions: versions.map(toVersionMessage) };
}

export function toVersionPageMessage({ version, files, page, limit }: VersionPage): DatasetVersionPage {
  const message = toVersionMessage(version);
  return { version: message, files: files.map(toFileMessage), total: version.fileCount, page, limit };
}

export function toFileMessage(entry: FileEntry): DatasetVersionFile {
  const { fileId, name, sizeBytes: size, type, sha256, createdAt } = entry;
  const file = { id: fileId, name, size, type, sha256, createdAt };
  return { id: fileId, fileId, sourceFileId: readSourceFileId(entry), file };
}

export function toDiffMessage({ items, ...diff }: VersionDiff): VersionDiffMessage {
  return { ...diff, items: items.map(toDiffItemMessage) };
}

function toDiffItemMessage(item: DiffItem): DiffItemMessage {
  return { ...item, change: changes.toMessage(item.change) };
}

export function toExportResponse({ links, ...rest }: ExportPart): ReadExportResponse {
  return { files: links.map(({ entry, url }) => toExportedFile(entry, url)), ...rest };
}

function toExportedFile({ fileId, name, sizeBytes: size, sha256 }: FileEntry, url: string): ExportedFile {
  return { fileId, name, url, size, sha256 };
}

export function toManifestResponse({ entries, ...rest }: ContentPart): ReadManifestResponse {
  return { lines: Buffer.from(entries.map(buildManifestLine).join('')), ...rest };
}

export function toVersionFilesResponse({ files, ...page }: VersionFiles): ListVersionFilesResponse {
  return { ...page, files: files.map(toFileMessage) };
}
