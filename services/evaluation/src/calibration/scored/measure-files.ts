import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import type { JsonObject } from '@assay/checks/check/check';
import { createSubject } from '@assay/checks/run/run-checks';
import { readCompressionHistory } from '@assay/checks/structure/compression-history';
import type { Photograph } from '../measuring/photographs.ts';
import type { SceneScores } from '../measuring/scene-scores.ts';
import { forgedFile, innocentFile, innocentFiles } from './calibration-files.ts';
import type { CalibrationFile } from './calibration-files.ts';
import type { ScoredFile } from '@assay/checks/pixels/scored-file';
import type { ScoredCheck } from './scored-check.ts';

/** What one check measured in one file. */
export interface ScoredLine {
  readonly picture: string;
  readonly scene: string;
  readonly source: string;
  /** The processing of the image. */
  readonly kind: string;
  readonly isForged: boolean;
  /** Altered by other people. */
  readonly isByOthers?: true;
  /** Null where the check or its gate refused the file, or the check failed on it. */
  readonly score: number | null;
  /** Share of the place pointed at that was changed; null where it points at none, or nothing was changed. */
  readonly placeShare: number | null;
  /** CPU time of the check without decoding. */
  readonly cpuMs: number;
  readonly facts: JsonObject;
}

const temporaryFolders = createTemporaryFolders(join(tmpdir(), 'assay-calibration'));

/** Measures what is made of a photograph: what people do to it innocently, and one forgery of each kind. */
export async function measurePhotograph(
  check: ScoredCheck,
  photograph: Photograph,
  others: readonly Photograph[],
): Promise<ScoredLine[]> {
  const lines: ScoredLine[] = [];
  for await (const file of innocentFiles(photograph, check))
    lines.push(await measureFile(check, photograph, file));
  for (const maker of check.innocents ?? [])
    lines.push(await measureFile(check, photograph, await innocentFile(photograph, maker)));
  for (const maker of check.forgers) {
    const forged = await forgedFile(photograph, maker, others);
    if (forged !== null) lines.push(await measureFile(check, photograph, forged));
  }
  return lines;
}

type Origin = Pick<Photograph, 'name' | 'scene' | 'source'>;

/** Measures an image that other people altered. */
export async function measureOthers(
  check: ScoredCheck,
  origin: Origin,
  file: CalibrationFile,
): Promise<ScoredLine[]> {
  return [{ ...(await measureFile(check, origin, file)), isByOthers: true }];
}

function measureFile(
  check: ScoredCheck,
  { name: picture, scene, source }: Origin,
  { kind, mimeType, bytes, forgery }: CalibrationFile,
): Promise<ScoredLine> {
  return temporaryFolders.with(async (folder) => {
    const path = join(folder, 'subject');
    await writeFile(path, bytes);
    const subject = createSubject({ bytes, path, mimeType, enrichment: {}, claims: {} });
    const isRefused = check.gate?.(await readCompressionHistory(subject)).applicable === false;
    if (!isRefused) await subject.pixels().catch(() => null);
    const before = process.cpuUsage();
    const measured = isRefused ? null : await check.measure(subject).catch(() => null);
    const cpuMs = Math.round(process.cpuUsage(before).user / 1000);
    return {
      picture,
      scene,
      source,
      kind,
      isForged: forgery !== null,
      score: measured && Number(measured.score.toFixed(4)),
      placeShare: measured && forgery && shareChanged(measured, forgery),
      cpuMs,
      facts: measured?.facts ?? {},
    };
  });
}

function shareChanged(
  { place }: ScoredFile,
  { mask, image }: NonNullable<CalibrationFile['forgery']>,
): number | null {
  if (place === null) return null;
  let marked = 0;
  let changed = 0;
  place.data.forEach((inside, i) => {
    if (inside === 0) return;
    const x = Math.floor((((i % place.width) + 0.5) * image.width) / place.width);
    const y = Math.floor(((Math.floor(i / place.width) + 0.5) * image.height) / place.height);
    marked++;
    changed += mask[y * image.width + x] ?? 0;
  });
  return marked === 0 ? null : changed / marked;
}

/** At least this share of what is pointed at was changed, or the forgery was not found. */
const rightFrom = 0.5;

/** By scene; a forgery whose place is wrong scores as one in which nothing was seen. */
export function sceneScores(lines: readonly ScoredLine[]): SceneScores[] {
  return [...Map.groupBy(lines, ({ scene }) => scene)].map(([scene, files]) => {
    const worked = files.filter(({ score }) => score !== null);
    const innocent = worked.flatMap(({ isForged, score }) => (isForged || score === null ? [] : [score]));
    return {
      scene,
      innocent: innocent.length === 0 ? null : Math.max(...innocent),
      forged: worked.flatMap((file) => (file.isForged ? [foundScore(file)] : [])),
    };
  });
}

export function foundScore({ score, placeShare }: Pick<ScoredLine, 'score' | 'placeShare'>): number {
  return (placeShare ?? 1) >= rightFrom ? (score ?? -Infinity) : -Infinity;
}
