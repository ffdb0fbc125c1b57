import type { ServiceName } from '@assay/proto/processes';
import { metaWithTasks } from '@assay/test-kit/mcp/mcp-client';
import type { McpAnswer } from '@assay/test-kit/mcp/mcp-client';
import { awaitRunEnd } from '@assay/test-kit/verify';
import type { Subjects } from './creations.ts';

/** A message that only reads. */
export interface Probe {
  readonly title: string;
  /** The services without which it fails. */
  readonly needs: readonly ServiceName[];
  readonly method: 'tools/call' | 'resources/read' | 'tasks/get';
  readonly params: object;
}

/** Creates what the probes read: a completed run, and a dataset with a file. */
export async function planProbes({ rest, projectId, photographId }: Subjects): Promise<readonly Probe[]> {
  const order = { pipelineSlug: 'image-authenticity', fileIds: [photographId] };
  const { body: run } = await rest.post(`/v2/projects/${projectId}/verification-runs`, order);
  await awaitRunEnd(rest, { projectId, id: run.id as string });
  const runId = run.id as string;
  const set = { name: 'Probes', internalId: 'probes', modality: 'text' };
  const { body: dataset } = await rest.post('/v2/datasets', set);
  const datasetId = dataset.id as string;
  const manifest = `service://datasets/${datasetId}/versions/${dataset.rawVersionId as string}/manifest`;
  return [
    callTool('list_organizations', ['identity-org', 'billing']),
    callTool('list_projects', ['projects-files']),
    callTool('get_project', ['projects-files', 'verification'], { projectId }),
    callTool('get_dataset', ['datasets'], { datasetId }),
    callTool('get_verification_run', ['verification'], { runId }),
    callTool('estimate_verification_cost', ['projects-files', 'verification', 'billing'], {
      projectId,
      ...order,
    }),
    callTool('list_crowd_jobs', ['crowd-webhooks']),
    readResource('service://pipelines/catalog', ['verification']),
    readResource(`service://runs/${runId}/report`, ['verification']),
    readResource('service://data-platform/pipelines/catalog', ['datasets']),
    readResource('service://lt-pipelines/catalog', ['datasets']),
    readResource(manifest, ['datasets']),
    {
      title: 'a task',
      needs: ['verification'],
      method: 'tasks/get',
      params: { taskId: `verification_run:${runId}`, _meta: metaWithTasks },
    },
  ];
}

function callTool(name: string, needs: readonly ServiceName[], args: object = {}): Probe {
  return { title: name, needs, method: 'tools/call', params: { name, arguments: args } };
}

function readResource(uri: string, needs: readonly ServiceName[]): Probe {
  return { title: uri, needs, method: 'resources/read', params: { uri } };
}

/** Returns `works`, or the code of the error body of REST that a failed tool, resource or task answers. */
export function readOutcome({ status, body }: McpAnswer): string {
  if (status !== 200) return `${status.toString()} ${JSON.stringify(body)}`;
  const { result, error } = body;
  if (error !== undefined) return readCode(error.data) ?? JSON.stringify(error);
  if (result.isError !== true) return 'works';
  const [content, ...others] = result.content as readonly { readonly text: string }[];
  const isBare = others.length === 0 && result.structuredContent === undefined;
  const code = isBare ? readCode(JSON.parse(content?.text ?? 'null')) : undefined;
  return code ?? JSON.stringify(result);
}

function readCode(body: unknown): string | undefined {
  const { error } = body as { readonly error?: Readonly<Record<string, unknown>> };
  const isComplete = typeof error?.['message'] === 'string' && typeof error['requestId'] === 'string';
  return isComplete ? String(error['code']) : undefined;
}
