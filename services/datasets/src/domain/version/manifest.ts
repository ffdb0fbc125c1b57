import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { isFinished } from './version.ts';
import type { Version } from './version.ts';
import { countFiles, readEntries } from '../content/read-content.ts';
import { readSourceFileId } from '../content/segment.ts';
import type { FileEntry } from '../content/segment.ts';

/** Builds the line of a file in the manifest: a JSON object and a line break. The bytes are part of the hash of the manifest. */
export function buildManifestLine(entry: FileEntry): string {
  const { fileId, name, sizeBytes: size, type, sha256, enrichment, enrichmentError } = entry;
  const facts = { fileId, name, size, type, sha256, sourceFileId: readSourceFileId(entry) ?? null };
  const beginning = JSON.stringify(facts).slice(0, -1);
  const error = enrichmentError === undefined ? '' : `,"enrichmentError":${JSON.stringify(enrichmentError)}`;
  return `${beginning},"enrichment":${enrichment ?? 'null'}${error}}\n`;
}

export interface ManifestHash {
  add(entries: readonly FileEntry[]): void;
  /** Lowercase hex. */
  digest(): string;
}

/** Hashes the lines of a manifest as they are added. */
export function createManifestHash(): ManifestHash {
  const hash = createHash('sha256');
  return {
    add(entries) {
      hash.update(entries.map(buildManifestLine).join(''));
    },
    digest: () => hash.digest('hex'),
  };
}

type ManifestDeps = Pick<Deps, 'segments' | 'versions'>;

/**
 * Returns the hash of the manifest of a version; undefined unless it is finished. The hash of raw is that of its present content: it is
 * computed when it is first read, and cached until the content changes.
 */
export async function readManifestHash(deps: ManifestDeps, version: Version): Promise<string | undefined> {
  if (!isFinished(version)) return undefined;
  if (version.state !== 'raw') return version.manifestSha256;
  const { fingerprint: content } = await countFiles(deps, version);
  const cached = await deps.versions.findCachedManifest(version, content);
  if (cached !== undefined) return cached;
  const hash = createManifestHash();
  for await (const entries of readEntries(deps, version)) hash.add(entries);
  const sha256 = hash.digest();
  await deps.versions.cacheManifest(version, { sha256, content });
  return sha256;
}
