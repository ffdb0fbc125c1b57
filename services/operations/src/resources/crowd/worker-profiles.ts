import { WorkerProfilesServiceService } from '@assay/proto/crowd/v1/worker_profiles_service';
import { one } from '../../answer.ts';
import { operation } from '../../operation.ts';
import type { Resource } from '../../operation.ts';
import { workerAppeals } from './crowd-appeals.ts';
import { crowdWork } from './crowd-work.ts';

const rpcs = WorkerProfilesServiceService;
const path = '/v2/worker/profile' as const;

export const workerProfiles: Resource = {
  tag: {
    name: 'Crowd work',
    description:
      'The operations of people who work on crowd jobs, of their own organization or of others. They need neither a role nor a module. ' +
      'A guest works on one job without an account: the first claim returns a token, which is sent as `Authorization: Bearer`.',
  },
  operations: {
    ...crowdWork,
    ...workerAppeals,
    getWorkerProfile: operation(`GET ${path}`, rpcs.getWorkerProfile, {
      summary: 'Read your worker profile',
      description: 'Returns the facts that jobs can require. A user has one profile in all organizations.',
      answer: one('profile', 'The profile.'),
    }),
    updateWorkerProfile: operation(`PATCH ${path}`, rpcs.updateWorkerProfile, {
      summary: 'Change your worker profile',
      description: 'Fields that are not sent keep their values. Null clears a field.',
      answer: one('profile', 'The changed profile.'),
    }),
  },
};
