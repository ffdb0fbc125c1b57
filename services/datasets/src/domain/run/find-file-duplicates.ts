import { createNearDuplicates } from '../../cleaning/near-duplicates.ts';
import type { FileFeatures } from '../../cleaning/treatment.ts';
import type { ProjectFile } from './project-file.ts';
import type { CleaningPipeline } from '../pipeline/pipeline.ts';
import { createDuplicateCandidates } from './duplicate-candidates.ts';
import { withFile } from './file-of-run.ts';
import type { FileOfRun, ItemResult, TreatDeps } from './file-of-run.ts';

interface ComparedFile extends FileOfRun {
  readonly pipeline: CleaningPipeline;
}

/** A file of the project that is a duplicate of the file of the run. */
interface FileDuplicate {
  readonly fileId: string;
  readonly kind: 'exact' | 'near';
  /** From 0 to 1. 1 is the surest. */
  readonly score: number;
  /** False for a near-duplicate that is alike and has another content, so that a job would keep both. */
  readonly confirmed?: boolean;
}

/** The maximum number of duplicates that a run reports, the surest first. */
const maxDuplicates = 1_000;

/** Reports the duplicates of a file among the files of its project. No file is changed. */
export async function findFileDuplicates(
  deps: TreatDeps,
  job: ComparedFile,
  signal: AbortSignal,
): Promise<ItemResult> {
  const { file, pipeline, run } = job;
  const exact: FileDuplicate[] = [];
  const candidates = createDuplicateCandidates(file);
  for await (const files of deps.projectFiles.list(run.organizationId, file.projectId, signal)) {
    for (const other of files) {
      if (other.id === file.id) continue;
      if (other.sha256 === file.sha256) exact.push({ fileId: other.id, kind: 'exact', score: 1 });
      else if (pipeline.deduplication === 'near') candidates.add(other);
    }
  }
  const near = await confirm(deps, job, { candidates: candidates.list(), signal });
  return { result: { duplicates: [...exact, ...near].slice(0, maxDuplicates) } };
}

interface Confirmation {
  readonly candidates: readonly ProjectFile[];
  readonly signal: AbortSignal;
}

/**
 * Compares the file with each candidate by the features that the pipeline reads from both, and then by their content. If a candidate was deleted in the meantime, the
 * attempt fails, and the next one does not list it.
 */
async function confirm(
  deps: TreatDeps,
  { file, pipeline }: ComparedFile,
  { candidates, signal }: Confirmation,
): Promise<readonly FileDuplicate[]> {
  if (candidates.length === 0) return [];
  const own = await readFeatures(deps, { file, pipeline }, signal);
  if (own === undefined) return [];
  const found: FileDuplicate[] = [];
  for (const candidate of candidates) {
    const features = await readFeatures(deps, { file: candidate, pipeline }, signal);
    const score = features && scoreSimilarity(own, features);
    if (score === undefined) continue;
    const confirmed = await withFile(deps, file, (source) =>
      withFile(deps, candidate, (other) => deps.cleaners.confirmCopies([source, other], signal)),
    );
    found.push({ fileId: candidate.id, kind: 'near', score, confirmed });
  }
  return found.toSorted(
    (a, b) => Number(b.confirmed === true) - Number(a.confirmed === true) || b.score - a.score,
  );
}

/** Returns undefined if the files are no near-duplicates, by the rules of a job on a dataset. */
function scoreSimilarity(own: FileFeatures, other: FileFeatures): number | undefined {
  const near = createNearDuplicates();
  const confirmed = near.confirm(own, other);
  if (confirmed !== undefined) return confirmed;
  near.add(0, own);
  near.add(1, other);
  return near.listPairs()[0]?.score;
}

/** Returns undefined if the pipeline does not read features of the type, or if the file cannot be read. */
async function readFeatures(
  deps: TreatDeps,
  { file, pipeline }: Pick<ComparedFile, 'file' | 'pipeline'>,
  signal: AbortSignal,
): Promise<FileFeatures | undefined> {
  const treatment = deps.cleaners.findTreatment(pipeline, file.mimeType);
  if (treatment?.kind !== 'run') return undefined;
  signal.throwIfAborted();
  const result = await withFile(deps, file, (source) => treatment.run(source, signal));
  return result.outcome === 'removed' ? undefined : result.features;
}
