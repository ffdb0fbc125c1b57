import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { EvaluationCase } from '../evaluation-case.ts';
import type { Scene } from '../scenes.ts';
import { changedPdfs } from './changed-pdfs.ts';
import type { DocumentVersion, MadeDocument } from './document-version.ts';
import { changedDocx, innocentDocx } from './docx-versions.ts';
import { innocentPdfs } from './innocent-pdfs.ts';

const mimeTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
export const documentExtensions: readonly string[] = Object.keys(mimeTypes);

/**
 * Innocent versions of a document, and changed ones; pages that are put in come from the other one. What cannot be made of a document
 * is left out: a version of one that is encrypted, or other words on pages without any.
 */
export async function* documentCases(scene: Scene, other: Scene): AsyncGenerator<EvaluationCase> {
  const mimeType = mimeTypes[extname(scene.path).toLowerCase()] ?? 'application/pdf';
  for (const version of await versionsOf(scene, other)) {
    const made = await makeOrNone(version);
    if (made === undefined) continue;
    const { bytes, pages } = made;
    const { group, change, isLaundered = false } = version;
    const place = pages === undefined ? null : ({ kind: 'pages', pages } as const);
    yield { scene: scene.name, source: scene.source, group, change, isLaundered, mimeType, bytes, place };
  }
}

async function makeOrNone({ make }: DocumentVersion): Promise<MadeDocument | undefined> {
  try {
    return await make();
  } catch {
    return undefined;
  }
}

async function versionsOf(scene: Scene, other: Scene): Promise<readonly DocumentVersion[]> {
  const bytes = Uint8Array.from(await readFile(scene.path));
  if (isDocx(scene)) return [...innocentDocx(bytes), ...changedDocx(bytes, scene.seed)];
  const pages = isDocx(other) ? null : Uint8Array.from(await readFile(other.path));
  return [...innocentPdfs(bytes, pages), ...changedPdfs({ bytes, other: pages, seed: scene.seed })];
}

function isDocx({ path }: Scene): boolean {
  return extname(path).toLowerCase() === '.docx';
}
