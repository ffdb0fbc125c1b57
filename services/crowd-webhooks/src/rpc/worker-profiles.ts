import type { Rpcs } from '@assay/chassis/grpc/serve';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import type {
  UpdateWorkerProfileRequest,
  WorkerProfilesServiceService,
} from '@assay/proto/crowd/v1/worker_profiles_service';
import type { Deps } from '../deps.ts';
import { getProfile, updateProfile } from '../domain/worker/profile.ts';
import type { ProfileChanges } from '../domain/worker/worker-profile.ts';

export const workerProfilesRpcs: Rpcs<Deps, typeof WorkerProfilesServiceService> = {
  getWorkerProfile: async (deps, call) => ({ profile: await getProfile(deps, call) }),
  updateWorkerProfile: async (deps, call, request) => ({
    profile: await updateProfile(deps, call, readProfileChanges(request)),
  }),
};

function readProfileChanges(request: UpdateWorkerProfileRequest): ProfileChanges {
  return readChanges<UpdateWorkerProfileRequest, ProfileChanges>(request, {
    language: ({ language }) => ({ language }),
    country: ({ country }) => ({ country }),
  });
}
