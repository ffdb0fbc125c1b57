import { callTimeoutMs } from '@assay/chassis/grpc/contract/contract';
import { newId } from '@assay/chassis/ids';
import { CrowdJobsServiceService } from '@assay/proto/crowd/v1/crowd_jobs_service';
import type { ServiceName } from '@assay/proto/processes';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';

/** The objects that calls of tools name. */
export interface Subjects {
  readonly rest: Rest;
  /** A project with a photograph. */
  readonly projectId: string;
  readonly photographId: string;
  /** Another project, with a text. */
  readonly textProjectId: string;
  readonly textId: string;
  readonly surveyTemplateVersionId: string;
}

const text = { name: 'harbour.txt', bytes: Buffer.from('A harbour. '.repeat(20)), type: 'text/plain' };

export async function createSubjects(rest: Rest): Promise<Subjects> {
  const addProject = async (file: Parameters<Rest['upload']>[1]) => {
    const { body: project } = await rest.post('/v2/projects', { name: 'Tools', type: 'research' });
    const { body: uploaded } = await rest.upload(project.id as string, file);
    await awaitEnrichment(rest, uploaded.id as string);
    return [project.id as string, uploaded.id as string] as const;
  };
  const [projectId, photographId] = await addProject(smallPhotograph());
  const [textProjectId, textId] = await addProject(text);
  const { body: template } = await rest.post('/v2/survey-templates', { name: 'Changed?', language: 'en' });
  const { body: survey } = await rest.post(`/v2/survey-templates/${template.id as string}/versions`, {
    title: 'Changed photographs',
    questions: [{ key: 'changed', type: 'boolean', label: 'Was something changed?', required: true }],
  });
  const surveyTemplateVersionId = survey.id as string;
  return { rest, projectId, photographId, textProjectId, textId, surveyTemplateVersionId };
}

/** A tool that creates an object, and the list that shows the created ones. */
export interface Creation {
  readonly title: string;
  readonly tool: string;
  /** The services without which it fails. */
  readonly needs: readonly ServiceName[];
  /** The timeout in milliseconds that the contract states, if it is a longer one than usual. */
  readonly timeoutMs?: number;
  /** Builds the arguments of one call, without a key. */
  readonly buildArguments: (on: Subjects, name: string) => object | Promise<object>;
  readonly list: (on: Subjects) => string;
}

export const creations: readonly Creation[] = [
  {
    title: 'a project',
    tool: 'create_project',
    needs: ['projects-files'],
    buildArguments: (_on, name) => ({ name }),
    list: () => '/v2/projects?limit=1',
  },
  {
    title: 'a dataset',
    tool: 'create_dataset',
    needs: ['datasets'],
    buildArguments: (_on, name) => ({ name, internalId: name, modality: 'text' }),
    list: () => '/v2/datasets',
  },
  {
    title: 'a verification run',
    tool: 'run_verification_pipeline',
    needs: ['projects-files', 'verification', 'billing'],
    buildArguments: ({ projectId, photographId }) => ({
      projectId,
      pipelineSlug: 'image-authenticity',
      fileIds: [photographId],
    }),
    list: ({ projectId }) => `/v2/projects/${projectId}/verification-runs?limit=1`,
  },
  {
    title: 'a run on a file',
    tool: 'run_data_platform_pipeline',
    needs: ['projects-files', 'datasets'],
    buildArguments: ({ photographId }) => ({
      targetType: 'project_file',
      targetId: photographId,
      mode: 'dedup',
    }),
    list: ({ projectId }) => `/v2/data-platform/runs?projectId=${projectId}&limit=1`,
  },
  {
    title: 'a run on a version',
    tool: 'run_data_platform_pipeline',
    needs: ['datasets'],
    // Only one job runs in a dataset at a time.
    buildArguments: async ({ rest }, name) => ({
      targetType: 'dataset_version',
      targetId: await fillDataset(rest, name),
      mode: 'cleaning',
    }),
    list: () => '/v2/data-platform/runs?targetType=dataset_version&limit=1',
  },
  {
    title: 'a language run',
    tool: 'run_lt_pipeline',
    needs: ['projects-files', 'datasets'],
    buildArguments: ({ textProjectId: projectId, textId }) => ({
      projectId,
      pipelineSlug: 'text-standard',
      fileIds: [textId],
    }),
    list: ({ textProjectId }) => `/v2/data-platform/runs?projectId=${textProjectId}&limit=1`,
  },
  {
    title: 'a crowd job',
    tool: 'create_crowd_job',
    timeoutMs: callTimeoutMs(CrowdJobsServiceService.createCrowdJob.path, 0),
    needs: ['projects-files', 'crowd-webhooks', 'billing'],
    buildArguments: ({ projectId, photographId, surveyTemplateVersionId }, name) => ({
      projectId,
      name,
      title: name,
      description: 'Look.',
      surveyTemplateVersionId,
      fileIds: [photographId],
      maxRepetitionsPerVariant: 1,
      rewardCents: 5,
    }),
    list: () => '/v2/crowd-jobs?limit=1',
  },
];

/** Creates a dataset with one file. Returns the id of its raw version. */
async function fillDataset(rest: Rest, name: string): Promise<string> {
  const dataset = { name, internalId: `set-${newId()}`, modality: 'text' };
  const { body } = await rest.post('/v2/datasets', dataset);
  await rest.uploadToDataset(body.id as string, [text]);
  return body.rawVersionId as string;
}

/** Counts the objects in the list of a creation. */
export async function countCreated(on: Subjects, { list }: Creation): Promise<number> {
  const { body } = await on.rest.get(list(on));
  return Array.isArray(body) ? body.length : (body.total as number);
}
