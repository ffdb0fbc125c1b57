import { UpdateWorkerProfileRequest, WorkerProfile } from '@assay/proto/crowd/v1/worker_profiles_service';
import { AuthenticateGuestResponse } from '@assay/proto/crowd/v1/guests_service';
import { sample } from '../sample.ts';
import { ids } from './values.ts';

const profile = { language: 'de', country: 'AT' };

export const workerSamples = [
  sample(WorkerProfile, profile),
  sample(UpdateWorkerProfileRequest, profile),
  sample(AuthenticateGuestResponse, {
    guestId: ids.guest,
    jobId: ids.crowdJob,
    organizationId: ids.organization,
  }),
];
