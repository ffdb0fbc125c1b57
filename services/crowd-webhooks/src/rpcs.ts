import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { AppealsServiceService } from '@assay/proto/crowd/v1/appeals_service';
import { WorkersServiceService } from '@assay/proto/crowd/v1/workers_service';
import { GuestsServiceService } from '@assay/proto/crowd/v1/guests_service';
import { SurveyTemplatesServiceService } from '@assay/proto/crowd/v1/survey_templates_service';
import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { CrowdJobsServiceService } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { JobWebhooksServiceService } from '@assay/proto/webhooks/v1/job_webhooks_service';
import { ProjectWebhooksServiceService } from '@assay/proto/webhooks/v1/project_webhooks_service';
import { WebhookEventTypesServiceService } from '@assay/proto/webhooks/v1/webhook_event_types_service';
import type { Deps } from './deps.ts';
import { appealsRpcs } from './rpc/appeals.ts';
import { crowdAnswersRpcs } from './rpc/crowd-answers.ts';
import { crowdJobsRpcs } from './rpc/crowd-jobs.ts';
import { WorkerProfilesServiceService } from '@assay/proto/crowd/v1/worker_profiles_service';
import { guestsRpcs } from './rpc/guests.ts';
import { jobWebhooksRpcs } from './rpc/job-webhooks.ts';
import { projectWebhooksRpcs } from './rpc/project-webhooks.ts';
import { surveyTemplatesRpcs } from './rpc/survey-templates.ts';
import { workRpcs } from './rpc/work.ts';
import { webhookEventTypesRpcs } from './rpc/webhook-event-types.ts';
import { workersRpcs } from './rpc/workers.ts';
import { workerProfilesRpcs } from './rpc/worker-profiles.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(ProjectWebhooksServiceService, deps, projectWebhooksRpcs),
    serve(JobWebhooksServiceService, deps, jobWebhooksRpcs),
    serve(WebhookEventTypesServiceService, deps, webhookEventTypesRpcs),
    serve(SurveyTemplatesServiceService, deps, surveyTemplatesRpcs),
    serve(CrowdJobsServiceService, deps, crowdJobsRpcs),
    serve(CrowdAnswersServiceService, deps, crowdAnswersRpcs),
    serve(AppealsServiceService, deps, appealsRpcs),
    serve(WorkersServiceService, deps, workersRpcs),
    serve(WorkServiceService, deps, workRpcs),
    serve(GuestsServiceService, deps, guestsRpcs),
    serve(WorkerProfilesServiceService, deps, workerProfilesRpcs),
  ];
}
