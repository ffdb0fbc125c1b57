import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { UpdateProjectRequest } from '@assay/proto/projects/v1/projects_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { newProject } from './new-project.ts';
import { start } from './start.ts';
import type { Started } from './start.ts';

let running: Started;
let call: OutgoingCall;
let projectId: string;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
  call = callBy();
  projectId = await newProject(running, call);
});
afterAll(() => running.stop());

const update = (changes: Partial<UpdateProjectRequest>, by = call) =>
  running.projects.updateProject(by, UpdateProjectRequest.fromPartial({ projectId, ...changes }));

describe('UpdateProject', () => {
  it('changes what the mask names and clears what it names unset', async () => {
    const described = await update({ name: ' A ', description: 'b', updateMask: ['name', 'description'] });
    expect(described.project).toMatchObject({ name: 'A', description: 'b' });
    const named = await update({ name: 'B', updateMask: ['name'] });
    expect(named.project).toMatchObject({ name: 'B', description: 'b' });
    const cleared = await update({ updateMask: ['description'] });
    expect(cleared.project).toMatchObject({ name: 'B', description: undefined });
    expect(await update({})).toEqual(cleared);
    expect((await running.projects.getProject(call, { projectId })).project).toEqual(cleared.project);
  });

  it.each([
    ['name', { name: '', updateMask: ['name'] }],
    ['name', { name: ' \n', updateMask: ['name'] }],
    ['name', { name: 'x'.repeat(256), updateMask: ['name'] }],
    ['description', { description: 'x'.repeat(10_001), updateMask: ['description'] }],
    ['type', { updateMask: ['type'] }],
    ['organizationId', { updateMask: ['organization_id'] }],
  ])('refuses a bad %s', async (field, changes) => {
    expect(await catchRefusal(update(changes))).toMatchObject({
      reason: 'INVALID_FIELD',
      details: { field },
    });
  });

  it('hides a missing project and another organization’s in the same words', async () => {
    const updateMask = ['description'];
    const missing = await catchRefusal(update({ projectId: newId(), updateMask }));
    expect(missing).toMatchObject({ status: 'NOT_FOUND', reason: 'PROJECT_NOT_FOUND' });
    expect(await catchRefusal(update({ updateMask }, callBy()))).toEqual(missing);
  });
});
