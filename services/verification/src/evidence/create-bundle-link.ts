import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../deps.ts';
import { artifactParts, currentRevision, documentParts, statementAbout } from './bundle-parts.ts';
import type { ArtifactPart, DocumentPart } from './bundle-parts.ts';
import { digestOf } from './digest.ts';
import { writeBundle } from './write-bundle.ts';
import type { BundlePart } from './write-bundle.ts';
import { concludedRun } from '../domain/run/concluded-run.ts';
import type { ConcludedRun } from '../domain/run/concluded-run.ts';
import { getRun } from '../domain/run/get-run.ts';
import type { RunRef } from '../domain/run/get-run.ts';
import type { Run } from '../domain/run/run.ts';
import { artifactsPrefix } from '../domain/stage/records/stage-prefix.ts';

type BundleDeps = Pick<Deps, 'runs' | 'storage' | 'temporaryFolders' | 'evidenceKeys'>;

const mimeType = 'application/zip';
const linkLifetimeSeconds = 900;
/** Another form of bundles is another object. */
const formatVersion = 1;

/**
 * A fresh link to the evidence bundle of a completed run. A bundle is made when it is first asked for and kept with the run's artifacts,
 * so that its bytes stay the same also when the key is replaced. NOT_FOUND for an unknown run; FAILED_PRECONDITION with
 * reason RUN_NOT_COMPLETED.
 */
export async function createBundleLink(
  deps: BundleDeps,
  call: CallContext,
  ref: RunRef,
): Promise<{ readonly url: string; readonly expiresAt: Date }> {
  const concluded = concludedRun(await getRun(deps, call, ref), 'the run has no evidence bundle yet');
  const key = bundleKey(concluded.run);
  if ((await deps.storage.head(key)) === undefined) await makeBundle(deps, call, { ...concluded, key });
  const fileName = `evidence-${concluded.run.id}.zip`;
  return deps.storage.presignDownload(key, {
    expiresInSeconds: linkLifetimeSeconds,
    fileName,
    contentType: mimeType,
  });
}

function bundleKey({ organizationId, id }: Run): string {
  const prefix = artifactsPrefix(organizationId, id);
  return `${prefix}evidence/${String(currentRevision)}-v${String(formatVersion)}.zip`;
}

async function makeBundle(
  deps: BundleDeps,
  call: CallContext,
  { key, ...from }: ConcludedRun & { readonly key: string },
): Promise<void> {
  const { storage, temporaryFolders, evidenceKeys, runs } = deps;
  await temporaryFolders.with(async (folder) => {
    const documents = await Promise.all(documentParts(from).map(readDocument));
    const artifacts: BundlePart[] = [];
    for (const part of artifactParts(from.run)) {
      artifacts.push(await fetchArtifact(deps, part, path.join(folder, String(artifacts.length))));
    }
    const bytes = writeBundle(statementAbout(from), [...documents, ...artifacts], evidenceKeys.signer);
    await storage.upload(key, Readable.from(bytes), { contentType: mimeType, signal: call.signal });
  });
  // Removed meanwhile, a run leaves nothing behind.
  if ((await runs.find(from.run.organizationId, from.run.id)) === undefined) await storage.remove(key);
}

async function readDocument({ name, mimeType: type, bytes }: DocumentPart): Promise<BundlePart> {
  return { name, mimeType: type, digest: await digestOf([bytes]), read: () => [bytes] };
}

/** Throws for an object that is not what the stage stored: such a bundle is not signed. */
async function fetchArtifact(
  { storage }: Pick<Deps, 'storage'>,
  { name, mimeType: type, storageKey, sha256 }: ArtifactPart,
  filePath: string,
): Promise<BundlePart> {
  await storage.download(storageKey, filePath);
  const read = (): Readable => createReadStream(filePath);
  const digest = await digestOf(read());
  if (digest.sha256 !== sha256) throw new Error(`the object ${storageKey} is not what was stored`);
  return { name, mimeType: type, digest, read };
}
