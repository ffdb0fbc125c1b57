import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import type { CheckResult, JsonObject } from '../checks/check.ts';

/** What a worker thread needs to run one stage's checks; survives structured cloning. */
export interface StageJob {
  readonly stageSlug: string;
  /** Where the file was downloaded to. */
  readonly path: string;
  readonly mimeType: string;
  readonly enrichment: JsonObject;
  readonly claims: JsonObject;
}

/** What every worker thread is started with. */
export interface WorkerSettings {
  /** The C2PA signers to trust; undefined: none. */
  readonly trustList: C2paTrustList | undefined;
}

export interface StageOutput {
  readonly results: readonly CheckResult[];
  /** A small JPEG of the picture, upright, for the report; only from the first stage. */
  readonly preview: Preview | null;
}

export interface Preview {
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** The stage took longer than a stage may. */
export class StageTimeoutError extends Error {
  override readonly name = 'StageTimeoutError';
}
