import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { AnyCheck } from '@assay/checks/check/check';
import { isGenerated } from '../calibration/measuring/photographs.ts';
import { replaceSource } from '../calibration/measuring/kept-lines.ts';
import { loadChecks } from '@assay/checks/registry';
import { readDecoderConfig } from '@assay/verification/config';
import { checksOf } from '@assay/verification/domain/pipeline/pipeline';
import type { Pipeline } from '@assay/verification/domain/pipeline/pipeline';
import type { PublishedEvaluation } from '@assay/verification/domain/pipeline/definitions/evaluations/published-evaluation';
import { findStageExtractor } from '@assay/verification/stages/find-stage-extractor';
import { evaluatedPipelines } from './evaluated-pipelines.ts';
import type { EvaluatedPipeline } from './evaluated-pipelines.ts';
import type { MakeCases } from './evaluation-case.ts';
import { openExaminedFiles } from './examined-files.ts';
import type { ExaminedFiles } from './examined-files.ts';
import { examineAll } from './examine.ts';
import type { Examination, ExaminedFile } from './examine.ts';
import { judge } from './judge.ts';
import { labelledFiles } from './labelled-files.ts';
import { othersForgeries } from './pictures/others-forgeries.ts';
import { printFigures, printSecondRun } from './print-figures.ts';
import { printPeople } from './people/print-people.ts';
import { othersFigures, othersModule, publishedModule, publishedFigures } from './publish.ts';
import { compareRates } from './rates/compare-rates.ts';
import { describeJudged, renewPage, writeSection } from './rates/rates-page.ts';
import { heldOutScenes } from './scenes.ts';
import type { Scene } from './scenes.ts';
import { compareRuns } from './second-run.ts';

const usage = `usage: npm run evaluate -- <folder>… [--pipeline slug] [--labels labels.csv] [--examined file.jsonl] [--renew check] [--part 1/2] [--again 5] [--publish] [--rates]
  Takes the photographs, or other files, of sources the calibration left out, examines innocent versions and forgeries of each, judges
  them, and says how often the verdicts are right, counted in scenes.
  --pipeline what is evaluated, image-authenticity if nothing is said: ${[...evaluatedPipelines.keys()].join(', ')}
  --examined keeps there what each check said of each file, and takes it from there the next time; only checks that are not kept
             as they are now run. Without folders the kept files are judged anew
  --renew    runs this check again although it is kept; may be given several times
  --part     examines only every nth scene, so that several processes share the work
  --again    examines this many scenes a second time with every check, and says whether the verdicts are the same
  --labelled judges the files of another folder as they are, such as generated or signed pictures
  --forgeries judges the images that other people altered, of a folder with their labels and masks
  --publish  writes the figures that reports state
  --publish-others writes those of the images that other people altered alone
  --people   lets so many runs be answered by simulated people, with what the checks said of the kept files, and prints their verdicts
  --rates    writes each rate that reports print beside the one measured now, to deploy/docs/evaluation/printed-rates.md;
             without files those measured now are the published ones`;
/** The same people each time, so that two tables differ by the product alone. */
const simulationSeed = 45;
const published = path.resolve(
  import.meta.dirname,
  '../../../verification/src/domain/pipeline/definitions/evaluations',
);
const ratesPage = path.resolve(import.meta.dirname, '../../../../deploy/docs/evaluation/printed-rates.md');

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    pipeline: { type: 'string', default: 'image-authenticity' },
    labels: { type: 'string' },
    examined: { type: 'string' },
    renew: { type: 'string', multiple: true, default: [] },
    part: { type: 'string', default: '1/1' },
    again: { type: 'string', default: '0' },
    labelled: { type: 'string', multiple: true, default: [] },
    forgeries: { type: 'string', multiple: true, default: [] },
    publish: { type: 'boolean', default: false },
    'publish-others': { type: 'boolean', default: false },
    rates: { type: 'boolean', default: false },
    people: { type: 'string', default: '0' },
  },
});

const evaluated = evaluatedPipelines.get(options.pipeline);
const isWithoutFiles = folders.length === 0 && options.examined === undefined;
const known = evaluated?.pipeline.evaluation ?? null;
if (options.rates && isWithoutFiles && evaluated !== undefined && known !== null) {
  await writeRates(evaluated.pipeline, known);
} else if (evaluated === undefined || isWithoutFiles) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  await evaluate(evaluated);
}

