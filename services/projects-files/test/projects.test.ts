import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@assay/chassis/ids';
import { ProjectType } from '@assay/proto/projects/v1/project';
import { ListProjectsRequest } from '@assay/proto/projects/v1/projects_service';
import type { CreateProjectRequest } from '@assay/proto/projects/v1/projects_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { createProject } from '../src/domain/project/create-project.ts';
import { createProjectStore } from '../src/store/project/project-store.ts';
import { image } from './content.ts';
import { newProject } from './new-project.ts';
import { start } from './start.ts';
import type { Started } from './start.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

const request = (overrides: Partial<CreateProjectRequest> = {}): CreateProjectRequest => ({
  name: 'Elections',
  description: undefined,
  type: ProjectType.UNSPECIFIED,
  ...overrides,
});
const invalid = (field: string) => ({
  status: 'INVALID_ARGUMENT',
  reason: 'INVALID_FIELD',
  details: { field },
});
const forbidden = { status: 'PERMISSION_DENIED', reason: 'FORBIDDEN' };

describe('CreateProject', () => {
  it('stores a project of the caller’s organization, standard unless said otherwise', async () => {
    const call = callBy();
    const { project } = await running.projects.createProject(
      call,
      request({ name: '  Elections \t 2026\n', description: '' }),
    );
    const { organizationId, actor } = call;
    expect(project).toMatchObject({
      organizationId,
      name: 'Elections \t 2026',
      description: '',
      type: ProjectType.STANDARD,
    });
    expect(project?.createdBy).toBe(actor.kind === 'user' ? actor.userId : '');
    expect(project?.id).toMatch(/^[a-z][a-z0-9]{23}$/u);
    const read = await running.projects.getProject(call, { projectId: project?.id ?? '' });
    expect(read).toEqual({ project, fileCount: 0 });
  });

  it('repeats under one idempotency key what the first answered', async () => {
    const call = { ...callBy(), idempotencyKey: newId() };
    const first = await running.projects.createProject(call, request());
    expect(await running.projects.createProject(call, request())).toEqual(first);
    expect(await running.projects.createProject({ ...call, idempotencyKey: newId() }, request())).not.toEqual(
      first,
    );
  });

  it('finds the project an attempt made that died before it answered', async () => {
    const deps = { projects: createProjectStore(running.db), clock: running.clock };
    const deadline = new Date(Date.now() + 60_000);
    const { signal } = new AbortController();
    const call = { ...callBy(), traceparent: undefined, deadline, signal, operation: newId() };
    const input = { name: 'Elections', description: undefined, type: 'standard' } as const;
    const made = await createProject(deps, call, input);
    running.clock.advance(20_000);
    expect(await createProject(deps, call, input)).toEqual(made);
    expect(await running.db.collection('projects').countDocuments({ createdBy: made.createdBy })).toBe(1);
  });

  it('keeps "no description" apart from an empty one', async () => {
    const call = callBy();
    const { project } = await running.projects.createProject(call, request({ type: ProjectType.RESEARCH }));
    expect(project).toMatchObject({ description: undefined, type: ProjectType.RESEARCH });
  });

  it('takes a name of 255 characters, however many code units they need', async () => {
    const { project } = await running.projects.createProject(callBy(), request({ name: '😀'.repeat(255) }));
    expect(project?.name).toHaveLength(510);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: ' \u00a0\n ' }],
    ['name', { name: 'NUL\0' }],
    ['description', { description: '\0' }],
    ['name', { name: '😀'.repeat(256) }],
    ['name', { name: 'x'.repeat(256) }],
    ['description', { description: 'x'.repeat(10_001) }],
    ['type', { type: ProjectType.UNRECOGNIZED }],
  ])('refuses a bad %s', async (field, overrides) => {
    const refusal = await catchRefusal(running.projects.createProject(callBy(), request(overrides)));
    expect(refusal).toMatchObject(invalid(field));
  });

  it('is not for services', async () => {
    const call = callByService('gateway', newId());
    expect(await catchRefusal(running.projects.createProject(call, request()))).toMatchObject(forbidden);
  });

  it('makes two projects when it is called twice', async () => {
    const call = callBy();
    expect(await newProject(running, call)).not.toBe(await newProject(running, call));
  });
});

describe('GetProject', () => {
  it('counts the files', async () => {
    const call = callBy();
    const projectId = await newProject(running, call);
    const bytes = await image('png');
    for (let count = 0; count < 3; count += 1) await running.uploader.upload(call, projectId, { bytes });
    expect((await running.projects.getProject(call, { projectId })).fileCount).toBe(3);
  });

  it('hides projects of other organizations as not found, in the words for a missing one', async () => {
    const projectId = await newProject(running, callBy());
    const call = callBy();
    const foreign = await catchRefusal(running.projects.getProject(call, { projectId }));
    expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'PROJECT_NOT_FOUND' });
    expect(foreign).toEqual(await catchRefusal(running.projects.getProject(call, { projectId: newId() })));
  });

  it('answers the verification service', async () => {
    const call = callBy();
    const projectId = await newProject(running, call);
    const channel = running.platform.connect(running.service.grpcAddress, 'verification');
    const { ProjectsServiceService } = await import('@assay/proto/projects/v1/projects_service');
    const asService = callByService('verification', call.organizationId);
    const answer = await channel.client(ProjectsServiceService).getProject(asService, { projectId });
    expect(answer.project?.id).toBe(projectId);
    channel.close();
  });
});

describe('ListProjects', () => {
  const page = { type: ProjectType.UNSPECIFIED, limit: 20, offset: 0 };

  it('pages through the caller’s projects, newest first, with the total', async () => {
    const call = callBy();
    await newProject(running, callBy());
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      running.clock.advance(1);
      ids.unshift(await newProject(running, call));
    }
    const first = await running.projects.listProjects(call, { ...page, limit: 2 });
    const rest = await running.projects.listProjects(call, { ...page, limit: 200, offset: 2 });
    expect([...first.projects, ...rest.projects].map(({ id }) => id)).toEqual(ids);
    expect([first.total, rest.total]).toEqual([5, 5]);
    expect((await running.projects.listProjects(call, { ...page, offset: 5 })).projects).toEqual([]);
  });

  it('filters by type', async () => {
    const call = callBy();
    await newProject(running, call);
    const { project } = await running.projects.createProject(call, request({ type: ProjectType.RESEARCH }));
    const { projects, total } = await running.projects.listProjects(call, {
      ...page,
      type: ProjectType.RESEARCH,
    });
    expect(projects).toEqual([project]);
    expect(total).toBe(1);
  });

  it('answers an empty request with a page of the default size', async () => {
    const empty = ListProjectsRequest.fromPartial({});
    const { projects } = await running.projects.listProjects(callBy(), empty);
    expect(projects.length).toBeLessThanOrEqual(20);
    expect(await running.projects.listProjects(callBy(), { ...empty, limit: 20 })).toMatchObject({
      projects,
    });
  });

  it.each([
    ['limit', { limit: -1 }],
    ['limit', { limit: 201 }],
    ['offset', { offset: -1 }],
    ['type', { type: ProjectType.UNRECOGNIZED }],
  ])('refuses a bad %s', async (field, overrides) => {
    const refusal = await catchRefusal(running.projects.listProjects(callBy(), { ...page, ...overrides }));
    expect(refusal).toMatchObject(invalid(field));
  });
});
