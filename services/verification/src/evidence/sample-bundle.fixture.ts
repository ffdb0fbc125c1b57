import { Buffer } from 'node:buffer';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { finding } from '@assay/checks/check/check-result';
import { conclude } from '../domain/fusion/conclude.ts';
import { imageAuthenticity } from '../domain/pipeline/definitions/image-authenticity.ts';
import type { ConcludedRun } from '../domain/run/concluded-run.ts';
import { newRun } from '../domain/run/run.ts';
import type { NewRun } from '../domain/run/run.ts';
import { toFindings } from '../domain/stage/records/findings.ts';
import type { RunStage, StoredArtifact } from '../domain/stage/stage.ts';
import type { SubjectFile } from '../domain/subject-file/subject-file.ts';
import { artifactParts, documentParts, statementAbout } from './bundle-parts.ts';
import { digestOf } from './digest.ts';
import { createEvidenceKeys } from './signing-keys.ts';
import type { EvidenceKeys } from './signing-keys.ts';
import { writeBundle } from './write-bundle.ts';

/** Keys under this name. */
export function sampleKeys(kid = 'evidence-bundles'): EvidenceKeys {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return createEvidenceKeys({ ...key, kid }, undefined);
}

const completedAt = new Date('2026-11-19T16:21:37.000Z');

export interface SampleRun extends ConcludedRun {
  /** By storage key. */
  readonly objects: ReadonlyMap<string, Buffer>;
}

/** A completed run; another number is another run, with another number of artifacts of other bytes. */
export function sampleRun(number: number): SampleRun {
  const objects = new Map<string, Buffer>();
  const begun = newRun(orderOf(number), new Date(completedAt.getTime() - 86_000), idsFrom(number));
  const stages = begun.stages.map((stage) => examined(stage, { number, objects }));
  const checks = stages.flatMap(({ task }) => (task?.kind === 'examine' ? task.checks : []));
  const concluded = conclude(checks.map(resultOf));
  const findings = { ...concluded };
  const whole = stages.map((stage) => (stage.task?.kind === 'conclude' ? { ...stage, findings } : stage));
  const run = { ...begun, stages: whole, status: 'completed', completedAt } as const;
  return { run, concluded, completedAt, objects };
}

function orderOf(number: number): NewRun {
  const file: SubjectFile = {
    id: 'f1',
    name: `harbour ${String(number)} ü.jpg`,
    mimeType: 'image/jpeg',
    sizeBytes: 3_481_602,
    sha256: createHash('sha256').update(String(number)).digest('hex'),
    storageKey: 'files/f1',
    enrichmentStatus: 'completed',
    enrichment: { width: 4032, height: 3024, make: 'Example' },
  };
  return {
    organizationId: 'o1',
    projectId: 'p1',
    pipeline: imageAuthenticity,
    files: [file],
    contextId: '',
    contextData: { claimed_date: '2026-11-19' },
    crowd: null,
    startedBy: 'u1',
  };
}

function idsFrom(number: number): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `r${String(number)}s${String(made)}`;
  };
}

function resultOf(slug: string) {
  const check = { slug, version: '1', criterion: 'metadata_consistency', kind: 'structural' } as const;
  return finding(check, { statement: `What ${slug} found.`, facts: { seen: true }, llrManipulated: 0.25 });
}

function examined(
  stage: RunStage,
  { number, objects }: { readonly number: number; readonly objects: Map<string, Buffer> },
): RunStage {
  const task = stage.task?.kind === 'examine' ? stage.task : undefined;
  const artifacts = stage.slug === 'pixel-traces' ? artifactsOf(stage, number, objects) : [];
  const results = (task?.checks ?? []).map(resultOf);
  const ended = { status: 'completed', startedAt: completedAt, completedAt } as const;
  return { ...stage, ...ended, summary: 'Examined.', findings: toFindings(results), artifacts };
}

function artifactsOf(stage: RunStage, number: number, objects: Map<string, Buffer>): StoredArtifact[] {
  return Array.from({ length: number % 4 }, (_, index) => {
    const bytes = Buffer.alloc(200 * (index + number), `${String(number)} ${String(index)} `);
    const storageKey = `runs/${stage.id}/${String(index)}`;
    objects.set(storageKey, bytes);
    return {
      id: `a${String(index)}`,
      stageSlug: stage.slug,
      check: 'copy-move',
      type: 'heatmap',
      mimeType: 'image/png',
      storageKey,
      width: 64,
      height: 48,
      legend: 'Brighter: more alike.',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
  });
}

/** The bytes of a run's bundle. */
export async function bundleOf(from: SampleRun, { signer }: Pick<EvidenceKeys, 'signer'>): Promise<Buffer> {
  const stored = artifactParts(from.run).map(({ storageKey, ...part }) => ({
    ...part,
    bytes: from.objects.get(storageKey) ?? Buffer.alloc(0),
  }));
  const parts = await Promise.all(
    [...documentParts(from), ...stored].map(async ({ name, mimeType, bytes }) => ({
      name,
      mimeType,
      digest: await digestOf([bytes]),
      read: () => [bytes],
    })),
  );
  return buffer(Readable.from(writeBundle(statementAbout(from), parts, signer)));
}
