import type { CommandStartedEvent } from 'mongodb';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { connectNats } from '@assay/chassis/events/connection';
import { newEvent } from '@assay/chassis/events/event';
import type { MessageType } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { ensureStream } from '@assay/chassis/events/streams';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { BalanceLow, HoldOverdue } from '@assay/proto/billing/v1/billing_events';
import { DatasetVersionCompleted } from '@assay/proto/datasets/v1/dataset_events';
import { FileDeleted, FileEnriched } from '@assay/proto/files/v1/file_events';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import { Verdict } from '@assay/proto/runs/v1/run';
import {
  ResponsesClosed,
  ResponsesRequested,
  RunCompleted,
  RunFailed,
} from '@assay/proto/runs/v1/run_events';
import { ProjectWebhooksServiceService } from '@assay/proto/webhooks/v1/project_webhooks_service';
import { DeliveryQuery } from '@assay/proto/webhooks/v1/webhook_calls';
import { GuestsServiceService } from '@assay/proto/crowd/v1/guests_service';
import { SurveyTemplatesServiceService } from '@assay/proto/crowd/v1/survey_templates_service';
import { WorkerProfilesServiceService } from '@assay/proto/crowd/v1/worker_profiles_service';
import { WebhookEventTypesServiceService } from '@assay/proto/webhooks/v1/webhook_event_types_service';
import type { WebhookDelivery } from '@assay/proto/webhooks/v1/webhook_delivery';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { configFrom } from '../src/config.ts';
import { declareResources } from '../src/resources.ts';
import { startService } from '../src/service.ts';
import { startNeighbours } from './neighbours.ts';
import { authorityFile } from './receiver.ts';
import type { Receiver } from './receiver.ts';

const hourMs = 3_600_000;
const name = 'crowd-webhooks-test';
const logger = createLogger({ name, level: 'silent' });
const limits = { retention: 'limits', maxAgeMs: hourMs, duplicateWindowMs: 100 } as const;

/** The streams as their owners declare them. */
const foreignStreams = [
  { name: 'RUNS', messages: [RunCompleted, RunFailed, ResponsesRequested, ResponsesClosed], ...limits },
  { name: 'FILES', messages: [FileEnriched, FileDeleted], ...limits },
  { name: 'DATASETS', messages: [DatasetVersionCompleted], ...limits },
  { name: 'BILLING', messages: [BalanceLow, HoldOverdue], ...limits },
  { name: 'PROJECTS', messages: [ProjectDeleted], ...limits },
] as const;

/** Names a webhook of a project or of a job. */
export interface Path {
  readonly ownerId: string;
  readonly webhookId: string;
}

export type Started = Awaited<ReturnType<typeof start>>;

/** Starts the service on a clock that tests move, with receivers that it may reach. */
export async function start(
  receivers: readonly Pick<Receiver, 'address'>[],
  environment: Readonly<Record<string, string>> = {},
) {
  const clock = createMovingClock();
  const platform = createTestPlatform(clock);
  const neighbours = await startNeighbours(platform, clock);
  const variables = {
    ...platform.environment('crowd-webhooks'),
    ...neighbours.environment,
    WEBHOOK_ALLOWED_ADDRESSES: receivers.map(({ address }) => address).join(','),
    WEBHOOK_CA_FILE: authorityFile,
    // No server answers there, so that tests send no queries to other hosts.
    WEBHOOK_DNS_SERVERS: '127.0.0.1:9',
    ...environment,
  };
  const config = configFrom(variables);
  const commands: CommandStartedEvent[] = [];
  const mongo = await connectMongo({ uri: config.mongodbUri, database: platform.database, appName: name });
  const events = await connectNats({ url: config.natsUrl, name, namespace: platform.natsNamespace, logger });
  for (const stream of foreignStreams) await ensureStream(events, stream);
  await prepareService(declareResources(), config);
  const service = await startService(config, { clock, onCommand: (command) => commands.push(command) });
  const channel = platform.connect(service.grpcAddress);
  const webhooks = channel.client(ProjectWebhooksServiceService);
  const publisher = createPublisher(events);
  return {
    clock,
    platform,
    config,
    variables,
    service,
    events,
    commands,
    webhooks,
    db: mongo.db,
    eventTypes: channel.client(WebhookEventTypesServiceService),
    guests: channel.client(GuestsServiceService),
    workerProfiles: channel.client(WorkerProfilesServiceService),
    templates: channel.client(SurveyTemplatesServiceService),
    /** The mails that were requested. */
    notices: neighbours.notices,
    /** The projects that no organization has. */
    missingProjects: neighbours.missingProjects,
    /** The files that were deleted, those that outsiders may not see, and the maps by the id of their stage. */
    shown: neighbours.shown,
    /** The holds of jobs that were placed. */
    holds: neighbours.holds,
    async publish<T>(type: MessageType<T>, value: T, organizationId: string) {
      const event = newEvent(type, value, { organizationId, occurredAt: clock.now() });
      return publisher.publish(event).then(() => event);
    },
    /** Starts another process of the service. */
    startAnother: (change: Readonly<Record<string, string>>) =>
      startService(configFrom({ ...variables, ...change }), { clock }),
    publishAgain: (event: Parameters<typeof publisher.publish>[0]) => publisher.publish(event),
    /** Lists the deliveries of a webhook, newest first. */
    listDeliveries: (call: OutgoingCall, path: Path) => listDeliveries(webhooks, call, path),
    async stop() {
      channel.close();
      await service.stop();
      await neighbours.stop();
      await Promise.all([events.close(), mongo.close()]);
    },
  };
}

interface DeliveryLister {
  listWebhookDeliveries(
    call: OutgoingCall,
    request: DeliveryQuery,
  ): Promise<{ readonly items: readonly WebhookDelivery[] }>;
}

async function listDeliveries(
  webhooks: DeliveryLister,
  call: OutgoingCall,
  path: Path,
): Promise<readonly WebhookDelivery[]> {
  const request = DeliveryQuery.fromPartial({ ...path, limit: 200 });
  return (await webhooks.listWebhookDeliveries(call, request)).items;
}

/** Creates a webhook of a new project, by default for completed runs. */
export async function newWebhook(
  { webhooks }: Pick<Started, 'webhooks'>,
  call: OutgoingCall,
  {
    url,
    projectId = newId(),
    eventTypes = ['run.completed'],
  }: { readonly url: string; readonly projectId?: string; readonly eventTypes?: string[] },
) {
  const request = { ownerId: projectId, url, description: undefined, eventTypes };
  const { webhook } = await webhooks.createWebhook(call, request);
  if (webhook?.webhook === undefined) throw new Error('the response has no webhook');
  return {
    ...webhook.webhook,
    secret: webhook.secret,
    path: { ownerId: projectId, webhookId: webhook.webhook.id },
  };
}

/** Publishes the end of a run of a project. */
export function completeRun(
  { publish }: Pick<Started, 'publish'>,
  { organizationId }: Pick<OutgoingCall, 'organizationId'>,
  projectId: string,
) {
  const verdict = { verdict: Verdict.AUTHENTIC, confidence: 0.9 };
  const facts = { runId: newId(), projectId, organizationId, pipelineSlug: 'image-basic', ...verdict };
  return publish(RunCompleted, RunCompleted.fromPartial(facts), organizationId);
}
