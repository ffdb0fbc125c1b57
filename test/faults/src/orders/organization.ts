import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { AppealsServiceService } from '@assay/proto/crowd/v1/appeals_service';
import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { CrowdJobsServiceService } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { QuestionType } from '@assay/proto/crowd/v1/survey';
import {
  CreateSurveyVersionRequest,
  SurveyTemplatesServiceService,
} from '@assay/proto/crowd/v1/survey_templates_service';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { PrivacyLevel } from '@assay/proto/files/v1/file';
import { FilesServiceService, UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import { ProjectType } from '@assay/proto/projects/v1/project';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { callBy } from '@assay/test-kit/test-platform';
import { isOutsider, workerCount } from './model/operation.ts';
import { insist } from './retry-calls.ts';
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
    templates: crowd.client(SurveyTemplatesServiceService),
    billing: connect('billing').client(BillingServiceService),
    runs: connect('verification').client(RunsServiceService),
    projects: files.client(ProjectsServiceService),
    files: files.client(FilesServiceService),
    upload: createUploader(layout, clock),
  };
}

/** An organization with one project, and the calls of its people. */
export interface Organization {
  readonly id: string;
  readonly projectId: string;
  readonly surveyVersionId: string;
  readonly fileIds: readonly string[];
  /** The call of the requester, who reviews and rejects. */
  readonly requester: OutgoingCall;
  /** The call of another member, who decides appeals. */
  readonly arbiter: OutgoingCall;
  /** The calls of the workers by their numbers. Outsiders belong to another organization. */
  readonly workers: readonly OutgoingCall[];
}

/** @param files true for each file to upload that is public */
export async function createOrganization(clients: Clients, files: readonly boolean[]): Promise<Organization> {
  const id = newId();
  const requester = callBy({ organizationId: id, role: Role.ADMIN });
  const named = { name: 'Orders', description: undefined, type: ProjectType.UNSPECIFIED };
  const { project } = await insist(() => clients.projects.createProject(requester, named));
  const projectId = project?.id ?? '';
  const fileIds = await Promise.all(
    files.map((isPublic) => createFile(clients, requester, { projectId, isPublic })),
  );
  return {
    ...{ id, projectId, requester, fileIds },
    surveyVersionId: await createSurvey(clients, requester),
    arbiter: callBy({ organizationId: id }),
    workers: Array.from({ length: workerCount }, (_, worker) =>
      callBy(isOutsider(worker) ? {} : { organizationId: id }),
    ),
  };
}

async function createFile(
  clients: Clients,
  call: OutgoingCall,
  { projectId, isPublic }: { readonly projectId: string; readonly isPublic: boolean },
): Promise<string> {
  const fileId = await insist(() => clients.upload(call, projectId));
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

async function createSurvey({ templates }: Clients, requester: OutgoingCall): Promise<string> {
  const order = { projectId: undefined, name: 'Orders', language: 'en' };
  const first = { ...requester, idempotencyKey: newId() };
  const { template } = await insist(() => templates.createSurveyTemplate(first, order));
  const request = CreateSurveyVersionRequest.fromPartial({
    ...{ templateId: template?.id ?? '', title: 'Orders' },
    questions: [{ key: 'seen', type: QuestionType.BOOLEAN, label: 'Do you see it?', required: true }],
  });
  const second = { ...requester, idempotencyKey: newId() };
  const { version } = await insist(() => templates.createSurveyVersion(second, request));
  return version?.id ?? '';
}
