import type { ClaimJudgement } from '../domain/claim/judge-claims.ts';
import { findCondition } from '../domain/pipeline/file-condition.ts';
import { findBasis } from '../domain/pipeline/verdict-basis.ts';
import { findPipeline } from '../domain/pipeline/catalog.ts';
import type { Conclusion } from '../domain/fusion/conclusion.ts';
import type { Run } from '../domain/run/run.ts';
import type { StoredArtifact } from '../domain/stage/stage.ts';
import type { SubjectFile } from '../domain/subject-file/subject-file.ts';
import { gatherPeople } from './people/gather-people.ts';
import { errorRateOf } from './rates/error-rate.ts';
import type { ReportFile, ReportInput, ReportPicture, ReportStage } from './report-input.ts';
import { findingsOf } from '../domain/stage/records/findings.ts';
import { taskOf } from '../domain/stage/records/stage-task.ts';
import { nameEmbeddedParts } from './words/embedded-parts.ts';
import { previewType } from '../domain/stage/records/preview-type.ts';

export interface ReportOf {
  readonly concluded: Conclusion;
  /** What became of each claim; left out: as the run has kept it. */
  readonly judged?: readonly ClaimJudgement[];
  readonly completedAt: Date;
  /** Bytes of the run's pictures by storage key; a picture without bytes is left out. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Gathers what a report of this run is made of. */
export function gatherReportInput(
  run: Run,
  { concluded, judged, completedAt, pictures }: ReportOf,
): ReportInput {
  const pipeline = findPipeline(run.pipelineSlug);
  const evaluation = pipeline?.evaluation ?? null;
  const results = findingsOf(run);
  const artifacts = run.stages.flatMap((stage) => stage.artifacts);
  const people = gatherPeople(run, concluded, (stage) => withBytes(stage.artifacts, pictures));
  const preview = artifacts.find(({ type }) => type === previewType);
  return {
    run: {
      id: run.id,
      pipelineSlug: run.pipelineSlug,
      pipelineName: pipeline?.name ?? run.pipelineSlug,
      startedAt: run.createdAt,
      completedAt,
    },
    files: run.files.map((file) =>
      toReportFile(file, preview === undefined ? [] : withBytes([preview], pictures)),
    ),
    claims: Object.entries(run.contextData ?? {}).map(([key, value]) => ({ key, value: inWords(value) })),
    judged: judged ?? run.conclusion?.claims ?? [],
    conclusion: concluded,
    stages: examinedStages(run, pictures),
    ...(people === undefined ? {} : { people }),
    errorRate:
      evaluation === null
        ? null
        : errorRateOf(concluded.verdict, evaluation, results, {
            condition: findCondition(results),
            basis: findBasis(concluded.verdict, results),
          }),
  };
}

/** The preview is shown with the verdict, and regions, tables and timelines tell machines what pictures and sentences tell people. */
const unshownTypes: readonly string[] = [previewType, 'region', 'table', 'timeline'];

function toReportFile(file: SubjectFile, [preview]: readonly ReportPicture[]): ReportFile {
  const { name, mimeType, sizeBytes, sha256 } = file;
  const { width, height } = file.enrichment;
  const dimensions = typeof width === 'number' && typeof height === 'number' ? { width, height } : null;
  const embedded = nameEmbeddedParts(file.enrichment['embedded']);
  return { name, mimeType, sizeBytes, sha256, dimensions, embedded, preview: preview ?? null };
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function examinedStages(run: Run, pictures: ReportOf['pictures']): ReportStage[] {
  return run.stages
    .filter((stage) => taskOf(run, stage).kind !== 'conclude')
    .map((stage) => ({
      slug: stage.slug,
      name: stage.name,
      summary: stage.summary,
      checks: findingsOf({ ...run, stages: [stage] }).map((result) => ({
        ...result,
        pictures: withBytes(
          stage.artifacts.filter(({ check, type }) => check === result.check && !unshownTypes.includes(type)),
          pictures,
        ),
      })),
    }));
}

function withBytes(artifacts: readonly StoredArtifact[], pictures: ReportOf['pictures']): ReportPicture[] {
  return artifacts.flatMap(({ legend, mimeType, storageKey, width, height }) => {
    const bytes = pictures.get(storageKey);
    return bytes === undefined ? [] : [{ legend, mimeType, bytes, width, height }];
  });
}
