import type { Dataset } from '../dataset/dataset.ts';

/** The state of a version. */
export type VersionState = 'raw' | 'cleaning' | 'cleaned' | 'failed' | 'enriching' | 'cleaned_and_enriched';

/** The effect of a job on the files of its source. */
export interface VersionCounts {
  readonly unchanged: number;
  readonly changed: number;
  /** The number of removed files for each reason. */
  readonly removed: Readonly<Record<string, number>>;
  /** The number of files for each reason why a step did not apply. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** The source of a derived version, as it was when the job started. */
export interface FrozenSource {
  readonly segmentIds: readonly string[];
  readonly fileCount: number;
}

/** One state of the content of a dataset. */
export interface Version {
  readonly id: string;
  readonly organizationId: string;
  readonly datasetId: string;
  readonly state: VersionState;
  readonly label: string | undefined;
  readonly parentVersionId: string | undefined;
  readonly pipelineSlug: string | undefined;
  /** Undefined for the raw version, for enrichments, and while the job runs. */
  readonly pipelineVersion: string | undefined;
  /** The content, in order. The last segment of raw takes uploads; all others never change while a version names them. */
  readonly segmentIds: readonly string[];
  /** Undefined for the raw version. */
  readonly source: FrozenSource | undefined;
  /** The ids of files of the source that no duplicate step removes. Lists of versions leave them out. */
  readonly keepFileIds: readonly string[];
  /** True if near-duplicates that are changed copies are removed too. */
  readonly removesChangedCopies: boolean;
  /** 0 for the raw version: its content is counted when it is read. */
  readonly fileCount: number;
  readonly sizeBytes: number;
  readonly counts: VersionCounts | undefined;
  readonly manifestSha256: string | undefined;
  readonly error: string | undefined;
  /** The files that the job has read. */
  readonly doneFiles: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** When a worker took the first unit of the job. */
  readonly startedAt: Date | undefined;
  readonly completedAt: Date | undefined;
  /** True from the decision to delete the version until everything of it is removed. No call finds it any more. */
  readonly isDeleting: boolean;
  /** The job whose findings are the issues of this version. */
  readonly scan: { readonly versionId: string; readonly at: Date } | undefined;
}

/** The states of a version while a job creates it. */
export const runningStates: readonly VersionState[] = ['cleaning', 'enriching'];
const finishedStates: readonly VersionState[] = ['raw', 'cleaned', 'cleaned_and_enriched'];

/** Returns true while a job creates the version. */
export function isRunning({ state }: Pick<Version, 'state'>): boolean {
  return runningStates.includes(state);
}

/** Returns true if the version has content that can be read. */
export function isFinished({ state }: Pick<Version, 'state'>): boolean {
  return finishedStates.includes(state);
}

/** The states that manifest, export, diff and issues accept. */
export const readableStates = finishedStates;

const emptyVersion = {
  label: undefined,
  parentVersionId: undefined,
  pipelineSlug: undefined,
  pipelineVersion: undefined,
  segmentIds: [],
  source: undefined,
  keepFileIds: [],
  removesChangedCopies: false,
  fileCount: 0,
  sizeBytes: 0,
  counts: undefined,
  manifestSha256: undefined,
  error: undefined,
  doneFiles: 0,
  startedAt: undefined,
  completedAt: undefined,
  isDeleting: false,
  scan: undefined,
} as const satisfies Partial<Version>;

/** Builds the raw version of a new dataset. */
export function rawVersion({
  rawVersionId: id,
  id: datasetId,
  organizationId,
  createdBy,
  createdAt,
}: Dataset): Version {
  return { ...emptyVersion, id, organizationId, datasetId, state: 'raw', createdBy, createdAt };
}

export interface NewDerivedVersion
  extends
    Pick<
      Version,
      'id' | 'organizationId' | 'datasetId' | 'label' | 'pipelineSlug' | 'createdBy' | 'createdAt'
    >,
    Partial<Pick<Version, 'keepFileIds' | 'removesChangedCopies'>> {
  readonly state: 'cleaning' | 'enriching';
  readonly parentVersionId: string;
  readonly source: FrozenSource;
}

/** Builds a version that a job will fill. */
export function derivedVersion(input: NewDerivedVersion): Version {
  return { ...emptyVersion, ...input };
}
