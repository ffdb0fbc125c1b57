import type { Modality } from '../dataset/dataset.ts';
import { findPipeline, pipelines } from './catalog.ts';
import type { CleaningPipeline, JobMode, Pipeline, ReadingPipeline } from './pipeline.ts';

const common = {
  version: '1.0.0',
  supportedModalities: ['text', 'document'],
  modes: [],
  targetTypes: ['project_file'],
  languageTechnology: true,
} as const satisfies Partial<ReadingPipeline>;

/** The pipelines that only read files of projects. They follow the cleaning pipelines in the catalog of the data platform. */
const readingPipelines: readonly ReadingPipeline[] = [
  {
    ...common,
    slug: 'language-id',
    name: 'Identification of languages',
    description: 'Reports the language of a text and the languages of its excerpts. No file is changed.',
    reading: 'language',
    steps: [{ name: 'language', description: 'Identifies the language of up to 16 excerpts.' }],
  },
  {
    ...common,
    slug: 'text-statistics',
    name: 'Statistics of texts',
    description:
      'Counts the characters, words, sentences and lines of a text. A line end within a record of JSON or CSV counts only if it is a line feed. No file is changed.',
    version: '1.1.0',
    reading: 'statistics',
    steps: [{ name: 'statistics', description: 'Counts the text.' }],
  },
];

/** All pipelines of the data platform, in catalog order. */
export const allPipelines: readonly Pipeline[] = [...pipelines, ...readingPipelines];

/** Returns the standard pipeline of a mode for a modality. */
export function findStandardPipeline(mode: JobMode, modality: Modality): CleaningPipeline | undefined {
  if (mode === 'dedup') return findPipeline('dedup-near');
  return pipelines.find(({ supportedModalities }) => supportedModalities.includes(modality));
}

/** Finds a pipeline that only reads files. */
export function findReadingPipeline(slug: string): ReadingPipeline | undefined {
  return readingPipelines.find((pipeline) => pipeline.slug === slug);
}
