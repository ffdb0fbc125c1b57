import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { createCrowdJob } from '../../crowd-body.ts';
import { awaitFailedDelivery, receiverUrl } from '../../populate.ts';
import type { PathValues, Table } from '../row.ts';
import type { World } from '../world.ts';

/** Webhooks of crowd jobs and their deliveries. A webhook of a project is none of a job, so each row makes its own. */
export const jobWebhookRows: Table = {
  createCrowdJobWebhook: { needs: 'user', success: 201, make: makeJob, body: newWebhook },
  listCrowdJobWebhooks: { needs: 'viewer', success: 200 },
  getCrowdJobWebhook: { needs: 'viewer', success: 200, make: makeWebhook },
  updateCrowdJobWebhook: {
    needs: 'user',
    success: 200,
    make: makeWebhook,
    body: () => ({ description: 'Changed by the matrix' }),
  },
  deleteCrowdJobWebhook: { needs: 'user', success: 204, make: makeWebhook, isFinal: true },
  rotateCrowdJobWebhookSecret: { needs: 'user', success: 200, make: makeWebhook, body: () => ({}) },
  testCrowdJobWebhook: { needs: 'user', success: 200, make: makeWebhook },
  listCrowdJobWebhookDeliveries: { needs: 'viewer', success: 200, make: makeWebhook },
  redeliverCrowdJobWebhook: { needs: 'user', success: 201, make: makeDelivery },
  recoverCrowdJobWebhook: {
    needs: 'user',
    success: 200,
    make: makeWebhook,
    body: () => ({ since: new Date(Date.now() - 3_600_000).toISOString() }),
  },
};

function newWebhook() {
  return { url: receiverUrl, eventTypes: ['job.paused'] };
}

function openRest({ platform, home }: World): Rest {
  return createRest(platform.baseUrl, home.keys.user);
}

async function makeJob(world: World): Promise<PathValues> {
  return { jobId: await createCrowdJob(openRest(world), world.population) };
}

async function makeWebhook(world: World) {
  const jobId = await createCrowdJob(openRest(world), world.population);
  const { body } = await openRest(world).post(`/v2/crowd-jobs/${jobId}/webhooks`, newWebhook());
  return { jobId, webhookId: body.id as string };
}

async function makeDelivery(world: World): Promise<PathValues> {
  const { jobId, webhookId } = await makeWebhook(world);
  await openRest(world).post(`/v2/crowd-jobs/${jobId}/pause`);
  const webhook = `/v2/crowd-jobs/${jobId}/webhooks/${webhookId}`;
  return { jobId, webhookId, deliveryId: await awaitFailedDelivery(openRest(world), webhook) };
}
