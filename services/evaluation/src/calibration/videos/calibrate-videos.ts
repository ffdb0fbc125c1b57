import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import { readDecoderConfig } from '@assay/verification/config';
import { extractBeside } from '@assay/verification/stages/extract-beside';
import { createSubject, runCheck } from '@assay/checks/run/run-checks';
import type { CalibrationWork } from '../measuring/calibration-work.ts';
import { measurePictures } from '../measuring/measure-pictures.ts';
import type { Photograph } from '../measuring/photographs.ts';
import type { ScoredLine } from '../scored/measure-files.ts';
import { needVideoTools } from './encode-video.ts';
import type { VideoTools } from './encode-video.ts';
import type { FilmedCheck } from './filmed-check.ts';
import { printTold } from './print-told.ts';
import { videoFiles } from './video-files.ts';
import type { VideoFile } from './video-files.ts';

/** A place told this near to the change is the right one. */
const nearSeconds = 0.5;

const temporaryFolders = createTemporaryFolders(join(tmpdir(), 'assay-calibration'));

/**
 * Measures a check of what is filmed on what FFmpeg makes of the videos, and prints how often it tells of a change and of one in
 * innocent files. No table is written: these checks weigh reviewed ratios, or nothing, until somebody has videos enough.
 * @throws where there is no FFmpeg that makes videos
 */
export async function calibrateOnVideos(filmed: FilmedCheck, work: CalibrationWork): Promise<void> {
  const tools = await needVideoTools(readDecoderConfig());
  const tasks = work.videos.map((video) => ({
    picture: video.name,
    measure: () => measureVideo({ filmed, tools }, video),
  }));
  printTold(filmed.check.slug, await measurePictures(tasks, work));
}

interface Measuring {
  readonly filmed: FilmedCheck;
  readonly tools: VideoTools;
}

/** Measures what is made of one video; nothing for one that is too short, or not decoded. */
export function measureVideo(
  { filmed, tools }: Measuring,
  { name: picture, scene, source, ...video }: Photograph,
): Promise<ScoredLine[]> {
  return temporaryFolders.with(async (folder) => {
    const lines: ScoredLine[] = [];
    const { changes } = filmed;
    for await (const file of videoFiles({ ...video, name: picture }, { changes, folder, tools })) {
      const line = await measureFile({ filmed, tools }, file);
      lines.push({ picture, scene, source, ...line });
    }
    return lines;
  });
}

async function measureFile(
  { filmed, tools }: Measuring,
  { kind, path, rate, isChanged, changedAt }: VideoFile,
): Promise<Omit<ScoredLine, 'picture' | 'scene' | 'source'>> {
  const { check } = filmed;
  const { signal } = new AbortController();
  const known = { mimeType: 'video/x-matroska', enrichment: { frameRate: rate } };
  const job = { checks: [check.slug], withPreview: false, paths: [path], claims: {} };
  const files = [{ id: '', name: '', ...known }];
  const beside = await extractBeside(tools.extractor, { ...job, files }, { signal });
  const subject = createSubject({ bytes: new Uint8Array(), path, claims: {}, beside, ...known });
  const before = process.cpuUsage();
  const result = await runCheck(check, subject, signal);
  const cpuMs = Math.round(process.cpuUsage(before).user / 1000);
  const told = filmed.told(result);
  const isNear = (seconds: number | null): boolean =>
    seconds === null || changedAt === null || Math.abs(seconds - changedAt) <= nearSeconds;
  return {
    kind,
    isForged: isChanged,
    score: result.applicability.applicable ? Math.max(0, ...told.map(({ score }) => score)) : null,
    placeShare: !isChanged || told.length === 0 ? null : Number(told.some(({ seconds }) => isNear(seconds))),
    cpuMs,
    facts: result.facts,
  };
}
