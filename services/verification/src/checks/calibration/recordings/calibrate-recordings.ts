import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import type { Check } from '../../check.ts';
import { loadChecks } from '../../registry.ts';
import { createSubject, runCheck } from '../../run-checks.ts';
import type { CalibrationWork } from '../calibration-work.ts';
import { measurePictures } from '../measure-pictures.ts';
import type { Photograph } from '../photographs.ts';
import { sceneScores } from '../scored/measure-files.ts';
import type { ScoredLine } from '../scored/measure-files.ts';
import { printScored } from '../scored/print-scored.ts';
import { calibrationOf } from '../scored/score-calibration.ts';
import { recordedChecks } from './recorded-checks.ts';
import type { RecordedCheck } from './recorded-checks.ts';
import { recordingFiles } from './recording-files.ts';
import type { RecordingFile } from './recording-files.ts';

/** A place told this near to the change is the right one. */
const nearSeconds = 2;

const temporaryFolders = createTemporaryFolders(join(tmpdir(), 'assay-calibration'));

/**
 * Measures a check of sound on what is made of the recordings, and prints how often it finds a change and tells of one in innocent
 * files. No table is written: these checks weigh reviewed ratios, or nothing, until somebody has recordings enough.
 */
export async function calibrateOnRecordings(slug: string, work: CalibrationWork): Promise<void> {
  const [recorded, [check]] = [recordedChecks[slug], await loadChecks([slug])];
  if (recorded === undefined || check === undefined || check.examines === 'case')
    throw new Error(`${slug} is no check of sound`);
  const tasks = work.recordings.map((recording) => ({
    picture: recording.name,
    measure: () => measureRecording(check, recorded, recording),
  }));
  const lines = await measurePictures(tasks, work);
  printScored({ slug, searchesFor: recorded.searchesFor }, lines, calibrationOf(sceneScores(lines)));
}

/** Measures what is made of one recording; nothing for one that is not decoded here. */
export async function measureRecording(
  check: Check,
  recorded: RecordedCheck,
  recording: Photograph,
): Promise<ScoredLine[]> {
  const lines: ScoredLine[] = [];
  for (const file of await recordingFiles(recording, recorded.changes)) {
    const line = await measureFile(check, recorded, file);
    lines.push({ picture: recording.name, scene: recording.scene, source: recording.source, ...line });
  }
  return lines;
}

type Measured = Omit<ScoredLine, 'picture' | 'scene' | 'source'>;

function measureFile(
  check: Check,
  { told }: RecordedCheck,
  { kind, mimeType, bytes, changedAt }: RecordingFile,
): Promise<Measured> {
  return temporaryFolders.with(async (folder) => {
    const path = join(folder, 'subject');
    await writeFile(path, bytes);
    const subject = createSubject({ bytes, path, mimeType, enrichment: {}, claims: {} });
    await subject.sound();
    const before = process.cpuUsage();
    const result = await runCheck(check, subject, new AbortController().signal);
    const cpuMs = Math.round(process.cpuUsage(before).user / 1000);
    const places = told(result);
    const isRight = places.some(({ seconds }) => Math.abs(seconds - (changedAt ?? 0)) <= nearSeconds);
    return {
      kind,
      isForged: changedAt !== null,
      score: result.applicability.applicable ? Math.max(0, ...places.map(({ score }) => score)) : null,
      placeShare: changedAt === null || places.length === 0 ? null : Number(isRight),
      cpuMs,
      facts: {},
    };
  });
}
