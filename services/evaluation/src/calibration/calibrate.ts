import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listCalibrated, loadCalibration } from './calibrations.ts';
import type { CalibrationWork } from './measuring/calibration-work.ts';
import { isGenerated, isHeldOut, readPhotographs } from './measuring/photographs.ts';
import type { Photograph } from './measuring/photographs.ts';
import { recordingExtensions } from './recordings/recording-files.ts';
import { videoExtensions } from './videos/video-files.ts';

/**
 * Calibrates statistical checks on folders of photographs: makes pristine files and forgeries of each by seed, measures them,
 * counts by scene, and writes the table each check loads. Checks of sound are calibrated on the recordings of the folders; those
 * of what is filmed are measured on the videos, and what was found is printed. Without `--check` all of them are calibrated. With `--measured` each
 * measured file is kept as a line of `<slug>.jsonl` in that folder, and taken from there the next time; without photographs,
 * these lines are counted again. With `--forgeries` the checks that judge a file by one number also count the images that other people
 * altered, of the part for calibration, and the originals of these. With `--part 1/2` only every second image is measured, so that several
 * processes share the work; a table of a part is never written. With `--confirm` the folders hold further pristine scenes, whose false
 * alarms are added to the table of a check that judges a file by one number. Two in five sources are left to the evaluation; of recordings and videos, which have no other,
 * `--held-out` measures these and no others, judges the tables that are there, and writes none.
 */
const usage =
  'usage: npm run calibrate -- <folder of photographs, recordings or videos>… [--check slug]… [--labels labels.csv] [--measured folder] [--forgeries folder] [--part 1/2] [--confirm] [--held-out] [--dry-run]';
const progressEveryMs = 10_000;

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'string', multiple: true },
    labels: { type: 'string' },
    measured: { type: 'string' },
    forgeries: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    confirm: { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
});
const known = listCalibrated(
  options['held-out'] ? ['recordings', 'videos'] : ['images', 'recordings', 'videos'],
);
const slugs = options.check ?? known;
const unknown = slugs.find((slug) => !known.includes(slug));
if (unknown !== undefined || (folders.length === 0 && options.measured === undefined)) {
  process.stderr.write(`${usage}\nchecks: ${known.join(', ')}\n`);
  process.exitCode = 2;
} else {
  if (options.measured !== undefined) await mkdir(options.measured, { recursive: true });
  const photographs = options['held-out'] ? [] : await readAll();
  const confirming = options['held-out'] ? [] : (await readAll({ heldOut: true })).filter(isPristine);
  const recordings = await readAll({ extensions: recordingExtensions });
  const videos = await readAll({ extensions: videoExtensions });
  for (const slug of slugs) {
    const { calibrate } = await loadCalibration(slug);
    await calibrate({ photographs, confirming, recordings, videos, ...workOn(slug) });
  }
}

interface Reading {
  readonly extensions?: readonly string[];
  /** Files of the sources that are held out, instead of all others. */
  readonly heldOut?: boolean;
}

async function readAll({ extensions, heldOut = options['held-out'] }: Reading = {}): Promise<Photograph[]> {
  const labels = options.labels ?? null;
  const read = await Promise.all(folders.map((folder) => readPhotographs(folder, labels, extensions)));
  return read.flat().filter(({ source }) => isHeldOut(source) === heldOut);
}

function isPristine({ source }: Photograph): boolean {
  return !isGenerated(source);
}

function workOn(slug: string): Omit<CalibrationWork, 'photographs' | 'confirming' | 'recordings' | 'videos'> {
  let shownAt = 0;
  const [nth = 1, of = 1] = options.part.split('/').map(Number);
  return {
    part: { nth, of },
    forgeries: options.forgeries ?? null,
    keptIn: options.measured === undefined ? null : join(options.measured, `${slug}.jsonl`),
    isDryRun: options['dry-run'] || of > 1,
    areHeldOut: options['held-out'],
    confirms: options.confirm,
    onProgress(done, of) {
      if (Date.now() - shownAt < progressEveryMs) return;
      shownAt = Date.now();
      process.stderr.write(`${slug}: ${String(done)} of ${String(of)} files measured\n`);
    },
  };
}
