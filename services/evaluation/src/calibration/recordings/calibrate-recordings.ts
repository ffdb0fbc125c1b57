import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import { createSubject, runCheck } from '@assay/checks/run/run-checks';
import type { CalibrationWork } from '../measuring/calibration-work.ts';
import { measurePictures } from '../measuring/measure-pictures.ts';
import { isHeldOut } from '../measuring/photographs.ts';
import type { Photograph } from '../measuring/photographs.ts';
import { sceneScores } from '../scored/measure-files.ts';
import type { ScoredLine } from '../scored/measure-files.ts';
import { printHeldOut, printScored } from '../scored/print-scored.ts';
import { buildCalibration } from '../scored/build-calibration.ts';
import { writeTable } from '../measuring/write-table.ts';
import { findSoundConverter } from './convert-sound.ts';
import type { RecordedCheck } from './recorded-check.ts';
import { recordingFiles } from './recording-files.ts';
import type { RecordingFile } from './recording-files.ts';
import type { CodeSound } from './sound-chains.ts';

/** A place told this near to the change is the right one. */
const nearSeconds = 2;

const temporaryFolders = createTemporaryFolders(join(tmpdir(), 'assay-calibration'));

/**
 * Measures a check of sound on what is made of the recordings, and writes and prints its table. Of recordings that are held
 * out, what is printed is how the table that is there does on them.
 * @throws where something is to be coded, and there is no FFmpeg
 */
export async function calibrateOnRecordings(recorded: RecordedCheck, work: CalibrationWork): Promise<void> {
  let converter: ReturnType<typeof findSoundConverter> | undefined;
  const convert: CodeSound = async (wav, chain) => {
    converter ??= findSoundConverter();
    return (await converter).convert(wav, chain);
  };
  const tasks = work.recordings.map((recording) => ({
    picture: recording.name,
    measure: () => measureRecording(recorded, { recording, convert }),
  }));
  const measured = await measurePictures(tasks, work);
  const lines = measured.filter(({ source }) => isHeldOut(source) === work.areHeldOut);
  const { check, table, searchesFor } = recorded;
  const { slug } = check;
  if (work.areHeldOut) {
    if (table !== undefined) printHeldOut({ table, searchesFor }, lines);
    return;
  }
  const calibration = buildCalibration(sceneScores(lines));
  if (!work.isDryRun && table !== undefined) await writeTable(slug, calibration);
  printScored({ slug, searchesFor }, lines, calibration);
}

/** Measures what is made of one recording; nothing for one that is not decoded here. */
export async function measureRecording(
  recorded: RecordedCheck,
  { recording, convert }: { readonly recording: Photograph; readonly convert: CodeSound },
): Promise<ScoredLine[]> {
  const lines: ScoredLine[] = [];
  for await (const file of recordingFiles(recording, recorded.changes, convert)) {
    const line = await measureFile(recorded, file);
    lines.push({ picture: recording.name, scene: recording.scene, source: recording.source, ...line });
  }
  return lines;
}

type Measured = Omit<ScoredLine, 'picture' | 'scene' | 'source'>;

function measureFile(
  { check, told }: RecordedCheck,
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
      facts: result.facts,
    };
  });
}
