import { globSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExtractKind } from '@assay/media/decoder/media-extractor';
import type { CheckManifest } from './check/manifest.ts';

const sources = import.meta.dirname;
const extension = extname(import.meta.filename);

/** The manifest of every check by the name of its folder, also of checks that people or other services answer. */
export const manifests: ReadonlyMap<string, CheckManifest> = new Map(
  await Promise.all(
    globSync(`*/*/manifest${extension}`, { cwd: sources })
      .toSorted()
      .map(async (path) => [basename(dirname(path)), await importManifest(join(sources, path))] as const),
  ),
);

/** Imports a module by a path that is known only when the program runs; `manifests.test.ts` judges every one. */
async function importManifest(path: string): Promise<CheckManifest> {
  const { manifest } = (await import(pathToFileURL(path).href)) as { readonly manifest: CheckManifest };
  return manifest;
}

/** Lists all that is to be decoded before these checks run, each kind once. */
export function listDecodedInputs(slugs: readonly string[]): readonly ExtractKind[] {
  return [...new Set(slugs.flatMap((slug) => manifests.get(slug)?.decodes ?? []))];
}
