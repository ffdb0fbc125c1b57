import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { WorkerProfilesServiceService } from '@assay/proto/crowd/v1/worker_profiles_service';
import type { Deps } from '../deps.ts';
import { getProfile, updateProfile } from '../domain/crowd/worker/profile.ts';
import { readProfileChanges } from './worker-message.ts';

export const workerProfilesRpcs: Rpcs<Deps, typeof WorkerProfilesServiceService> = {
  getWorkerProfile: async (deps, call) => ({ profile: await getProfile(deps, call) }),
  updateWorkerProfile: async (deps, call, request) => ({
    profile: await updateProfile(deps, call, readProfileChanges(request)),
  }),
};
