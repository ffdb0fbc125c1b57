import type { ScorecardKey, VerbalSupport } from '../checks/check.ts';
import type { Evidence, Verdict } from '../domain/fusion/conclusion.ts';
import type { ErrorRate, ReportConclusion } from './report-input.ts';

interface VerdictWords {
  readonly title: string;
  readonly meaning: string;
  readonly forTitle: string;
  readonly againstTitle: string;
}

const forVerdict = {
  forTitle: 'What speaks for this verdict',
  againstTitle: 'What speaks against it',
} as const;
const forFile = {
  forTitle: 'What speaks for the file',
  againstTitle: 'What speaks against the file',
} as const;

export const verdictWords: Readonly<Record<Verdict, VerdictWords>> = {
  authentic: {
    title: 'Authentic',
    meaning: 'There is positive evidence that this file is what it claims to be.',
    ...forVerdict,
  },
  manipulated: {
    title: 'Manipulated',
    meaning: 'The content of this file was most likely changed after it was recorded.',
    ...forVerdict,
  },
  synthetic: {
    title: 'Synthetic',
    meaning: 'This file was most likely made by a generator, not recorded by a camera or microphone.',
    ...forVerdict,
  },
  inconclusive: {
    title: 'Inconclusive',
    meaning: 'The evidence points in different directions or is too weak. It does not allow a verdict.',
    ...forFile,
  },
  unverified: {
    title: 'Unverified',
    meaning:
      'Nothing suspicious was found, and nothing proves the file authentic. This is not a clean bill of health: a careful edit, or a generated picture without traces, can look the same.',
    ...forFile,
  },
};

export function isOpen(verdict: Verdict): boolean {
  return verdict === 'inconclusive' || verdict === 'unverified';
}

const criterionTitles: Readonly<Record<ScorecardKey | 'coverage', string>> = {
  provenance: 'Provenance record (C2PA)',
  metadata_consistency: 'Metadata',
  container_structure: 'File structure',
  compression_history: 'Compression history',
  pixel_consistency: 'Consistency of the pixels',
  duplication: 'Copied areas',
  noise_sensor: 'Sensor noise',
  synthetic_indicators: 'Signs of a generator',
  temporal_consistency: 'Consistency over time',
  audio_consistency: 'Consistency of the sound',
  context_consistency: 'Agreement with the claims',
  crowd_agreement: 'Judgement of people',
  coverage: 'Share of checks that could run',
};

export function criterionTitle(key: string): string {
  return Object.entries(criterionTitles).find(([known]) => known === key)?.[1] ?? humanise(key);
}

const checkTitles: Readonly<Record<string, string>> = {
  c2pa: 'Provenance record (C2PA)',
  'generator-metadata': 'Traces of image generators',
  'exif-consistency': 'Camera metadata',
  'jpeg-structure': 'JPEG structure',
  'ingest-gate': 'Compression history',
  'claim-consistency': 'Agreement with the claims',
  thumbnail: 'Stored preview',
  'copy-move': 'Copied areas',
};

export function checkTitle(slug: string): string {
  return checkTitles[slug] ?? humanise(slug);
}

function humanise(slug: string): string {
  const words = slug.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const supportTitles: Readonly<Record<VerbalSupport, string>> = {
  none: 'No support either way',
  weak: 'Weak support',
  moderate: 'Moderate support',
  'moderately strong': 'Moderately strong support',
  strong: 'Strong support',
  'very strong': 'Very strong support',
};

export function supportTitle(verbal: VerbalSupport): string {
  return supportTitles[verbal];
}

/** ENFSI style: how much more often the finding is met under one proposition than under the other. */
export function ratioSentence({ proposition, llr }: Pick<Evidence, 'proposition' | 'llr'>): string {
  const times = 10 ** Math.abs(llr);
  const speaksFor = llr > 0;
  const kind = propositionFiles[proposition];
  const [more, less] = speaksFor ? [kind, 'other files'] : ['other files', kind];
  return `Expected about ${factor(times)} times as often in ${more} as in ${less}.`;
}

const propositionFiles: Readonly<Record<Evidence['proposition'], string>> = {
  manipulated: 'manipulated files',
  synthetic: 'generated files',
  authentic: 'authentic files',
};

function factor(times: number): string {
  if (times < 10) return times.toFixed(1).replace(/\.0$/, '');
  return Math.round(Number(times.toPrecision(2))).toLocaleString('en-US');
}

/** Rounded down, so that no report claims more than was computed. */
export function percent(probability: number): string {
  return `${String(Math.floor(probability * 100 + 1e-9))} %`;
}

export function confidenceSentence({ verdict, confidence, scorecard, prior }: ReportConclusion): string {
  if (isOpen(verdict)) return `${percent(scorecard.coverage)} of the planned checks could be carried out.`;
  return `${percent(confidence)} confidence, starting from ${percent(prior)} before anything was examined.`;
}

export function errorRateSentence({ wrong, files, upperBound, description }: ErrorRate): string {
  const bound = (100 * upperBound).toFixed(1);
  return `Of ${String(files)} ${description}, ${String(wrong)} got this verdict wrongly. With 95 % certainty the rate is at most ${bound} %.`;
}

export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 1000) return `${String(sizeBytes)} bytes`;
  if (sizeBytes < 1e6) return `${(sizeBytes / 1e3).toFixed(1)} kB`;
  return `${(sizeBytes / 1e6).toFixed(1)} MB`;
}

export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Heads findings whose likelihood ratio is below 2. */
export const slightTitle = 'Points this way, but far too weak to count alone';

export const scoreLegend =
  '1 speaks for the file, 0 against it, 0.5 says nothing. Criteria nobody could judge are left out.';
