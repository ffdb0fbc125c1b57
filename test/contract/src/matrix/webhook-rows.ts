import { createRest } from '@assay/test-kit/rest';
import { receiverUrl } from '../populate.ts';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

/** Webhooks of projects and their deliveries. */
export const webhookRows: Table = {
  listWebhookEventTypes: { needs: 'viewer', success: 200 },
  createProjectWebhook: { needs: 'user', success: 201, make: makeProject, body: newWebhook },
  listProjectWebhooks: { needs: 'viewer', success: 200 },
  getProjectWebhook: { needs: 'viewer', success: 200 },
  updateProjectWebhook: {
    needs: 'user',
    success: 200,
    body: () => ({ description: 'Changed by the matrix' }),
  },
  deleteProjectWebhook: { needs: 'user', success: 204, make: makeWebhook, isFinal: true },
  rotateProjectWebhookSecret: { needs: 'user', success: 200, body: () => ({}) },
  testProjectWebhook: { needs: 'user', success: 200 },
  listProjectWebhookDeliveries: { needs: 'viewer', success: 200 },
  redeliverProjectWebhook: { needs: 'user', success: 201 },
  recoverProjectWebhook: {
    needs: 'user',
    success: 200,
    body: () => ({ since: new Date(Date.now() - 3_600_000).toISOString() }),
  },
};

function newWebhook() {
  return { url: receiverUrl, eventTypes: ['run.completed'] };
}

async function makeProject({ platform, home }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.user);
  const { body } = await rest.post('/v2/projects', { name: 'Made by the matrix' });
  return { projectId: body.id };
}

async function makeWebhook(world: World): Promise<PathValues> {
  const { projectId = '' } = await makeProject(world);
  const rest = createRest(world.platform.baseUrl, world.home.keys.user);
  const { body } = await rest.post(`/v2/projects/${projectId}/webhooks`, newWebhook());
  return { projectId, webhookId: body.id };
}
