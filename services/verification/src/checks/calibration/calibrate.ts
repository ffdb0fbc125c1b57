import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calibrations } from './calibrations.ts';
import type { CalibrationWork } from './calibration-work.ts';
import { isHeldOut, readPhotographs } from './photographs.ts';
import type { Photograph } from './photographs.ts';
import { recordingExtensions } from './recordings/recording-files.ts';
import { videoExtensions } from './videos/video-files.ts';

/**
 * Calibrates statistical checks on folders of photographs: makes innocent files and forgeries of each by seed, measures them,
 * counts by scene, and writes the table each check loads. Checks of sound are measured on the recordings of the folders,
 * those of what is filmed on the videos, and what was found is printed. Without `--check` all of them are calibrated. With `--measured` each
 * measured file is kept as a line of `<slug>.jsonl` in that folder, and taken from there the next time; without photographs,
 * these lines are counted again. Two in five sources are left to the evaluation; of recordings and videos, which have no other,
 * `--held-out` measures these and no others.
 */
const usage =
  'usage: npm run calibrate -- <folder of photographs, recordings or videos>… [--check slug]… [--labels labels.csv] [--measured folder] [--held-out] [--dry-run]';
const progressEveryMs = 10_000;

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'string', multiple: true, default: Object.keys(calibrations) },
    labels: { type: 'string' },
    measured: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
});
const unknown = options.check.find((slug) => calibrations[slug] === undefined);
if (unknown !== undefined || (folders.length === 0 && options.measured === undefined)) {
  const known = `checks: ${Object.keys(calibrations).join(', ')}`;
  process.stderr.write(`${usage}\n${known}\n`);
  process.exitCode = 2;
} else {
  if (options.measured !== undefined) await mkdir(options.measured, { recursive: true });
  const photographs = options['held-out'] ? [] : await readAll();
  const recordings = await readAll(recordingExtensions);
  const videos = await readAll(videoExtensions);
  for (const slug of options.check)
    await calibrations[slug]?.({ photographs, recordings, videos, ...workOn(slug) });
}

async function readAll(extensions?: readonly string[]): Promise<Photograph[]> {
  const labels = options.labels ?? null;
  const read = await Promise.all(folders.map((folder) => readPhotographs(folder, labels, extensions)));
  return read.flat().filter(({ source }) => isHeldOut(source) === options['held-out']);
}

function workOn(slug: string): Omit<CalibrationWork, 'photographs' | 'recordings' | 'videos'> {
  let shownAt = 0;
  return {
    keptIn: options.measured === undefined ? null : join(options.measured, `${slug}.jsonl`),
    isDryRun: options['dry-run'],
    onProgress(done, of) {
      if (Date.now() - shownAt < progressEveryMs) return;
      shownAt = Date.now();
      process.stderr.write(`${slug}: ${String(done)} of ${String(of)} pictures measured\n`);
    },
  };
}
