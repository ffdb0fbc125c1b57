import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import type { NamedFile } from '@assay/checks/run/open-case';
import type { CheckResult, JsonObject, Subject } from '@assay/checks/check/check';

/** What a child needs to run one stage's checks; survives structured cloning. */
export interface StageJob {
  /** The checks to run, by slug and in their order. */
  readonly checks: readonly string[];
  /** Whether to make a small picture of the first file for the report. */
  readonly withPreview: boolean;
  /** In the order of the start. */
  readonly files: readonly NamedFile[];
  /** Where each of the files was downloaded to; null where no more is looked at than its enrichment. */
  readonly paths: readonly (string | null)[];
  readonly claims: JsonObject;
}

/** The jobs of the stage worker, a `JobTable`; a type alias, since an interface has no index signature. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type StageJobs = {
  readonly runStage: {
    readonly input: StageJob & {
      /** The C2PA signers to trust; undefined: none. */
      readonly trustList: C2paTrustList | undefined;
      /** What was decoded of the first file for its checks. */
      readonly beside: NonNullable<Subject['beside']>;
    };
    readonly output: StageOutput;
  };
};

export interface StageOutput {
  readonly results: readonly CheckResult[];
  /** A small JPEG of the picture, upright, for the report; null unless it was asked for. */
  readonly preview: Preview | null;
}

export interface Preview {
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** The file is too much for the stage: too slow, too large, or the death of who examines it. */
export class StageFailedError extends Error {
  override readonly name = 'StageFailedError';
}
