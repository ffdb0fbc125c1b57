import { generateKeyPairSync } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandStartedEvent } from 'mongodb';
import { inject } from 'vitest';
import { CommentsServiceService } from '@assay/proto/comments/v1/comments_service';
import { DatasetDeleted } from '@assay/proto/datasets/v1/dataset_events';
import { DatasetFilesServiceService } from '@assay/proto/files/v1/dataset_files_service';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { PipelineRunsServiceService } from '@assay/proto/files/v1/pipeline_runs_service';
import { FoldersServiceService } from '@assay/proto/folders/v1/folders_service';
import { WorkFilesServiceService } from '@assay/proto/files/v1/work_files_service';
import { UploadsServiceService } from '@assay/proto/files/v1/uploads_service';
import { InputDataSetsServiceService } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { RunBegan, RunCompleted, RunFailed, RunStarted } from '@assay/proto/runs/v1/run_events';
import { connectNats } from '@assay/chassis/events/connection';
import { ensureStream } from '@assay/chassis/events/streams';
import { createChannel } from '@assay/chassis/grpc/client';
import type { Channel } from '@assay/chassis/grpc/client';
import { createLogger } from '@assay/chassis/logger';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { principalTokens } from '@assay/chassis/tokens/token-source';
import { WorkflowsServiceService } from '@assay/proto/workflows/v1/workflows_service';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { createObjectStorage } from '@assay/chassis/storage/object-storage';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import type { TestPlatform } from '@assay/test-kit/test-platform';
import { configFrom } from '../src/config.ts';
import type { Config } from '../src/config.ts';
import { declareResources } from '../src/resources.ts';
import { startService } from '../src/service.ts';
import { createUploader } from './uploader.ts';

/** Starts other services of the platform and answers where they are, as variables. */
type StartOthers = (platform: TestPlatform) => Promise<Readonly<Record<string, string>>>;

/** A running projects-files with its clients, and the servers behind it. */
export async function start(
  overrides: Readonly<Record<string, string>> = {},
  startOthers: StartOthers = () => Promise.resolve({}),
) {
  const clock = createMovingClock();
  const platform = createTestPlatform(clock);
  const datasetsKey = newDatasetsKey();
  const environment = {
    ...withKey(platform.environment('projects-files'), datasetsKey),
    ...storageEnvironment(platform.database),
    ...(await startOthers(platform)),
    ...overrides,
  };
  const config = configFrom(environment);
  const commands: CommandStartedEvent[] = [];
  await makeForeignStreams(config);
  await prepareService(declareResources(config), config);
  const service = await startService(config, { clock, onCommand: (command) => void commands.push(command) });
  const channel = platform.connect(service.grpcAddress);
  const datasetsChannel = createChannel({
    address: service.grpcAddress ?? '',
    tokens: principalTokens(createTokenSigner(datasetsKey, clock), clock),
  });
  const crowdChannel = platform.connect(service.grpcAddress, 'crowd-webhooks');
  const mongo = await connectMongo({ uri: config.mongodbUri, database: platform.database, appName: 'test' });
  const gateway = configFrom({ ...environment, ...platform.environment('gateway') });
  const signer = createTokenSigner(gateway.internalTokenKey, clock);
  return {
    clock,
    signer,
    platform,
    environment,
    config,
    service,
    commands,
    db: mongo.db,
    storage: openStorage(config),
    projects: channel.client(ProjectsServiceService),
    files: channel.client(FilesServiceService),
    datasetFiles: datasetsChannel.client(DatasetFilesServiceService),
    ...openCrowdClients(crowdChannel),
    uploads: channel.client(UploadsServiceService),
    folders: channel.client(FoldersServiceService),
    pipelineRuns: channel.client(PipelineRunsServiceService),
    comments: channel.client(CommentsServiceService),
    inputData: channel.client(InputDataSetsServiceService),
    workflows: channel.client(WorkflowsServiceService),
    uploader: createUploader(service.uploadAddress ?? '', signer),
    async stop() {
      channel.close();
      datasetsChannel.close();
      crowdChannel.close();
      await service.stop();
      await mongo.close();
      await rm(config.enrichmentTempDir, { recursive: true, force: true });
    },
  };
}

function openStorage({ s3Endpoint: endpoint, s3Region: region, s3Bucket: bucket, ...config }: Config) {
  const keys = { accessKeyId: config.s3AccessKeyId, secretAccessKey: config.s3SecretAccessKey };
  return createObjectStorage({ endpoint, region, bucket, ...keys });
}

/** Opens the clients with which crowd-webhooks calls. */
function openCrowdClients(crowdChannel: Channel) {
  return {
    crowdChannel,
    workFiles: crowdChannel.client(WorkFilesServiceService),
    crowdInputData: crowdChannel.client(InputDataSetsServiceService),
  };
}

function newDatasetsKey() {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { ...key, kid: 'datasets.2', alg: 'EdDSA' };
}

/** Adds a key of the service `datasets` to the accepted ones. */
function withKey(
  environment: Readonly<Record<string, string>>,
  key: ReturnType<typeof newDatasetsKey>,
): Readonly<Record<string, string>> {
  const { keys } = JSON.parse(environment['INTERNAL_TOKEN_JWKS'] ?? '{}') as { readonly keys: unknown[] };
  const jwks = { keys: [...keys, { ...key, d: undefined }] };
  return { ...environment, INTERNAL_TOKEN_JWKS: JSON.stringify(jwks) };
}

/** The streams of other services that this one follows, as their owner declares them. */
async function makeForeignStreams({ natsUrl: url, natsNamespace: namespace }: Config): Promise<void> {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const events = await connectNats({ url, namespace, name: 'test', logger });
  const messages = [RunStarted, RunBegan, RunCompleted, RunFailed];
  const kept = { retention: 'limits', maxAgeMs: 3_600_000 } as const;
  await ensureStream(events, { name: 'RUNS', messages, ...kept });
  await ensureStream(events, { name: 'DATASETS', messages: [DatasetDeleted], ...kept });
  await events.close();
}

export type Started = Awaited<ReturnType<typeof start>>;

function storageEnvironment(name: string): Readonly<Record<string, string>> {
  const { s3 } = inject('servers');
  return {
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: name,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    ENRICHMENT_TEMP_DIR: join(tmpdir(), `assay-enrichment-${name}`),
  };
}
