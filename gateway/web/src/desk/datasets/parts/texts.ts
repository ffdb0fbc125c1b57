/** Texts about datasets, versions and the reasons of a clean. */

import type { DatasetIssue, DatasetVersion } from '../../../shared/api/api-types.ts';
import type { IssueType, Modality, Reasons, VersionState } from './dataset-types.ts';

export const modalities: Readonly<Record<Modality, string>> = {
  image: 'Images',
  audio: 'Audio files',
  video: 'Videos',
  text: 'Texts',
  document: 'Documents',
  multimodal: 'Files of several types',
};

export const states: Readonly<Record<VersionState, string>> = {
  raw: 'Takes uploads',
  cleaning: 'Cleaning',
  cleaned: 'Cleaned',
  failed: 'Failed',
  enriching: 'Reading metadata',
  cleaned_and_enriched: 'Enriched',
};

const tones: Readonly<Record<VersionState, string>> = {
  raw: 'tone-unverified',
  cleaning: 'tone-running',
  cleaned: 'tone-authentic',
  failed: 'tone-failed',
  enriching: 'tone-running',
  cleaned_and_enriched: 'tone-authentic',
};

export const toneClass = ({ state }: Pick<DatasetVersion, 'state'>): string => tones[state];

export const isRunning = ({ state }: Pick<DatasetVersion, 'state'>): boolean =>
  state === 'cleaning' || state === 'enriching';

export const isFinished = (version: Pick<DatasetVersion, 'state'>): boolean =>
  !isRunning(version) && version.state !== 'failed';

/** Returns the label of a version, or a name by its number. */
export function nameVersion(version: DatasetVersion, versions: readonly DatasetVersion[]): string {
  if (version.parentVersionId === null) return 'Raw version';
  const number = versions.findIndex(({ id }) => id === version.id) + 1;
  const name = number === 0 ? 'Version' : `Version ${number}`;
  return version.label === null ? name : `${name}: ${version.label}`;
}

export const issueTypes: Readonly<Record<IssueType, string>> = {
  exact_duplicate: 'Exact duplicates',
  near_duplicate: 'Near-duplicates',
  outlier: 'Outliers',
  corrupt: 'Files that cannot be read',
  low_information: 'Files with nearly no content',
  split_leakage: 'Duplicates across splits',
  blurry: 'Blurred images',
  dark: 'Dark images',
  overexposed: 'Overexposed images',
  small: 'Small images',
  lost_part: 'Images of phones that lost a part',
};

const removalTitles: Readonly<Record<string, string>> = {
  undecodable: 'Cannot be decoded',
  cpu_limit: 'Takes too much processor time',
  too_small: 'Too small',
  blank: 'Blank',
  empty: 'Empty',
  silent: 'Silent',
};

/** Returns the heading of an issue: its reason, or else its type. */
export const titleIssue = (issue: DatasetIssue): string =>
  removalTitles[readFacts(issue).reason ?? ''] ?? issueTypes[issue.type];

interface IssueFacts {
  readonly keptFileId?: string | null;
  readonly reason?: string;
}

/** Returns the facts that the desk shows. The contract leaves open which facts an issue has. */
export const readFacts = ({ facts }: DatasetIssue): IssueFacts => facts ?? {};

const removals: Readonly<Record<string, string>> = {
  exact_duplicate: 'another file has the same bytes',
  near_duplicate: 'another file is nearly the same',
  undecodable: 'the file cannot be decoded to its end',
  cpu_limit: 'the file needs more processor time than its size allows',
  too_small: 'the shorter side has fewer than 32 pixels',
  blank: 'the image shows only one colour',
  empty: 'the text has no visible character',
  silent: 'the recording contains only silence',
};

const skips: Readonly<Record<string, string>> = {
  undecodable: 'they cannot be decoded',
  cpu_limit: 'they need more processor time than their size allows',
  not_convertible: 'the image cannot be converted without loss',
  bmp_not_treated: 'BMP files are not rewritten',
  heic_not_treated: 'HEIC files are not rewritten',
  avif_not_treated: 'AVIF files are not rewritten',
  ffmpeg_unavailable: 'this installation cannot decode audio and video',
  sample_rate_too_low: 'the sample rate is too low',
  codec_not_written: 'the codec cannot be written',
  codec_not_read: 'the codec cannot be read',
  container_not_written: 'the container format cannot be written',
  loudness_not_reached: 'the target loudness cannot be reached without distortion',
  not_text: 'they are not texts',
  no_text: 'they contain no text',
  not_document: 'they are not documents',
};

/** Returns lines such as `4 removed because another file has the same bytes`, the most frequent reason first. */
export function describeRemovals(removed: Reasons): readonly string[] {
  return describe(removed, (count, reason) => `${count} removed because ${explainRemoval(reason)}`);
}

export function describeSkips(skipped: Reasons): readonly string[] {
  return describe(
    skipped,
    (count, reason) => `${count} skipped because ${skips[reason] ?? readable(reason)}`,
  );
}

export const explainRemoval = (reason: string): string =>
  removals[reason] ?? `of this reason: ${readable(reason)}`;

const readable = (slug: string): string => slug.replaceAll('_', ' ');

function describe(reasons: Reasons, write: (count: number, reason: string) => string): readonly string[] {
  const counted = Object.entries(reasons).filter(([, count]) => count > 0);
  return counted.toSorted(([, a], [, b]) => b - a).map(([reason, count]) => write(count, reason));
}

const typeNames: Readonly<Record<string, string>> = {
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'audio/mpeg': 'MP3',
  'text/plain': 'Text',
};

/** Returns a short name of a MIME type, such as `JPEG`. */
export const nameType = (type: string): string =>
  typeNames[type] ?? (type.split('/').at(-1) ?? '').replace(/^x-/u, '').slice(0, 12).toUpperCase();

export const countFiles = (count: number): string =>
  count === 1 ? '1 file' : `${new Intl.NumberFormat('en').format(count)} files`;

export const sumReasons = (reasons: Reasons): number =>
  Object.values(reasons).reduce((sum, count) => sum + count, 0);
