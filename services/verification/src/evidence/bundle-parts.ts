import { Buffer } from 'node:buffer';
import type { ConcludedRun } from '../domain/run/concluded-run.ts';
import type { Run } from '../domain/run/run.ts';
import type { RunStage, StoredArtifact } from '../domain/stage/stage.ts';
import { taskOf } from '../domain/stage/records/stage-task.ts';
import { gatherReportInput } from '../report/gather-report-input.ts';
import { renderJsonReport } from '../report/json.ts';
import { canonicalJson } from '../domain/commitment/canonical-json.ts';
import { writeMachineResults } from '../domain/commitment/machine-results.ts';
import type { StatementAbout } from './statement.ts';

/** A part of a bundle that is made of what the run's document says. */
export interface DocumentPart {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** A part of a bundle that a stage made. */
export interface ArtifactPart {
  readonly name: string;
  readonly mimeType: string;
  readonly storageKey: string;
  /** As it was when it was stored. */
  readonly sha256: string;
}

/** A run has the revision 1 until it can be revised. */
export const currentRevision = 1;

export const documentNames = {
  run: 'run.json',
  files: 'files.json',
  enrichment: 'enrichment.json',
  context: 'context.json',
  conclusion: 'conclusion.json',
  report: 'report.json',
  machineResults: 'machine-results.json',
} as const;

export function statementAbout({ run, concluded, completedAt }: ConcludedRun): StatementAbout {
  return {
    runId: run.id,
    revision: currentRevision,
    pipeline: { slug: run.pipelineSlug, version: run.pipelineVersion },
    verdict: concluded.verdict,
    completedAt: completedAt.toISOString(),
    examined: run.files.map(({ id, sha256, sizeBytes }) => ({ fileId: id, sha256, sizeBytes })),
  };
}

/** Everything that a run knows of itself, as JSON that is the same whenever it is written. */
export function documentParts(from: ConcludedRun): DocumentPart[] {
  const { run, concluded, completedAt } = from;
  const { contextId, contextData, files } = run;
  const report = renderJsonReport(gatherReportInput(run, { concluded, completedAt, pictures: new Map() }));
  return [
    json(documentNames.run, describeRun(from)),
    json(
      documentNames.files,
      files.map(({ id, name, mimeType, sizeBytes, sha256 }) => ({ id, name, mimeType, sizeBytes, sha256 })),
    ),
    json(
      documentNames.enrichment,
      files.map(({ id, enrichment }) => ({ fileId: id, enrichment })),
    ),
    json(documentNames.context, {
      contextId: contextId === '' ? null : contextId,
      data: contextData,
      judged: run.conclusion?.claims ?? [],
    }),
    ...run.stages.map((stage) => json(stagePartName(stage), describeStage(run, stage))),
    ...openCommitments(run),
    json(documentNames.conclusion, concluded),
    { name: documentNames.report, mimeType: 'application/json', bytes: Buffer.from(report, 'utf8') },
  ];
}

/** Writes the text that the crowd stages of a run committed to; nothing for a run that asked nobody. */
function openCommitments(run: Run): DocumentPart[] {
  if (run.stages.every(({ crowdJob }) => crowdJob === undefined)) return [];
  const stages = run.stages.map((stage) => ({ ...stage, task: taskOf(run, stage) }));
  const bytes = Buffer.from(writeMachineResults(stages), 'utf8');
  return [{ name: documentNames.machineResults, mimeType: 'application/json', bytes }];
}

export function artifactParts({ stages }: Run): ArtifactPart[] {
  return stages
    .flatMap(({ artifacts }) => artifacts)
    .map((artifact) => ({
      name: artifactPartName(artifact),
      mimeType: artifact.mimeType,
      storageKey: artifact.storageKey,
      sha256: artifact.sha256,
    }));
}

function describeRun({ run, concluded, completedAt }: ConcludedRun): object {
  const { id, organizationId, projectId, pipelineSlug, pipelineVersion, createdAt } = run;
  const { verdict, confidence, confidenceMeaning, prior, scorecard } = concluded;
  return {
    id,
    organizationId,
    projectId,
    pipelineSlug,
    pipelineVersion,
    revision: currentRevision,
    verdict,
    confidence,
    confidenceMeaning,
    prior,
    scorecard,
    createdAt,
    completedAt,
  };
}

function describeStage(run: Run, stage: RunStage): object {
  const { id, slug, name, type, order, status, verdict, confidence, summary } = stage;
  const { startedAt, completedAt, findings } = stage;
  return {
    id,
    slug,
    name,
    type,
    order,
    status,
    verdict,
    confidence,
    summary,
    startedAt,
    completedAt,
    task: taskOf(run, stage),
    findings,
    artifacts: stage.artifacts.map(describeArtifact),
    ...describePeople(stage),
  };
}

function describePeople({ crowdJob, people }: RunStage): object {
  if (crowdJob === undefined) return {};
  return { crowdJobId: crowdJob.id, commitment: crowdJob.commitment, people: people ?? null };
}

function describeArtifact(artifact: StoredArtifact): object {
  const { storageKey: _place, ...described } = artifact;
  return { ...described, part: artifactPartName(artifact) };
}

export function stagePartName({ order, slug }: Pick<RunStage, 'order' | 'slug'>): string {
  return `stages/${String(order).padStart(2, '0')}-${slug}.json`;
}

function artifactPartName({ stageSlug, id, mimeType }: StoredArtifact): string {
  const extension = /^[a-z]+\/([a-z0-9]+)$/u.exec(mimeType)?.[1] ?? 'bin';
  return `artifacts/${stageSlug}/${id}.${extension}`;
}

function json(name: string, value: unknown): DocumentPart {
  return { name, mimeType: 'application/json', bytes: Buffer.from(canonicalJson(value), 'utf8') };
}
