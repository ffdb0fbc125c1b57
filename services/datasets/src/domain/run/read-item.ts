import type { ReadingPipeline } from '../pipeline/pipeline.ts';
import { withFile } from './file-of-run.ts';
import type { FileOfRun, ItemResult, TreatDeps } from './file-of-run.ts';

interface ReadFile extends FileOfRun {
  readonly pipeline: ReadingPipeline;
}

/** Reads a text or a document of a project and reports its facts. No file is changed. */
export function readItem(
  deps: TreatDeps,
  { file, pipeline }: ReadFile,
  signal: AbortSignal,
): Promise<ItemResult> {
  const { identifyLanguage, countStatistics } = deps.cleaners;
  const read = pipeline.reading === 'language' ? identifyLanguage : countStatistics;
  return withFile(deps, file, async (source) => {
    const reading = await read(source, signal);
    return reading.outcome === 'read' ? { result: { ...reading.value } } : { error: reading.explanation };
  });
}
