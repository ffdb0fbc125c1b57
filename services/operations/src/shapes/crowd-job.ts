import { AcceptCrowdAnswersResponse } from '@assay/proto/crowd/v1/crowd_answers_service';
import {
  CreateCrowdJobResponse,
  EstimateCrowdJobResponse,
  GetCrowdJobStatsResponse,
} from '@assay/proto/crowd/v1/crowd_jobs_service';
import { defineShape } from '../shape.ts';

export const createdJob = defineShape(CreateCrowdJobResponse, {
  name: 'CreatedCrowdJob',
  description: 'A new job and its webhooks with their secrets.',
});

export const crowdEstimate = defineShape(EstimateCrowdJobResponse, {
  name: 'CrowdJobEstimate',
  description: 'The cost of a job, in euro cents.',
});

export const crowdStats = defineShape(GetCrowdJobStatsResponse, {
  name: 'CrowdJobStats',
  description: 'The statistics of a job.',
});

export const acceptedAnswers = defineShape(AcceptCrowdAnswersResponse, {
  name: 'AcceptedAnswers',
  description: 'The result of accepting many answers.',
});
