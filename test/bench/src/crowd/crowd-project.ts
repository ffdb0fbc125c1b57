import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';

export interface JobSize {
  readonly tasks: number;
  readonly repetitions: number;
}

/** A project whose jobs ask one question about each value of a list. */
export interface CrowdProject {
  readonly organizationId: string;
  /** Creates a job without a reward. Returns its id. */
  createJob(size: JobSize): Promise<string>;
}

/** Creates a project and a survey for the jobs of a benchmark. */
export async function openCrowdProject({ baseUrl, apiKey }: LaunchedPlatform): Promise<CrowdProject> {
  const rest = createRest(baseUrl, apiKey);
  const post = async (path: string, body: object): Promise<Readonly<Record<string, string>>> => {
    const answer = await rest.post(path, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
    return answer.body as Readonly<Record<string, string>>;
  };
  const { id: projectId, organizationId = '' } = await post('/v2/projects', { name: 'Bench' });
  const { id: templateId = '' } = await post('/v2/survey-templates', { name: 'Bench', language: 'en' });
  const { id: surveyTemplateVersionId } = await post(`/v2/survey-templates/${templateId}/versions`, {
    title: 'Bench',
    questions: [
      { key: 'seen', type: 'boolean', label: 'Do you see {{item.value}}?', required: true },
      { key: 'note', type: 'text', label: 'Note', required: false },
    ],
  });
  return {
    organizationId,
    async createJob({ tasks, repetitions }) {
      const name = `${tasks.toString()} tasks, ${Date.now().toString()}`;
      const values = Array.from({ length: tasks }, (_, index) => `item ${index.toString()}`);
      const data = { name, language: 'en', scope: 'project', lists: [{ name: 'item', values }] };
      const { id: inputDataSetId } = await post(`/v2/projects/${projectId ?? ''}/input-data`, data);
      const { id = '' } = await post('/v2/crowd-jobs', {
        projectId,
        name,
        title: name,
        description: 'Answer.',
        surveyTemplateVersionId,
        inputDataSetId,
        rewardCents: 0,
        maxRepetitionsPerVariant: repetitions,
        audience: 'organization',
      });
      return id;
    },
  };
}
