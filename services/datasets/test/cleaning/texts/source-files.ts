import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from '../../../src/cleaning/treatment.ts';

const types: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.csv': 'text/plain',
  '.jsonl': 'text/plain',
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export const hashContent = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Source files in a temporary folder. */
export interface SourceFiles {
  readonly folder: string;
  /** Writes a file. Its name decides its type. */
  create(name: string, content: string | Buffer): Promise<SourceFile>;
  remove(): Promise<void>;
}

export function createSourceFiles(): SourceFiles {
  const folder = mkdtempSync(join(tmpdir(), 'assay-texts-'));
  return {
    folder,
    async create(name, content) {
      const outputFolder = await mkdtemp(join(folder, 'output-'));
      const path = join(await mkdtemp(join(folder, 'input-')), 'content');
      const bytes = Buffer.from(content);
      await writeFile(path, bytes);
      const type = types[extname(name)] ?? 'application/octet-stream';
      return { path, outputFolder, name, type, sizeBytes: bytes.byteLength, sha256: hashContent(bytes) };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

const documents = fileURLToPath(new URL('../../../../../../shared/media/documents/', import.meta.url));

/** True if the collection of test media is next to the project. Tests that need it are skipped without it. */
export const hasSharedDocuments = existsSync(documents);

if (!hasSharedDocuments)
  console.warn('no shared/media next to the project: tests on real documents are skipped');

/** Creates a source file of a document of the collection of test media. */
export async function copySharedDocument(files: SourceFiles, name: string): Promise<SourceFile> {
  return files.create(basename(name), await readFile(join(documents, name)));
}
