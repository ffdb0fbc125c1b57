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
import type { Db } from 'mongodb';
import { loopSubject } from './loop-connections.ts';

/** A project with one webhook to one origin. */
export interface Target {
  readonly projectId: string;
  readonly organizationId: string;
  readonly origin: string;
}

export interface DeliveryLoad {
  readonly targets: readonly Target[];
  /** Removes the rows of earlier rounds: the embedded database reads all documents for each query. */
  clear(): Promise<void>;
  /** Publishes the ends of this number of runs, and resolves when the results of all deliveries are recorded. */
  deliver(count: number): Promise<void>;
  clearLoop(): Promise<void>;
  /** Publishes the same events to the stream of the full loop. */
  publishToLoop(count: number): Promise<void>;
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
  const loop = mongo.client.db(`${layout.databasePrefix}-loop`);
  const publish = (at: number, subject?: string): Promise<boolean> => {
    const target = targets[at % targets.length];
    if (target === undefined) throw new Error('there is no target');
    const { projectId, organizationId } = target;
    const ended = { runId: newId(), verdict: Verdict.AUTHENTIC, confidence: 0.9, pipelineSlug };
    const value = RunCompleted.fromPartial({ ...ended, projectId, organizationId });
    const event = newEvent(RunCompleted, value, { organizationId, occurredAt: new Date() });
    return publisher.publish(subject === undefined ? event : { ...event, subject });
  };
  const publishAll = async (count: number, subject?: string): Promise<void> => {
    for (let sent = 0; sent < count; sent += batchSize)
      await Promise.all(Array.from({ length: batchSize }, (_, at) => publish(sent + at, subject)));
  };
  const clear = async (db: Db): Promise<void> => {
    for (const name of ['webhook_deliveries', 'webhook_events']) await db.collection(name).deleteMany({});
  };
  return {
    targets,
    clear: () => clear(mongo.db),
    clearLoop: () => clear(loop),
    publishToLoop: (count) => publishAll(count, loopSubject),
    async deliver(count) {
      await publishAll(count);
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
