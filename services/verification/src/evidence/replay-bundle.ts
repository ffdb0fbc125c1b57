import { createReadStream } from 'node:fs';
import { replayStages } from '../domain/replay/replay-stages.ts';
import type { Replay } from '../domain/replay/replay-stages.ts';
import { isRead } from '../domain/stage/examine-stage.ts';
import type { StageExecutor } from '../stages/stage-executor.ts';
import type { ByteSource } from './byte-source.ts';
import { digestOf } from './digest.ts';
import { readBundledRun } from './read-recorded-run.ts';
import type { BundledFile } from './read-recorded-run.ts';
import type { Statement } from './statement.ts';

/** The files given are not those that the run has examined. */
export class OtherFileError extends Error {
  override readonly name = 'OtherFileError';
}

/**
 * Does the run of a valid bundle again on its original files, and compares. Rejects with OtherFileError for other files, and where one
 * is missing.
 * @param paths where the originals are, in any order
 */
export async function replayBundle(
  source: ByteSource,
  statement: Statement,
  { paths: given, executor }: { readonly paths: readonly string[]; readonly executor: StageExecutor },
): Promise<Replay> {
  const { recorded, files, claims } = await readBundledRun(source, statement);
  const paths = await originalsOf(files, given);
  const described = files.map(({ id, name, mimeType, enrichment }) => ({ id, name, mimeType, enrichment }));
  const { signal } = new AbortController();
  return replayStages(recorded, async (_stage, { checks }) => {
    const job = { checks, withPreview: false, files: described, paths, claims };
    return (await executor.execute(job, signal)).results;
  });
}

/** In the order of the files; null for one of which no more is looked at than its enrichment. */
async function originalsOf(
  files: readonly BundledFile[],
  given: readonly string[],
): Promise<(string | null)[]> {
  const bySha256 = new Map<string, string>();
  for (const path of given) {
    const { sha256 } = await digestOf(createReadStream(path));
    if (!files.some((file) => file.sha256 === sha256))
      throw new OtherFileError(`${path} is not a file that was examined: its SHA-256 is ${sha256}`);
    bySha256.set(sha256, path);
  }
  return files.map((file) => {
    const path = bySha256.get(file.sha256);
    if (path === undefined && isRead(file, files)) throw new OtherFileError(`${file.name} was examined, too`);
    return path ?? null;
  });
}
