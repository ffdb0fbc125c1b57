import type { PathLike } from 'node:fs';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { expect, it, vi } from 'vitest';
import { one } from '../src/answer.ts';
import { buildSampleMessage } from '../src/derive/samples.ts';
import { serveOperations } from '../src/derive/serve-operations.ts';
import { getMessage } from '../src/derive/message.ts';
import { openapiDocument } from '../src/openapi/document.ts';
import { operation } from '../src/operation.ts';
import type { CallRpc, Resource, Rpc } from '../src/operation.ts';

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<{ readFileSync: (path: PathLike, options?: unknown) => Buffer }>();
  const { withArchive } = await import('./archive-contract.ts');
  const readFileSync = (path: PathLike, options?: unknown) => {
    const content = fs.readFileSync(path, options);
    return String(path).endsWith('descriptors.binpb') ? withArchive(content) : content;
  };
  return { ...fs, readFileSync };
});

interface ArchivedProject {
  readonly shelf: string;
}

const { getProject } = ProjectsServiceService;
/** The rpc of the archive with the same name. These tests send nothing. */
const getArchivedProject = {
  path: '/assay.archive.v1.ArchiveService/GetProject',
  requestDeserialize: (): { archiveId: string } => ({ archiveId: '' }),
  responseDeserialize: (): { archivedProject: ArchivedProject } => ({ archivedProject: { shelf: '' } }),
} satisfies Rpc;

const resource: Resource = {
  tag: { name: 'Projects', description: 'Old and new.' },
  operations: {
    getProject: operation('GET /v2/projects/:projectId', getProject, {
      summary: 'Read a project',
      description: 'One project.',
      answer: one('project', 'The project.'),
    }),
    getArchivedProject: operation('GET /v2/archive/:archiveId', getArchivedProject, {
      summary: 'Read a project of the archive',
      description: 'One project of the archive.',
      answer: one('archivedProject', 'The project.'),
    }),
  },
};

const served = serveOperations([resource], []);
const call: OutgoingCall = { actor: { kind: 'anonymous' }, organizationId: '', requestId: 'r' };

it('rpcs of the same name in two services are described separately, each with its own messages and rule', () => {
  const { paths, components } = openapiDocument(served, [resource], 'session');
  const project = paths['/v2/projects/{projectId}']?.['get'];
  const archived = paths['/v2/archive/{archiveId}']?.['get'];
  expect(project).toMatchObject({
    operationId: 'getProject',
    'x-assay-role': 'viewer',
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Project' } } } },
    },
  });
  const schema = { $ref: '#/components/schemas/ArchivedProject' };
  expect(archived).toMatchObject({
    operationId: 'getArchivedProject',
    'x-assay-role': 'admin',
    responses: { 200: { content: { 'application/json': { schema } } } },
  });
  expect(components['schemas']).toMatchObject({
    Project: { properties: { id: { type: 'string' } } },
    ArchivedProject: { properties: { shelf: { type: 'string' } } },
  });
});

it('rpcs of the same name in two services are called separately', async () => {
  const calls: unknown[] = [];
  const sample = buildSampleMessage(getMessage('assay.projects.v1.GetProjectResponse'));
  const callRpc: CallRpc = (rpc, _call, request) => {
    calls.push([rpc.path, request]);
    const answers = {
      [getProject.path]: sample,
      [getArchivedProject.path]: { archivedProject: { shelf: 's' } },
    };
    return Promise.resolve(answers[rpc.path] as never);
  };
  const callers = { callRpc, callAsService: callRpc };
  const answered = [];
  for (const { perform } of served.operations) {
    const params = { projectId: 'p', archiveId: 'a' };
    answered.push(await perform?.(callers, call, { params, query: {}, body: undefined }));
  }
  expect(calls).toEqual([
    ['/assay.projects.v1.ProjectsService/GetProject', { projectId: 'p' }],
    ['/assay.archive.v1.ArchiveService/GetProject', { archiveId: 'a' }],
  ]);
  expect(answered).toMatchObject([
    { status: 200, body: { name: 'Flood pictures, November' } },
    { status: 200, body: { shelf: 's' } },
  ]);
});
