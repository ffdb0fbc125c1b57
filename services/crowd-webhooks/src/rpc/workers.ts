import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { WorkersServiceService } from '@assay/proto/crowd/v1/workers_service';
import type { Deps } from '../deps.ts';
import { blockWorker, unblockWorker } from '../domain/crowd/worker/block-worker.ts';
import { getWorker } from '../domain/crowd/worker/find-worker.ts';
import { removeQualification, setQualification } from '../domain/crowd/worker/set-qualification.ts';
import { toWorkerMessage } from './worker-message.ts';

export const workersRpcs: Rpcs<Deps, typeof WorkersServiceService> = {
  getWorker: async (deps, call, { workerId }) => ({
    worker: toWorkerMessage(await getWorker(deps, call, workerId)),
  }),
  setQualification: async (deps, call, { workerId, key, value }) => ({
    qualification: { ...(await setQualification(deps, call, { workerId, key, value: value as unknown })) },
  }),
  removeQualification: (deps, call, request) => removeQualification(deps, call, request).then(() => ({})),
  blockWorker: async (deps, call, { workerId, reason }) => ({
    worker: toWorkerMessage(await blockWorker(deps, call, { workerId, reason })),
  }),
  unblockWorker: (deps, call, { workerId }) => unblockWorker(deps, call, workerId).then(() => ({})),
};
