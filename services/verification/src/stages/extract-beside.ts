import { mebibytes } from '@assay/chassis/units';
import type { MediaExtractor } from '@assay/media/decoder/media-extractor';
import type { Subject } from '@assay/checks/check/check';
import { listDecodedInputs } from '@assay/checks/manifests';
import { isDecodedHere } from '@assay/checks/sound/subject-sound';
import type { StageJob } from '../domain/stage/stage-job.ts';
import { clockLimitMs } from './stage-time-limit.ts';

interface Limits {
  /** The processor time for each kind that is decoded. */
  readonly processorMs?: number;
  readonly maxRssBytes?: number;
  readonly signal: AbortSignal;
}

/** Decodes what the checks of a job need beside the bytes of its first file, next to it; what cannot be decoded is left out. */
export async function extractBeside(
  extractor: MediaExtractor,
  { checks, files: [file], paths: [path] }: StageJob,
  { processorMs = 120_000, maxRssBytes = mebibytes(512), signal }: Limits,
): Promise<NonNullable<Subject['beside']>> {
  const beside: Record<string, string> = {};
  if (file === undefined || typeof path !== 'string') return beside;
  for (const kind of listDecodedInputs(checks)) {
    if (kind === 'sound' && isDecodedHere(file)) continue;
    const to = `${path}.${kind}`;
    const limits = {
      timeoutMs: clockLimitMs(processorMs),
      maxRssBytes,
      signal,
      cpu: { leftMs: processorMs },
    };
    if (await extractor.extract(kind, path, to, limits)) beside[kind] = to;
  }
  return beside;
}
