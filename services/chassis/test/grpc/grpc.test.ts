import { Role } from '@assay/proto/access/v1/access';
import { ProjectType } from '@assay/proto/projects/v1/project';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { GetProjectResponse } from '@assay/proto/projects/v1/projects_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnimplementedRpcs } from '@assay/test-kit/unimplemented-rpcs';
import type { CallContext, OutgoingCall } from '../../src/call-context.ts';
import { systemClock } from '../../src/clock.ts';
import { DomainError, invalidField, notFound } from '../../src/errors.ts';
import { createChannel } from '../../src/grpc/client.ts';
import type { Channel, TypedClient } from '../../src/grpc/client.ts';
import { serve } from '../../src/grpc/serve.ts';
import { startGrpcServer } from '../../src/grpc/server.ts';
import { createTokenSigner, createTokenVerifier } from '../../src/tokens/internal-token.ts';
import { createRuntime } from '../../src/process/runtime.ts';
import { principalTokens } from '../../src/tokens/token-source.ts';
import type { TokenSource } from '../../src/tokens/token-source.ts';
import { tokenKeys } from './token-keys.ts';

const runtime = createRuntime('projects', { logLevel: 'silent' });
const seen: CallContext[] = [];
let channel: Channel;
let projects: TypedClient<typeof ProjectsServiceService>;
let cancelled: Promise<unknown>;
let tokens: TokenSource;

const asUser: OutgoingCall = {
  actor: { kind: 'user', userId: 'user', role: Role.USER, credentialId: 'key', modules: [] },
  organizationId: 'organization',
  requestId: 'request',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const asViewer: OutgoingCall = {
  ...asUser,
  actor: { ...asUser.actor, role: Role.VIEWER } as OutgoingCall['actor'],
};
const newProject = { name: 'x', description: undefined, type: ProjectType.STANDARD };

beforeAll(async () => {
  const { privateKey, publicKey } = await tokenKeys('gateway');
  const signal = Promise.withResolvers<unknown>();
  tokens = principalTokens(createTokenSigner(privateKey, systemClock), systemClock);
  cancelled = signal.promise;
  const address = await startGrpcServer({
    runtime,
    verifier: createTokenVerifier({ keys: [publicKey] }, systemClock),
    host: '127.0.0.1',
    port: 0,
    services: [
      serve(
        ProjectsServiceService,
        {},
        {
          ...createUnimplementedRpcs(ProjectsServiceService),
          createProject: () => Promise.reject(invalidField('name', 'name is too long')),
          getProject: (_deps, call, { projectId }) => {
            seen.push(call);
            if (projectId === 'hang') {
              call.signal.addEventListener('abort', () => signal.resolve(call.signal.reason));
              return new Promise<GetProjectResponse>(() => undefined);
            }
            return Promise.reject(projectId === 'bug' ? new Error('secret detail') : notFound('project'));
          },
          listProjects: () => Promise.resolve({ projects: [], total: 3 }),
        },
      ),
    ],
  });
  channel = createChannel({
    address,
    tokens,
  });
  projects = channel.client(ProjectsServiceService);
});

afterAll(async () => {
  channel.close();
  await runtime.lifecycle.stop();
});

describe('a gRPC call', () => {
  it('answers, and gives the handler the actor, the organization, the request id and the trace', async () => {
    expect(
      await projects.listProjects(asUser, { type: ProjectType.UNSPECIFIED, limit: 1, offset: 0 }),
    ).toMatchObject({
      total: 3,
    });
    await expect(projects.getProject(asUser, { projectId: 'p' })).rejects.toBeInstanceOf(DomainError);
    const { actor, organizationId, requestId, traceparent } = asUser;
    expect(seen.at(-1)).toMatchObject({ actor, organizationId, requestId, traceparent });
  });

  it('fails with the error that the handler threw, including its details', async () => {
    await expect(projects.createProject(asUser, newProject)).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      reason: 'INVALID_FIELD',
      message: 'name is too long',
      details: { field: 'name' },
    });
  });

  it('that violates a field rule is refused before the handler and after the access rule', async () => {
    const request = { ...newProject, name: '' };
    await expect(projects.createProject(asUser, request)).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      reason: 'INVALID_FIELD',
      message: 'name is missing',
      details: { field: 'name' },
    });
    await expect(projects.createProject(asViewer, request)).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
    });
  });

  it('reveals nothing of an unexpected error', async () => {
    const error = await projects.getProject(asUser, { projectId: 'bug' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 'INTERNAL', message: 'Internal server error.' });
    expect((error as DomainError).details).toBeUndefined();
  });

  it('without a token is UNAUTHENTICATED, and without the role PERMISSION_DENIED', async () => {
    const anonymous: OutgoingCall = { ...asUser, actor: { kind: 'anonymous' } };
    await expect(projects.createProject(anonymous, newProject)).rejects.toMatchObject({
      status: 'UNAUTHENTICATED',
    });
    await expect(projects.createProject(asViewer, newProject)).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
    });
  });

  it('ends at the deadline of the client, and the handler is aborted', async () => {
    const hurried = { ...asUser, deadline: new Date(Date.now() + 200) };
    await expect(projects.getProject(hurried, { projectId: 'hang' })).rejects.toMatchObject({
      status: 'DEADLINE_EXCEEDED',
    });
    expect(await cancelled).toMatchObject({ status: 'CANCELLED' });
  });

  it('to a server that does not run is UNAVAILABLE', async () => {
    const nowhere = createChannel({ address: '127.0.0.1:1', tokens });
    const call = nowhere.client(ProjectsServiceService).getProject(asUser, { projectId: 'p' });
    await expect(call).rejects.toMatchObject({ status: 'UNAVAILABLE' });
    nowhere.close();
  });
});
