/** Calls of the API by the desk. All reject with ApiError. */

import type { Project, Run } from '../../shared/api/api-types.ts';
import { createApi, writePath } from '../../shared/api/calls.ts';
import type { Answer } from '../../shared/api/calls.ts';
import type { RunReference, StoredFile } from './api-types.ts';
import { requestJson, upload } from './request.ts';

export const api = createApi(requestJson);

export async function listProjects(): Promise<readonly Project[]> {
  const projects: Project[] = [];
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
    const page: Answer<'listProjects'> = await api.listProjects({ limit: 100, cursor });
    projects.push(...page.data);
    cursor = page.nextCursor;
  }
  return projects;
}

export async function uploadFile(
  projectId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<StoredFile> {
  const form = new FormData();
  form.append('file', file, file.name);
  return (await upload({ path: writePath('uploadFile', { projectId }), form }, onProgress)) as StoredFile;
}

export async function readFileUrl(fileId: string): Promise<string> {
  return (await api.getPresignedUrl({ fileId })).url;
}

/** Names a run in calls. */
export const identifyRun = ({ projectId, id }: RunReference) => ({ projectId, runId: id });

/** Resolves to a link of the object store, which needs no credential. */
export async function readBundleUrl(run: Run): Promise<string> {
  return (await api.getEvidenceBundle({ ...identifyRun(run), answer: 'link' })).url;
}
