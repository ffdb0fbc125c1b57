/** Calls of the API. Each casts the answer to the type that the OpenAPI document gives it. All reject with ApiError. */

import type {
  Artifact,
  Claims,
  CrowdOptions,
  Member,
  Organization,
  Page,
  Pipeline,
  Project,
  Run,
  RunEstimate,
  RunReference,
  RunWithStages,
  StoredFile,
  User,
} from './api-types.ts';
import { createIdempotencyKey, requestJson, upload } from './request.ts';

export async function readUser(): Promise<User> {
  return (await get('/v2/users/me')) as User;
}

export async function logOut(): Promise<void> {
  await get('/v2/auth/logout');
}

export async function listOrganizations(): Promise<readonly Organization[]> {
  return ((await get('/v2/organizations')) as Page<Organization>).data;
}

export async function createOrganization(name: string): Promise<Organization> {
  return (await post('/v2/organizations', { name })) as Organization;
}

export async function listMembers(organizationId: string): Promise<readonly Member[]> {
  return ((await get(`/v2/organizations/${organizationId}/users`)) as Page<Member>).data;
}

export async function listProjects(): Promise<readonly Project[]> {
  const projects: Project[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/v2/projects?limit=100&cursor=${encodeURIComponent(cursor)}`;
    const page = (await get(path)) as Page<Project>;
    projects.push(...page.data);
    cursor = page.nextCursor;
  }
  return projects;
}

export async function createProject(name: string): Promise<Project> {
  return (await post('/v2/projects', { name })) as Project;
}

export async function readAvailableCents(): Promise<number> {
  return ((await get('/v2/transactions/balance')) as { readonly availableCents: number }).availableCents;
}

export async function listPipelines(): Promise<readonly Pipeline[]> {
  return (await get('/v2/pipelines/catalog')) as readonly Pipeline[];
}

export async function uploadFile(
  projectId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<StoredFile> {
  const form = new FormData();
  form.append('file', file, file.name);
  return (await upload({ path: `/v2/projects/${projectId}/files`, form }, onProgress)) as StoredFile;
}

export async function readFile(id: string): Promise<StoredFile> {
  return (await get(`/v2/files/${id}`)) as StoredFile;
}

export async function readFileUrl(id: string): Promise<string> {
  return readUrl(await get(`/v2/files/${id}/presigned-url`));
}

export async function deleteFile(id: string): Promise<void> {
  await requestJson({ method: 'DELETE', path: `/v2/files/${id}` });
}

export async function listRuns(projectId: string, limit: number): Promise<Page<Run>> {
  return (await get(`/v2/projects/${projectId}/verification-runs?limit=${limit}`)) as Page<Run>;
}

interface RunStart {
  readonly pipelineSlug: string;
  readonly fileIds: readonly string[];
  readonly contextData?: Claims;
  readonly crowd?: CrowdOptions;
}

export async function startRun(projectId: string, start: RunStart, idempotencyKey: string): Promise<Run> {
  const headers = { 'idempotency-key': idempotencyKey };
  return (await post(`/v2/projects/${projectId}/verification-runs`, start, headers)) as Run;
}

export async function estimateRun(projectId: string, start: RunStart): Promise<RunEstimate> {
  return (await post(`/v2/projects/${projectId}/verification-runs/estimate`, start)) as RunEstimate;
}

export const runPath = ({ projectId, id }: RunReference): string =>
  `/v2/projects/${projectId}/verification-runs/${id}`;

export async function readRun(run: RunReference): Promise<RunWithStages> {
  return (await get(runPath(run))) as RunWithStages;
}

export async function cancelRun(run: RunReference): Promise<Run> {
  return (await post(`${runPath(run)}/cancel`)) as Run;
}

export async function restartRun(run: RunReference): Promise<Run> {
  const headers = { 'idempotency-key': createIdempotencyKey() };
  return (await post(`${runPath(run)}/restart`, undefined, headers)) as Run;
}

export async function listArtifacts(run: RunReference): Promise<readonly Artifact[]> {
  return (await get(`${runPath(run)}/artifacts`)) as readonly Artifact[];
}

/** Resolves to a link of the object store, which needs no credential. */
export async function readBundleUrl(run: RunReference): Promise<string> {
  return readUrl(await get(`${runPath(run)}/evidence-bundle?answer=link`));
}

function readUrl(body: unknown): string {
  return (body as { readonly url: string }).url;
}

function get(path: string): Promise<unknown> {
  return requestJson({ method: 'GET', path });
}

function post(
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  return requestJson({ method: 'POST', path, body, headers });
}
