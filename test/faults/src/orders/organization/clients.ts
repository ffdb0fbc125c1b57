import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { AppealsServiceService } from '@assay/proto/crowd/v1/appeals_service';
import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { CrowdJobsServiceService } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { GuestsServiceService } from '@assay/proto/crowd/v1/guests_service';
import { SurveyTemplatesServiceService } from '@assay/proto/crowd/v1/survey_templates_service';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { DatasetsServiceService } from '@assay/proto/datasets/v1/datasets_service';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { InputDataSetsServiceService } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import type { Services } from '../start-services.ts';
import { createUploader } from './upload-file.ts';

export type Clients = ReturnType<typeof openClients>;

/** Opens the clients of all services. */
export function openClients({ layout, clock, connect }: Services) {
  const crowd = connect('crowd-webhooks');
  const files = connect('projects-files');
  return {
    jobs: crowd.client(CrowdJobsServiceService),
    answers: crowd.client(CrowdAnswersServiceService),
    appeals: crowd.client(AppealsServiceService),
    work: crowd.client(WorkServiceService),
    guests: crowd.client(GuestsServiceService),
    templates: crowd.client(SurveyTemplatesServiceService),
    billing: connect('billing').client(BillingServiceService),
    runs: connect('verification').client(RunsServiceService),
    projects: files.client(ProjectsServiceService),
    files: files.client(FilesServiceService),
    datasets: connect('datasets').client(DatasetsServiceService),
    inputData: files.client(InputDataSetsServiceService),
    upload: createUploader(layout, clock),
  };
}
