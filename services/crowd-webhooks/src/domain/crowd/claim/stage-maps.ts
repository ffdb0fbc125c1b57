import type { CallContext } from '@assay/chassis/call-context';
import type { JobRun } from '../job/job.ts';

/** A map that a machine stage made, without its score. */
export interface StageMap {
  readonly url: string;
  readonly expiresAt: Date;
  readonly width: number;
  readonly height: number;
}

/** The maps that workers of a stage see, which verification has. */
export interface StageMaps {
  /** Empty unless the stage waits for answers. */
  list(
    call: Pick<CallContext, 'requestId'>,
    organizationId: string,
    stage: Pick<JobRun, 'runId' | 'stageId'>,
  ): Promise<readonly StageMap[]>;
}
