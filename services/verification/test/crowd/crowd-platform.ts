import { generateKeyPairSync } from 'node:crypto';
import { connectNats } from '@assay/chassis/events/connection';
import type { EventConnection } from '@assay/chassis/events/connection';
import { createConsumer } from '@assay/chassis/events/consumer';
import { ensureConsumer } from '@assay/chassis/events/durable';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { ensureStream } from '@assay/chassis/events/streams';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { createMetrics } from '@assay/chassis/metrics';
import { createStorage } from '@assay/chassis/storage/open-storage';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { HoldOverdue } from '@assay/proto/billing/v1/billing_events';
import { JobChanged, ResponseSubmitted } from '@assay/proto/crowd/v1/crowd_events';
import { FileDeleted, PipelineRunOverdue } from '@assay/proto/files/v1/file_events';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import { ResponsesClosed, ResponsesRequested, RunAwaitsPeople } from '@assay/proto/runs/v1/run_events';
import { EvidenceBundlesServiceService } from '@assay/proto/evidence/v1/evidence_bundles_service';
import { StageMapsServiceService } from '@assay/proto/runs/v1/stage_maps_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { callBy, callByService, createTestPlatform } from '@assay/test-kit/test-platform';
import { inject } from 'vitest';
import { configFrom } from '../../src/config.ts';
import { defaultCrowdOptions } from '../../src/domain/pipeline/crowd-options.ts';
import { imageExpertReview } from '../../src/domain/pipeline/definitions/image-expert-review.ts';
import type { Pipeline } from '../../src/domain/pipeline/pipeline.ts';
import { newRun } from '../../src/domain/run/run.ts';
import type { NewRun, Run } from '../../src/domain/run/run.ts';
import type { SubjectFile } from '../../src/domain/subject-file/subject-file.ts';
import { declareResources } from '../../src/resources.ts';
import { startService } from '../../src/service.ts';
import { createRunStore } from '../../src/store/runs/run-store.ts';

const logger = createLogger({ name: 'crowd-test', level: 'silent' });
const foreign = [
  { name: 'FILES', messages: [FileDeleted, PipelineRunOverdue] },
  { name: 'BILLING', messages: [HoldOverdue] },
  { name: 'PROJECTS', messages: [ProjectDeleted] },
  { name: 'CROWD', messages: [ResponseSubmitted, JobChanged] },
];

/** Without the stages that need a file: what is asked, and what it comes to. */
const crowdOnly: Pipeline = {
  ...imageExpertReview,
  stages: imageExpertReview.stages.filter(({ task }) => task.kind !== 'examine'),
};

const contextData = { claim_text: 'taken today', claimed_device: 'a camera' };
const file: SubjectFile = {
  id: 'f'.repeat(24),
  name: 'a.jpg',
  mimeType: 'image/jpeg',
  sizeBytes: 1,
  sha256: '0'.repeat(64),
  storageKey: 'a',
  enrichmentStatus: 'completed',
  enrichment: {},
};

/**
 * A running verification on real servers, and the other side of the exchange: what it asks of the crowd over NATS, and a way to
 * answer. There is no service of the crowd yet.
 */
export async function startCrowdPlatform() {
  const { platform, config, events, service } = await startVerification();
  const mongo = await connectMongo({ uri: config.mongodbUri, database: platform.database, appName: 'test' });
  const channel = platform.connect(service.grpcAddress);
  const workers = platform.connect(service.grpcAddress, 'crowd-webhooks');
  const { requested, closed, awaiting, consumers } = await listenTo(events);
  const storage = createStorage(config);
  const runs = createRunStore(mongo.db, { notify: () => undefined }).runs;

  return {
    events,
    requested,
    closed,
    db: mongo.db,
    find: ({ organizationId, id }: Run) => runs.find(organizationId, id),
    asUser: channel.client(RunsServiceService),
    asWorkers: workers.client(StageMapsServiceService),
    storage,
    awaiting,
    asBundleReader: channel.client(EvidenceBundlesServiceService),
    user: ({ organizationId }: Run) => callBy({ organizationId }),
    worker: ({ organizationId }: Run) => callByService('crowd-webhooks', organizationId),
    /** A run of the pipeline, accepted as if its money were held. */
    async startRun(
      input: Partial<NewRun> = {},
      prepare: (run: Run) => Run | Promise<Run> = (run) => run,
    ): Promise<Run> {
      const owner = { organizationId: newId(), projectId: newId(), startedBy: newId() };
      const order = { ...owner, pipeline: crowdOnly, files: [file], contextId: '', contextData };
      const created = newRun({ ...order, crowd: defaultCrowdOptions, ...input }, new Date(), newId);
      const run = await prepare(created);
      await runs.insertUnpaid(run);
      await runs.accept(run, { requestId: newId() });
      return run;
    },
    ...publishing(events),
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      for (const open of [channel, workers, storage]) open.close();
      await service.stop();
      await Promise.all([events.close(), mongo.close()]);
    },
  };
}

