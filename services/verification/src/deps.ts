import type { Clock } from '@assay/chassis/clock';
import type { TypedClient } from '@assay/chassis/grpc/client';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { ObjectStorage } from '@assay/chassis/storage/object-storage';
import type { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { FilesServiceService } from '@assay/proto/files/v1/files_service';
import type { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { StageExecutor } from './stages/stage-executor.ts';
import type { RunsStore } from './store/runs-store.ts';
import type { StagesStore } from './store/stages-store.ts';

/** What lives as long as the process. */
export interface Deps {
  readonly clock: Clock;
  readonly runs: RunsStore;
  readonly stages: StagesStore;
  readonly relay: Pick<Relay, 'notify'>;
  readonly storage: ObjectStorage;
  readonly projects: TypedClient<typeof ProjectsServiceService>;
  readonly files: TypedClient<typeof FilesServiceService>;
  readonly billing: TypedClient<typeof BillingServiceService>;
  readonly executor: StageExecutor;
}
