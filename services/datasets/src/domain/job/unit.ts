import type { TakenUnit } from '@assay/chassis/work/worker';
import type { FileFeatures, LostPart, Reason } from '../../cleaning/treatment.ts';

/** The files that a unit of a job treats. */
export const filesPerUnit = 50;

/** `clean`: workers read files. `enrich`: workers wait for the enrichment of projects-files. */
export type UnitWork = 'clean' | 'enrich';

/** `map` treats files. `seal` looks at all files of the job and ends it. */
export type UnitStep = 'map' | 'seal';

/** A part of a job, for exactly one worker. */
export interface Unit {
  readonly id: string;
  readonly organizationId: string;
  readonly datasetId: string;
  readonly versionId: string;
  readonly work: UnitWork;
  readonly step: UnitStep;
  /** The place of a map unit: it treats {@link filesPerUnit} files from `index * filesPerUnit` on. */
  readonly index: number;
  readonly createdAt: Date;
}

/** A unit that this process has taken. */
export interface TakenJobUnit extends TakenUnit {
  readonly unit: Unit;
}

/** The new content of a file. */
export interface ChangedContent {
  readonly fileId: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly createdAt: Date;
}

/** The result of one file of a unit. */
export interface UnitResult {
  /** The id of the file in the source. */
  readonly fileId: string;
  readonly outcome: 'unchanged' | 'changed' | 'removed';
  /** Why the file is removed. */
  readonly reason?: Reason;
  readonly explanation?: string;
  /** Why a step did not apply. */
  readonly skipped?: Reason;
  /** The content of a changed file. */
  readonly content?: ChangedContent;
  readonly features?: FileFeatures;
  readonly lostParts?: readonly LostPart[];
  /** JSON text. */
  readonly enrichment?: string;
  readonly enrichmentError?: string;
}

/** The results of one map unit. */
export interface UnitResults {
  readonly index: number;
  readonly results: readonly UnitResult[];
}

/** The part of the features that is read with the results: an image has up to 6 kB of fingerprint. */
export type ReadFeatures = 'without fingerprints' | 'none';
