import { parseArgs } from 'node:util';
import { describeRemovals, evaluateRemovals } from './duplicates/evaluate-removals.ts';
import { describeImages, evaluateImages } from './images/evaluate-images.ts';
import { listImages } from './images/list-sources.ts';
import { describeEvaluation, evaluateRecordings } from './recordings/evaluate-recordings.ts';
import { evaluateTexts, printTextEvaluation } from './texts/evaluate-texts.ts';

const usage = `usage: npm run evaluate -- <folder> --cleaning [--only images|removals|texts|recordings] [--max <number>]
  Makes copies, crops, texts and recordings from the files of the folder, cleans them, and prints how often the pipelines are right.
  --max limits the scenes that copies are made of, and the recordings of each kind.`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { cleaning: { type: 'boolean' }, only: { type: 'string' }, max: { type: 'string' } },
});

const max = options.max === undefined ? undefined : Number(options.max);

/** A photograph makes 16 pairs, which take five seconds. */
const defaultPhotographs = 20;

const evaluations: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  images: async (folder) =>
    describeImages(
      await evaluateImages(folder, max === undefined ? {} : { maxScenes: max, maxStripped: max * 2 }),
    ),
  removals: async (folder) => {
    const photographs = (await listImages(folder)).filter((path) => /photos\/.*\.jpe?g$/iu.test(path));
    const step = Math.max(1, Math.floor(photographs.length / (max ?? defaultPhotographs)));
    const chosen = photographs.filter((_, at) => at % step === step - 1).slice(0, max ?? defaultPhotographs);
    return describeRemovals(
      await evaluateRemovals(chosen, { pages: Math.ceil(chosen.length / 2), seed: 9_000 }),
    );
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
