import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { UpdateWorkerProfileRequest } from '@assay/proto/crowd/v1/worker_profiles_service';
import type { Worker as WorkerMessage } from '@assay/proto/crowd/v1/workers_service';
import type { CountedWorker } from '../domain/crowd/worker/find-worker.ts';
import { rateQuality } from '../domain/crowd/worker/qualifications.ts';
import type { ProfileChanges } from '../domain/crowd/worker/worker-profile.ts';

export function toWorkerMessage({ worker, answers, accepted, rejected }: CountedWorker): WorkerMessage {
  const { id: workerId, isGuest, isBlocked: blocked, qualifications } = worker;
  return {
    workerId,
    answers,
    accepted,
    rejected,
    blocked,
    qualifications: { ...qualifications },
    guestWorkerId: isGuest ? workerId : undefined,
    quality: rateQuality(worker),
  };
}

export function readProfileChanges(request: UpdateWorkerProfileRequest): ProfileChanges {
  return readChanges<UpdateWorkerProfileRequest, ProfileChanges>(request, {
    language: ({ language }) => ({ language }),
    country: ({ country }) => ({ country }),
  });
}
