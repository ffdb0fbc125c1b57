/** Texts that depend on the state of a file or a run. */

import type { ClaimJudgement, EnrichmentProgress, Run, Stage } from '../../shared/api/api-types.ts';
import type { Claims, RunStatus, Verdict } from '../parts/api-types.ts';

export const verdicts: Readonly<Record<Verdict, string>> = {
  authentic: 'Authentic',
  manipulated: 'Manipulated',
  synthetic: 'Synthetic',
  inconclusive: 'Inconclusive',
  unverified: 'Unverified',
};

export const claimVerdicts: Readonly<Record<ClaimJudgement['verdict'], string>> = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  not_checkable: 'Not checkable',
};

const statuses: Readonly<Record<RunStatus, string>> = {
  pending: 'Waiting',
  running: 'Running',
  awaiting_crowd: 'Waiting for people',
  completed: 'Completed',
  failed: 'Failed',
};

export const stageStatuses: Readonly<Record<Stage['status'], string>> = { ...statuses, skipped: 'Skipped' };

const readingSteps: Readonly<Record<EnrichmentProgress['step'], string>> = {
  fetching: 'Fetching the file',
  reading: 'Reading the file',
  measuring: 'Decoding audio and video',
  picturing: 'Creating the thumbnail',
};

export function describeReading(progress: EnrichmentProgress | null | undefined): string {
  return readingSteps[progress?.step ?? 'reading'];
}

/** Returns the claims of a run by their keys. */
export const readClaims = (snapshot: Run['contextDataSnapshot'] = null): Claims => (snapshot ?? {}) as Claims;

type RunSubject = Partial<Pick<Run, 'files' | 'contextDataSnapshot' | 'pipelineSlug'>>;

/** Returns the name of the files of a run, or its claims when it has no file. */
export function nameRun({ files = [], contextDataSnapshot, pipelineSlug = 'Run' }: RunSubject): string {
  const [first, ...others] = files;
  if (first !== undefined) return others.length > 0 ? `${first.name} and ${others.length} more` : first.name;
  const { claim_text: text, ...claims } = readClaims(contextDataSnapshot);
  const claimed = String(text ?? Object.values(claims).slice(0, 3).join(', '));
  if (claimed === '') return pipelineSlug;
  return claimed.length > 90 ? `${claimed.slice(0, 90)}…` : claimed;
}

type RunResult = Pick<Run, 'status' | 'verdict' | 'error' | 'headline'>;

/** Returns the result in a few words, or the status of a run without one. */
export function describeResult({ status, verdict, error, headline }: RunResult): string {
  if (status === 'completed' && verdict !== null) return headline ?? verdicts[verdict];
  return status === 'failed' && error === 'canceled' ? 'Canceled' : statuses[status];
}

/** Returns the probability of the verdict in words; undefined for a verdict that has none. */
export function describeProbability({
  confidence,
  confidenceMeaning,
}: Pick<Run, 'confidence' | 'confidenceMeaning'>): string | undefined {
  if (confidence === null || confidenceMeaning !== 'posterior') return undefined;
  return `${Math.floor(confidence * 100 + 1e-9)} % probable`;
}

/** Returns the class that sets the colour of a run. */
export function toneClass({ status, verdict, error }: RunResult): string {
  return `tone-${verdict ?? (error === 'canceled' ? 'canceled' : status)}`;
}