/** The events of the other services. */
function publishing(events: EventConnection) {
  const publisher = createPublisher(events);
  return {
    /** Tells of a response, and resolves to it: by somebody new who is known to be right, unless given. */
    async respond(run: Run, given: Partial<ResponseSubmitted>): Promise<ResponseSubmitted> {
      const { organizationId, id: runId } = run;
      const response = ResponseSubmitted.fromPartial({
        responseId: newId(),
        workerId: newId(),
        organizationId,
        runId,
        goldCorrect: 9,
        goldTotal: 10,
        ...given,
      });
      await publisher.publish(newEvent(ResponseSubmitted, response, { organizationId }));
      return response;
    },
    /** Publishes that the job of a stage has another status. */
    async changeJob({ organizationId, id: runId }: Run, jobId: string, status: string): Promise<void> {
      const change = JobChanged.fromPartial({ organizationId, runId, jobId, status });
      await publisher.publish(newEvent(JobChanged, change, { organizationId }));
    },
    /** Publishes that the file of the run was deleted. */
    async deleteFile({ organizationId, projectId, files }: Run): Promise<void> {
      const deletion = FileDeleted.fromPartial({ organizationId, projectId, fileId: files[0]?.id ?? '' });
      await publisher.publish(newEvent(FileDeleted, deletion, { organizationId }));
    },
  };
}

export type CrowdPlatform = Awaited<ReturnType<typeof startCrowdPlatform>>;

async function startVerification() {
  const platform = createTestPlatform();
  const { s3 } = inject('servers');
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const config = configFrom({
    EVIDENCE_SIGNING_KEY: JSON.stringify({ ...key, kid: 'evidence' }),
    ...platform.environment('verification'),
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: platform.database,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    PROJECTS_FILES_ADDRESS: '127.0.0.1:1',
    BILLING_ADDRESS: '127.0.0.1:1',
  });
  const namespace = platform.natsNamespace;
  const events = await connectNats({ url: config.natsUrl, name: 'crowd', namespace, logger });
  for (const stream of foreign) {
    await ensureStream(events, { ...stream, retention: 'limits', maxAgeMs: 3_600_000 });
  }
  await prepareService(declareResources(config), config);
  const service = await startService(config);
  return { platform, config, events, service };
}

/** What the crowd is asked, and when it is asked no more. */
async function listenTo(events: EventConnection) {
  const requested: ResponsesRequested[] = [];
  const closed: ResponsesClosed[] = [];
  const awaiting: RunAwaitsPeople[] = [];
  const common = { connection: events, stream: 'RUNS', concurrency: 4, ackWaitMs: 5_000, logger };
  const consumers = [
    createConsumer({
      ...common,
      durable: 'crowd__on-requested',
      message: ResponsesRequested,
      metrics: createMetrics('crowd'),
      handle: ({ value }) => void requested.push(value),
    }),
    createConsumer({
      ...common,
      durable: 'crowd__on-closed',
      message: ResponsesClosed,
      metrics: createMetrics('crowd'),
      handle: ({ value }) => void closed.push(value),
    }),
    createConsumer({
      ...common,
      durable: 'crowd__on-awaiting',
      message: RunAwaitsPeople,
      metrics: createMetrics('crowd'),
      handle: ({ value }) => void awaiting.push(value),
    }),
  ];
  const durables = [
    { durable: 'crowd__on-requested', message: ResponsesRequested },
    { durable: 'crowd__on-closed', message: ResponsesClosed },
    { durable: 'crowd__on-awaiting', message: RunAwaitsPeople },
  ];
  for (const one of durables) await ensureConsumer(events, { ...one, stream: 'RUNS', ackWaitMs: 5_000 });
  for (const consumer of consumers) consumer.start();
  return { requested, closed, awaiting, consumers };
}
