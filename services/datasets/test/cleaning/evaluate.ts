import { parseArgs } from 'node:util';
import { describeImages, evaluateImages } from './images/evaluate-images.ts';
import { describeEvaluation, evaluateRecordings } from './recordings/evaluate-recordings.ts';
import { evaluateTexts, printTextEvaluation } from './texts/evaluate-texts.ts';

const usage = `usage: npm run evaluate -- <folder> --cleaning [--only images|texts|recordings] [--max <number>]
  Makes copies, crops, texts and recordings from the files of the folder, cleans them, and prints how often the pipelines are right.
  --max limits the scenes that copies are made of, and the recordings of each kind.`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { cleaning: { type: 'boolean' }, only: { type: 'string' }, max: { type: 'string' } },
});

const max = options.max === undefined ? undefined : Number(options.max);

const evaluations: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  images: async (folder) =>
    describeImages(
      await evaluateImages(folder, max === undefined ? {} : { maxScenes: max, maxStripped: max * 2 }),
    ),
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
