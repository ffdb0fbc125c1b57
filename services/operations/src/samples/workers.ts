import { UpdateWorkerProfileRequest, WorkerProfile } from '@assay/proto/crowd/v1/worker_profiles_service';
import { AuthenticateGuestResponse } from '@assay/proto/crowd/v1/guests_service';
import {
  Appeal,
  AppealDecision,
  CreateAppealRequest,
  ResolveAppealRequest,
} from '@assay/proto/crowd/v1/appeals_service';
import { AppealStatus } from '@assay/proto/crowd/v1/work';
import { sample } from '../sample.ts';
import { createdAt, ids } from './values.ts';

const profile = { language: 'de', country: 'AT' };

const appeal: Appeal = {
  ...{ id: ids.appeal, answerId: ids.answer, jobId: ids.crowdJob, workerId: ids.worker },
  ...{ guestWorkerId: undefined, message: 'The sign at the left was changed, see its edges.' },
  ...{
    status: AppealStatus.OPEN,
    createdAt,
    resolvedById: undefined,
    resolvedAt: undefined,
    note: undefined,
  },
};

export const workerSamples = [
  sample(Appeal, appeal),
  sample(CreateAppealRequest, { answerId: ids.answer, message: appeal.message }),
  sample(ResolveAppealRequest, {
    ...{ appealId: ids.appeal, decision: AppealDecision.OVERTURNED, note: 'The worker is right.' },
  }),
  sample(WorkerProfile, profile),
  sample(UpdateWorkerProfileRequest, profile),
  sample(AuthenticateGuestResponse, {
    guestId: ids.guest,
    jobId: ids.crowdJob,
    organizationId: ids.organization,
  }),
];
