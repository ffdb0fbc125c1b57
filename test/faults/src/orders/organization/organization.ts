import { setTimeout as pause } from 'node:timers/promises';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { EnrichmentStatus, PrivacyLevel } from '@assay/proto/files/v1/file';
import { UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import { ProjectType } from '@assay/proto/projects/v1/project';
import { callBy } from '@assay/test-kit/test-platform';
import { isOutsider, workerCount } from '../model/operation.ts';
import type { Clients } from './clients.ts';
import { createDataset, createInputData, createSurvey } from './create-inputs.ts';
import { insist } from './retry-calls.ts';
import type { Scenario } from '../scenario.ts';

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
    id,
    projectId,
    requester,
    fileIds,
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
