import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { Worker as WorkerMessage, WorkersServiceService } from '@assay/proto/crowd/v1/workers_service';
import type { Deps } from '../deps.ts';
import { blockWorker, unblockWorker } from '../domain/worker/block-worker.ts';
import { getWorker } from '../domain/worker/find-worker.ts';
import type { CountedWorker } from '../domain/worker/find-worker.ts';
import { rateQuality } from '../domain/worker/qualifications.ts';
import { removeQualification, setQualification } from '../domain/worker/set-qualification.ts';

export const workersRpcs: Rpcs<Deps, typeof WorkersServiceService> = {
  getWorker: async (deps, call, { workerId }) => ({
    worker: toWorkerMessage(await getWorker(deps, call, workerId)),
  }),
  setQualification: async (deps, call, { workerId, key, value }) => ({
    qualification: { ...(await setQualification(deps, call, { workerId, key, value: value as unknown })) },
  }),
  removeQualification: (deps, call, request) => removeQualification(deps, call, request).then(() => ({})),
  async blockWorker(deps, call, { workerId, reason }) {
    await blockWorker(deps, call, { workerId, reason });
    return { worker: toWorkerMessage(await getWorker(deps, call, workerId)) };
  },
  unblockWorker: (deps, call, { workerId }) => unblockWorker(deps, call, workerId).then(() => ({})),
};

function toWorkerMessage({ worker, answers, accepted, rejected }: CountedWorker): WorkerMessage {
  const { id: workerId, isGuest, isBlocked: blocked, qualifications } = worker;
  return {
    ...{ workerId, answers, accepted, rejected, blocked, qualifications: { ...qualifications } },
    ...{ guestWorkerId: isGuest ? workerId : undefined, quality: rateQuality(worker) },
  };
}
