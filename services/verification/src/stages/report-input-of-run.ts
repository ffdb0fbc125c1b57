import type { Conclusion } from '../domain/fusion/conclusion.ts';
import { findPipeline } from '../domain/catalog.ts';
import type { Run, StoredArtifact } from '../domain/run.ts';
import type { ReportInput, ReportPicture, ReportStage } from '../report/report-input.ts';
import { findingsOf } from './findings.ts';
import { previewType } from './store-artifacts.ts';

export interface ReportOf {
  readonly concluded: Conclusion;
  readonly completedAt: Date;
  /** Bytes of the run's pictures by storage key; a report that only names them gives none. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Gathers what a report of this run is made of. */
export function reportInput(run: Run, { concluded, completedAt, pictures }: ReportOf): ReportInput {
  const [file] = run.files;
  if (file === undefined) throw new Error('a report needs a file');
  const { name, mimeType, sizeBytes, sha256, enrichment } = file;
  const artifacts = run.stages.flatMap((stage) => stage.artifacts);
  const toPicture = (artifact: StoredArtifact): ReportPicture => ({
    ...artifact,
    bytes: pictures.get(artifact.storageKey) ?? null,
  });
  const preview = artifacts.find(({ type }) => type === previewType);
  return {
    runId: run.id,
    pipelineSlug: run.pipelineSlug,
    pipelineName: findPipeline(run.pipelineSlug)?.name ?? run.pipelineSlug,
    startedAt: run.createdAt,
    completedAt,
    file: { name, mimeType, sizeBytes, sha256, enrichment },
    claims: run.contextData ?? {},
    conclusion: concluded,
    stages: examinedStages(run),
    preview: preview === undefined ? null : toPicture(preview),
    pictures: artifacts.filter(({ type }) => type !== previewType).map(toPicture),
  };
}

function examinedStages(run: Run): ReportStage[] {
  return run.stages
    .filter(({ slug }) => slug !== 'fusion')
    .map((stage) => ({
      slug: stage.slug,
      name: stage.name,
      checks: findingsOf({ ...run, stages: [stage] }),
    }));
}
