import { UpdateWorkerProfileRequest, WorkerProfile } from '@assay/proto/crowd/v1/worker_profiles_service';
import { AuthenticateGuestResponse } from '@assay/proto/crowd/v1/guests_service';
import {
  Appeal,
  AppealDecision,
  CreateAppealRequest,
  ResolveAppealRequest,
} from '@assay/proto/crowd/v1/appeals_service';
import { AppealStatus } from '@assay/proto/crowd/v1/work';
import {
  BlockWorkerRequest,
  Qualification,
  SetQualificationRequest,
  Worker,
} from '@assay/proto/crowd/v1/workers_service';
import { sample } from '../sample.ts';
import { createdAt, ids } from './values.ts';

const profile = { language: 'de', country: 'AT' };

const appeal: Appeal = {
  id: ids.appeal,
  answerId: ids.answer,
  jobId: ids.crowdJob,
  workerId: ids.worker,
  guestWorkerId: undefined,
  message: 'The sign at the left was changed, see its edges.',
  status: AppealStatus.OPEN,
  createdAt,
  resolvedById: undefined,
  resolvedAt: undefined,
  note: undefined,
};

export const workerSamples = [
  sample(Appeal, appeal),
  sample(Worker, {
    workerId: ids.worker,
    guestWorkerId: undefined,
    answers: 120,
    accepted: 110,
    rejected: 4,
    quality: 0.9,
    qualifications: { licensed: true },
    blocked: false,
  }),
  sample(Qualification, { workerId: ids.worker, key: 'licensed', value: true, updatedAt: createdAt }),
  sample(SetQualificationRequest, { workerId: ids.worker, key: 'licensed', value: true }),
  sample(BlockWorkerRequest, { workerId: ids.worker, reason: 'The worker uses a script.' }),
  sample(CreateAppealRequest, { answerId: ids.answer, message: appeal.message }),
  sample(ResolveAppealRequest, {
    appealId: ids.appeal,
    decision: AppealDecision.OVERTURNED,
    note: 'The worker is right.',
  }),
  sample(WorkerProfile, profile),
  sample(UpdateWorkerProfileRequest, profile),
  sample(AuthenticateGuestResponse, {
    guestId: ids.guest,
    jobId: ids.crowdJob,
    organizationId: ids.organization,
  }),
];
