import { setTimeout as pause } from 'node:timers/promises';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { AppealsServiceService } from '@assay/proto/crowd/v1/appeals_service';
import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { CrowdJobsServiceService } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { GuestsServiceService } from '@assay/proto/crowd/v1/guests_service';
import { SurveyTemplatesServiceService } from '@assay/proto/crowd/v1/survey_templates_service';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { DatasetsServiceService } from '@assay/proto/datasets/v1/datasets_service';
import { EnrichmentStatus, PrivacyLevel } from '@assay/proto/files/v1/file';
import { FilesServiceService, UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import { InputDataSetsServiceService } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { ProjectType } from '@assay/proto/projects/v1/project';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { callBy } from '@assay/test-kit/test-platform';
import { isOutsider, workerCount } from './model/operation.ts';
import { createDataset, createInputData, createSurvey } from './create-inputs.ts';
import { insist } from './retry-calls.ts';
import type { Scenario } from './scenario.ts';
import type { Services } from './start-services.ts';
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

/** An organization with one project, and the calls of its people. */
export interface Organization {
  readonly id: string;
  readonly projectId: string;
  readonly surveyVersionId: string;
  /** The survey and the input data of jobs with golden tasks. Empty in a scenario without such a job. */
  readonly goldenSurveyId: string;
  readonly goldenDataId: string;
  /** The version of a dataset with copies of the files. Empty if no job needs it. */
  readonly datasetVersionId: string;
  /** Input data without golden tasks. Empty if no job needs them. */
  readonly inputDataId: string;
  readonly fileIds: readonly string[];
  /** The call of the requester, who reviews and rejects. */
  readonly requester: OutgoingCall;
  /** The call of another member, who decides appeals. */
  readonly arbiter: OutgoingCall;
  /** The calls of the workers by their numbers. Outsiders belong to another organization. */
  readonly workers: readonly OutgoingCall[];
}

/** Creates what the jobs and runs of a scenario need. */
export async function createOrganization(clients: Clients, scenario: Scenario): Promise<Organization> {
  const { files, hasImages, terms, secondTerms } = scenario;
  const id = newId();
  const requester = callBy({ organizationId: id, role: Role.ADMIN });
  const named = { name: 'Orders', description: undefined, type: ProjectType.UNSPECIFIED };
  const { project } = await insist(() => clients.projects.createProject(requester, named));
  const projectId = project?.id ?? '';
  const fileIds = await Promise.all(
    files.map((isPublic) => createFile(clients, requester, { projectId, isPublic, isImage: hasImages })),
  );
  const hasDataset = [terms, secondTerms].some(({ source }) => source === 'dataset');
  const withData = [terms, secondTerms].filter(({ source }) => source === 'input-data');
  const hasGolden = withData.some(({ goldenVariants }) => goldenVariants > 0);
  const hasPlain = withData.some(({ goldenVariants }) => goldenVariants === 0);
  const placed = { requester, projectId };
  return {
    ...{ id, projectId, requester, fileIds },
    surveyVersionId: await createSurvey(clients, requester, undefined),
    goldenSurveyId: hasGolden ? await createSurvey(clients, requester, '{{truth.value}}') : '',
    goldenDataId: hasGolden ? await createInputData(clients, placed, ['true', 'false']) : '',
    datasetVersionId: hasDataset ? await createDataset(clients, requester, { fileIds, hasImages }) : '',
    inputDataId: hasPlain ? await createInputData(clients, placed, []) : '',
    arbiter: callBy({ organizationId: id }),
    workers: Array.from({ length: workerCount }, (_, worker) =>
      callBy(isOutsider(worker) ? {} : { organizationId: id }),
    ),
  };
}

interface NewFile {
  readonly projectId: string;
  readonly isPublic: boolean;
  readonly isImage: boolean;
}

const enrichmentMs = 120_000;

/** Waits until runs can take a file. */
async function awaitEnrichment(
  { files }: Clients,
  call: OutgoingCall,
  { projectId, fileId }: { readonly projectId: string; readonly fileId: string },
): Promise<void> {
  const deadline = performance.now() + enrichmentMs;
  for (;;) {
    const { file } = await insist(() => files.getFile(call, { projectId, fileId }));
    if (file?.enrichmentStatus === EnrichmentStatus.COMPLETED) return;
    if (performance.now() > deadline) throw new Error('an image was not enriched in time');
    await pause(300);
  }
}

async function createFile(
  clients: Clients,
  call: OutgoingCall,
  { projectId, isPublic, isImage }: NewFile,
): Promise<string> {
  const fileId = await insist(() => clients.upload(call, projectId, isImage));
  if (isImage) await awaitEnrichment(clients, call, { projectId, fileId });
  if (isPublic) await insist(() => setPrivacy(clients, call, { fileId, isPublic }));
  return fileId;
}

export function setPrivacy(
  { files }: Clients,
  call: OutgoingCall,
  { fileId, isPublic }: { readonly fileId: string; readonly isPublic: boolean },
) {
  const privacyLevel = isPublic ? PrivacyLevel.PUBLIC : PrivacyLevel.INTERNAL;
  return files.updateFile(
    call,
    UpdateFileRequest.fromPartial({ fileId, privacyLevel, updateMask: ['privacy_level'] }),
  );
}
