import { newId } from '@assay/chassis/ids';
import { jsonRequest, uploadRequest } from './rolling-restart-load.ts';
import type { Operation } from './rolling-restart-load.ts';
import { smallPicture } from '../small-picture.ts';

/** What was acknowledged to the clients, which must therefore be there afterwards. */
export interface Kept {
  readonly projects: string[];
  readonly files: string[];
  readonly runs: string[];
  /** The last acknowledged name of each key, and what was asked for since. */
  readonly keyNames: Map<string, string[]>;
}

export function newKept(): Kept {
  return { projects: [], files: [], runs: [], keyNames: new Map() };
}

export interface Scene {
  readonly projectId: string;
  /** Enriched. */
  readonly fileId: string;
  /** The client's own key. */
  readonly keyId: string;
  readonly key: string;
  readonly kept: Kept;
}

export const operationNames: readonly string[] = [
  'create a project',
  'list projects',
  'list runs',
  'read a pipeline',
  'read a project',
  'read the balance',
  'rename a key',
  'start a run',
  'upload a file',
];

/** What one client does again and again, touching every service. */
export function mixedOperations({ projectId, fileId, keyId, key, kept }: Scene): readonly Operation[] {
  const project = `/v2/projects/${projectId}`;
  const read = (name: string, path: string): Operation => ({
    name,
    status: 200,
    ask: () => ({ method: 'GET', path }),
  });
  const operations: Operation[] = [
    read('read a project', project),
    {
      name: 'create a project',
      status: 201,
      isRepeated: true,
      ask: () => jsonRequest('POST', '/v2/projects', { name: newId() }),
      onSuccess: ({ id }) => kept.projects.push(id),
    },
    read('list projects', '/v2/projects'),
    {
      name: 'upload a file',
      status: 201,
      ask: () => uploadRequest(`${project}/files`, `${newId()}.png`, smallPicture()),
      onSuccess: ({ id }) => kept.files.push(id),
    },
    read('read the balance', '/v2/transactions/balance'),
    {
      name: 'start a run',
      status: 201,
      isRepeated: true,
      ask: () =>
        jsonRequest('POST', `${project}/verification-runs`, {
          pipelineSlug: 'image-authenticity',
          fileIds: [fileId],
        }),
      onSuccess: ({ id }) => kept.runs.push(id),
    },
    read('list runs', `${project}/verification-runs`),
    renameKey({ keyId, kept }),
    read('read a pipeline', '/v2/pipelines/catalog/image-authenticity'),
  ];
  return operations.map((operation) => ({ ...operation, ask: withKey(operation.ask, key) }));
}

function renameKey({ keyId, kept }: Pick<Scene, 'keyId' | 'kept'>): Operation {
  return {
    name: 'rename a key',
    status: 200,
    ask: () => {
      const name = newId();
      kept.keyNames.set(keyId, [...(kept.keyNames.get(keyId) ?? []), name]);
      return jsonRequest('PATCH', `/v2/users/me/api-keys/${keyId}`, { name });
    },
    onSuccess: ({ name }) => kept.keyNames.set(keyId, [name]),
  };
}

function withKey(ask: Operation['ask'], key: string): Operation['ask'] {
  return async () => {
    const asked = await ask();
    return { ...asked, headers: { ...asked.headers, 'x-api-key': key } };
  };
}
