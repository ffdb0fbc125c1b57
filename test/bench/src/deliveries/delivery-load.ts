import { setTimeout as pause } from 'node:timers/promises';
import { connectNats } from '@assay/chassis/events/connection';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { openDatabase } from '@assay/test-kit/set-up/open-database';
import { Verdict } from '@assay/proto/runs/v1/run';
import { RunCompleted } from '@assay/proto/runs/v1/run_events';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';

/** A project with one webhook to one origin. */
export interface Target {
  readonly projectId: string;
  readonly organizationId: string;
  readonly origin: string;
}

export interface DeliveryLoad {
  readonly targets: readonly Target[];
  /** Publishes the ends of this number of runs, and resolves when the results of all deliveries are recorded. */
  deliver(count: number): Promise<void>;
  close(): Promise<void>;
}

const pollMs = 100;
const batchSize = 100;
const pipelineSlug = 'image-authenticity';

export async function openDeliveryLoad(
  { baseUrl, apiKey, layout }: LaunchedPlatform,
  origins: readonly string[],
): Promise<DeliveryLoad> {
  const targets = await Promise.all(origins.map((origin) => createTarget(baseUrl, apiKey, origin)));
  const logger = createLogger({ name: 'bench', level: 'warn' });
  const { servers, natsNamespace: namespace } = layout;
  const events = await connectNats({ url: servers.nats.url, name: 'bench', namespace, logger });
  const publisher = createPublisher(events);
  const mongo = await openDatabase(layout, 'crowd-webhooks');
  const deliveries = mongo.db.collection('webhook_deliveries');
  const publish = (at: number): Promise<boolean> => {
    const target = targets[at % targets.length];
    if (target === undefined) throw new Error('there is no target');
    const { projectId, organizationId } = target;
    const ended = { runId: newId(), verdict: Verdict.AUTHENTIC, confidence: 0.9, pipelineSlug };
    const value = RunCompleted.fromPartial({ ...ended, projectId, organizationId });
    return publisher.publish(newEvent(RunCompleted, value, { organizationId, occurredAt: new Date() }));
  };
  return {
    targets,
    async deliver(count) {
      // The embedded database reads all documents for each query.
      await deliveries.deleteMany({});
      await mongo.db.collection('webhook_events').deleteMany({});
      for (let sent = 0; sent < count; sent += batchSize)
        await Promise.all(Array.from({ length: batchSize }, (_, at) => publish(sent + at)));
      while ((await deliveries.countDocuments({ status: 'succeeded' })) < count) await pause(pollMs);
    },
    async close() {
      await events.close();
      await mongo.close();
    },
  };
}

/** Builds the body of a delivery as the service does. */
export function buildBody(projectId: string): string {
  const facts = { runId: newId(), projectId, pipelineSlug, status: 'completed' };
  return JSON.stringify({ ...facts, verdict: 'authentic', confidence: 0.9 });
}

async function createTarget(baseUrl: string, apiKey: string, origin: string): Promise<Target> {
  const rest = createRest(baseUrl, apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Bench' });
  const { id: projectId, organizationId } = project as { readonly id: string; organizationId: string };
  const request = { url: `${origin}/`, eventTypes: ['run.completed'] };
  const { status } = await rest.post(`/v2/projects/${projectId}/webhooks`, request);
  if (status !== 201) throw new Error(`the webhook was refused with ${status.toString()}`);
  return { projectId, organizationId, origin };
}