async function evaluate({
  pipeline,
  extensions,
  material,
  prepare,
  takesGenerated = false,
}: EvaluatedPipeline): Promise<void> {
  const checks = await loadChecks(checksOf(pipeline));
  const examination = { checks, extractor: await findStageExtractor(readDecoderConfig()) };
  const read = await Promise.all(
    folders.map((folder) => heldOutScenes(folder, options.labels ?? null, extensions)),
  );
  const work = {
    scenes: read.flat().filter(({ source }) => takesGenerated || !isGenerated(source)),
    examination,
    makeCases: folders.length === 0 ? undefined : await prepare(),
  };
  const files = await examineMissing(work);
  const judgements = files.map((file) => judge(file, pipeline));
  for (const { scene, group, change, verdict, statement } of judgements) {
    if (change !== null || verdict === 'unverified') continue;
    process.stderr.write(`${group}, ${scene}: ${verdict}. ${statement}\n`);
  }
  printFigures(judgements);
  const simulated = Number(options.people);
  if (simulated > 0) printPeople(files, { count: simulated, seed: simulationSeed, judge });
  for (const index of evenly(work.scenes.length, Number(options.again))) {
    const second = (await examineScene(work, index, checks)).map((file) => judge(file, pipeline));
    printSecondRun(work.scenes[index]?.name ?? '', compareRuns(judgements, second));
  }
  if (options['publish-others']) {
    const others = othersFigures(judgements);
    const name = `${pipeline.slug}-others.ts`;
    if (others !== null) await replaceSource(path.join(published, name), othersModule(pipeline.slug, others));
  }
  const versions = Object.fromEntries(checks.map(({ slug, version }) => [slug, version]));
  const figures = publishedFigures(judgements, { material, checks: versions });
  if (options.rates) await writeRates(pipeline, figures);
  if (!options.publish) return;
  await replaceSource(path.join(published, `${pipeline.slug}.ts`), publishedModule(pipeline.slug, figures));
}

/** Writes the rates of a pipeline beside those measured now; `--publish` makes reports print the new ones. */
async function writeRates({ slug, evaluation }: Pipeline, figures: PublishedEvaluation): Promise<void> {
  const printed = options.publish ? figures : evaluation;
  if (printed === null) return;
  const section = writeSection(slug, describeJudged(figures), compareRates(printed, figures));
  const page = await readFile(ratesPage, 'utf8').catch(() => '');
  await replaceSource(ratesPage, renewPage(page, slug, section));
}

interface Work {
  readonly scenes: readonly Scene[];
  readonly examination: Examination;
  /** Undefined: nothing is made, and what is kept is judged. */
  readonly makeCases: MakeCases | undefined;
}

/** Examines what is not kept yet; the files that every check has examined as it is now. */
async function examineMissing(work: Work): Promise<readonly ExaminedFile[]> {
  const { scenes, examination } = work;
  const kept = await openExaminedFiles(options.examined ?? null);
  const [part = 1, parts = 1] = options.part.split('/').map(Number);
  for (const [index, { name }] of scenes.entries()) {
    const missing = examination.checks.filter(
      (check) => options.renew.includes(check.slug) || !kept.has(name, check),
    );
    if (index % parts !== part - 1 || missing.length === 0) continue;
    await kept.add(await examineScene(work, index, missing));
    process.stderr.write(`${String(index + 1)} of ${String(scenes.length)} scenes\n`);
  }
  for (const folder of options.labelled) {
    await kept.add(await examineAll(labelledFiles(path.resolve(folder)), examination));
  }
  for (const folder of options.forgeries) await addForgeries(path.resolve(folder), work, kept);
  const files = kept.all().map((file) => asExaminedNow(file, examination.checks));
  const complete = files.filter(({ results }) => results.length === examination.checks.length);
  if (complete.length < files.length) {
    const missing = String(files.length - complete.length);
    process.stderr.write(
      `${missing} of ${String(files.length)} kept files were not examined by every check as it is now and are left out\n`,
    );
  }
  return complete;
}

/** Those of which a check has not said what it says now. */
async function addForgeries(folder: string, { examination }: Work, kept: ExaminedFiles): Promise<void> {
  for await (const one of othersForgeries(folder)) {
    const known = kept.all().find(({ scene, group }) => scene === one.scene && group === one.group);
    const checks = examination.checks.filter(
      ({ slug, version }) =>
        options.renew.includes(slug) ||
        known?.results.some((result) => result.check === slug && result.version === version) !== true,
    );
    if (checks.length > 0) await kept.add(await examineAll([one], { ...examination, checks }));
  }
}

/** Everything made of a scene, with the next one as the donor of what is inserted. */
async function examineScene(
  { scenes, examination, makeCases }: Work,
  index: number,
  checks: readonly AnyCheck[],
): Promise<ExaminedFile[]> {
  const scene = scenes[index];
  const donor = scenes[(index + 1) % scenes.length];
  if (scene === undefined || donor === undefined || makeCases === undefined) return [];
  return examineAll(makeCases(scene, donor), { ...examination, checks });
}

/** So many places of a list, spread over it. */
function evenly(length: number, count: number): number[] {
  const taken = Math.min(length, count);
  return Array.from({ length: taken }, (_, nth) => Math.floor((nth * length) / taken));
}

/** Without the results of checks that are no longer part of the pipeline, or have another version by now. */
function asExaminedNow(file: ExaminedFile, checks: readonly AnyCheck[]): ExaminedFile {
  const isCurrent = ({ check, version }: ExaminedFile['results'][number]): boolean =>
    checks.some((one) => one.slug === check && one.version === version);
  return { ...file, results: file.results.filter(isCurrent) };
}
