import { parseArgs } from 'node:util';
import { evaluateCameras, evaluateLetters, evaluateRemovals } from './duplicates/evaluate-removals.ts';
import type { Removals } from './duplicates/removal-counts.ts';
import { describeRemovals } from './duplicates/removal-counts.ts';
import { describeImages, evaluateImages } from './images/evaluate-images.ts';
import { listImages } from './images/list-sources.ts';
import { describeEvaluation, evaluateRecordings } from './recordings/evaluate-recordings.ts';
import { evaluateTexts, printTextEvaluation } from './texts/evaluate-texts.ts';

const usage = `usage: npm run evaluate -- <folder> --cleaning [--only images|removals|texts|recordings] [--max <number>] [--seed <number>]
  Makes copies, crops, texts and recordings from the files of the folder, cleans them, and prints how often the pipelines are right.
  --max limits the scenes that copies are made of, and the recordings of each kind. --seed chooses the changes of the removals.`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cleaning: { type: 'boolean' },
    only: { type: 'string' },
    max: { type: 'string' },
    seed: { type: 'string' },
  },
});

const max = options.max === undefined ? undefined : Number(options.max);

/** The limits were set on other photographs and seeds. */
const defaultSeed = 9_000;
/** A photograph makes 30 pairs, which take half a minute. */
const defaultPhotographs = 20;
/** Letters are judged in a fraction of the time. */
const lettersPerPhotograph = 5;

/** Reports that FFmpeg is missing; the other pairs are printed all the same. */
function reportMissing(error: unknown): Removals {
  process.stderr.write(`videos are left out: ${String(error)}\n`);
  return {};
}

const evaluations: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  images: async (folder) =>
    describeImages(
      await evaluateImages(folder, max === undefined ? {} : { maxScenes: max, maxStripped: max * 2 }),
    ),
  removals: async (folder) => {
    const photographs = (await listImages(folder)).filter((path) => /photos\/.*\.jpe?g$/iu.test(path));
    const step = Math.max(1, Math.floor(photographs.length / (max ?? defaultPhotographs)));
    const chosen = photographs.filter((_, at) => at % step === step - 1).slice(0, max ?? defaultPhotographs);
    const ffmpegPath = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
    const seed = Number(options.seed ?? defaultSeed);
    const pages = Math.ceil(chosen.length / 2);
    const removals = [
      await evaluateRemovals(chosen, { pages, seed }),
      await evaluateLetters(chosen.length * lettersPerPhotograph, seed),
      await evaluateCameras(chosen, { seed, ffmpegPath }).catch(reportMissing),
    ];
    return describeRemovals(Object.assign({}, ...removals) as Removals);
  },
  texts: async (folder) => printTextEvaluation(await evaluateTexts(folder)),
  recordings: async (folder) =>
    describeEvaluation(await evaluateRecordings(folder, max === undefined ? {} : { maxSources: max })).join(
      '\n',
    ),
};

const [folder] = positionals;
const selected = Object.entries(evaluations).filter(([name]) => (options.only ?? name) === name);
if (folder === undefined || selected.length === 0) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  for (const [name, evaluate] of selected) {
    process.stdout.write(`${name}\n${await evaluate(folder)}\n\n`);
  }
}
