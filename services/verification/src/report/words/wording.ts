import type { Calibration, ScorecardKey, VerbalSupport } from '@assay/checks/check/check';
import { claimSentence } from '../../domain/claim/conclude-claims.ts';
import type { ClaimCounts, Evidence, Verdict } from '../../domain/fusion/conclusion.ts';
import { checkTitle, humanise } from '@assay/checks/words/check-titles';
import { coverageSentence } from './searched-changes.ts';
import type { ReportConclusion } from '../report-input.ts';

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
    meaning:
      'Something was found that people should look at. It does not suffice for a verdict, or it points in different directions.',
    ...forFile,
  },
  unverified: {
    title: 'Unverified',
    meaning: 'Nothing proves the file authentic, and no finding suffices for another verdict.',
    ...forFile,
  },
};

/** The titles of the two lists of findings; of claims they say something else than of a file. */
export function findingTitles({
  verdict,
  claims,
}: ReportConclusion): Pick<VerdictWords, 'forTitle' | 'againstTitle'> {
  if (claims === undefined) return verdictWords[verdict];
  return { forTitle: 'What agrees with the claims', againstTitle: 'What does not agree with the claims' };
}

/** The result for the claims, in a sentence or two. */
export function claimsMeaning({ contradicted }: ClaimCounts): string {
  return contradicted > 0
    ? 'Something that is claimed does not agree with what could be checked. People should look at it.'
    : 'Nothing that could be checked contradicts what is claimed. That does not make it true.';
}

/** The criteria to show; how much of the claims could be checked is said with the verdict. */
export function shownScores({ scorecard, claims }: ReportConclusion): readonly (readonly [string, number])[] {
  return Object.entries(scorecard).filter(([key]) => key !== 'coverage' || claims === undefined);
}

export function isOpen(verdict: Verdict): boolean {
  return verdict === 'inconclusive' || verdict === 'unverified';
}

/** Returns true where the findings against the file come first: an open verdict is open for them. */
export function restsOnWhatIsAgainst(verdict: Verdict): boolean {
  return isOpen(verdict);
}

const criterionTitles: Readonly<Record<ScorecardKey | 'coverage', string>> = {
  provenance: 'Signatures and provenance',
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
  coverage: 'Kinds of change it could have shown',
};

export function criterionTitle(key: string): string {
  return Object.entries(criterionTitles).find(([known]) => known === key)?.[1] ?? humanise(key);
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

/**
 * ENFSI style: how much more often the finding is met under one proposition than under the other, and whether that was
 * measured or is the reviewed judgement of people.
 */
export function ratioSentence(
  { proposition, llr }: Pick<Evidence, 'proposition' | 'llr'>,
  calibration: Calibration | null,
): string {
  const times = 10 ** Math.abs(llr);
  const speaksFor = llr > 0;
  const kind = propositionFiles[proposition];
  const [more, less] = speaksFor ? [kind, 'other files'] : ['other files', kind];
  const comparison = `about ${factor(times)} times as often in ${more} as in ${less}`;
  if (calibration === null) return `Judged by reviewers, not measured: ${comparison}.`;
  const { innocentScenes, falseAlarms, alteredScenes, found, others } = calibration;
  const alarms = `${String(falseAlarms)} of ${String(innocentScenes)} innocent scenes raised it falsely`;
  const ofOthers =
    others === undefined
      ? ''
      : `, and ${String(others.found)} of ${String(others.alteredScenes)} that other people altered`;
  return `Measured: ${comparison}, at most. ${alarms}, ${String(found)} of ${String(alteredScenes)} altered ones were found${ofOthers}.`;
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

/** What the confidence says, in one or two sentences. */
export function confidenceSentence(conclusion: ReportConclusion): string {
  const { verdict, confidence, confidenceIfRare, prior, changes } = conclusion;
  if (conclusion.claims !== undefined) return claimSentence(conclusion.claims);
  if (isOpen(verdict)) return coverageSentence(changes);
  const start = `${percent(confidence)} confidence, starting from ${percent(prior)} before anything was examined.`;
  if (confidenceIfRare === null) return start;
  return `${start} If only 1 in 100 such files were ${verdict}, the same evidence would make it ${percent(confidenceIfRare)}.`;
}

/** Which findings the verdict hangs on; undefined where it hangs on none. */
export function decisiveSentence({ decisive, verdict }: ReportConclusion): string | undefined {
  if (decisive.length === 0) return undefined;
  const [first = '', ...others] = decisive.map((check) => `“${checkTitle(check)}”`);
  const named = others.length === 0 ? first : `${first} and ${others.join(', ')}`;
  return `The verdict “${verdictWords[verdict].title.toLowerCase()}” hangs on ${named}: without it, it would be another one.`;
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
  'Each from 0, against the file, to 1, for it. Criteria nobody could judge are left out.';
