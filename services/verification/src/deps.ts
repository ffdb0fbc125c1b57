import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@assay/chassis/clock';
import { createOperatorFetch } from '@assay/chassis/egress/operator-fetch';
import { openChannel } from '@assay/chassis/grpc/client';
import type { Channel } from '@assay/chassis/grpc/client';
import type { Logger } from '@assay/chassis/logger';
import type { ServiceBase } from '@assay/chassis/process/boot/service-base';
import { createObjectDeletions } from '@assay/chassis/storage/object-deletions';
import type { ObjectDeletions } from '@assay/chassis/storage/object-deletions';
import type { ObjectStorage } from '@assay/chassis/storage/object-storage';
import { openStorage } from '@assay/chassis/storage/open-storage';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import type { TemporaryFolders } from '@assay/chassis/temporary-folder';
import { loadTrustList } from '@assay/media/c2pa/load-trust-list';
import type { MediaExtractor } from '@assay/media/decoder/media-extractor';
import { announceConfinement } from '@assay/media/isolate/confinement';
import type { ServiceName } from '@assay/proto/processes';
import { loadDetectorCalibration } from '@assay/checks/external/external-detector/detector-calibration';
import { createBilling } from './clients/billing.ts';
import type { Billing } from './clients/billing.ts';
import { createExternalDetector } from './clients/external-detector.ts';
import type { ExternalDetector } from './clients/external-detector.ts';
import { createProjectFiles } from './clients/project-files.ts';
import type { ProjectFiles } from './clients/project-files.ts';
import { regionDrawings } from './report/people/region-drawings.ts';
import type { Config } from './config.ts';
import type { RegionDrawings } from './domain/crowd/areas/region-drawings.ts';
import type { WriteStoredReport } from './domain/run/stored-report.ts';
import { createReplaySlots } from './domain/replay/replay-slots.ts';
import type { ReplaySlots } from './domain/replay/replay-slots.ts';
import { createEvidenceKeys } from './evidence/signing-keys.ts';
import type { EvidenceKeys } from './evidence/signing-keys.ts';
import { createPdfWriter } from './report/pdf/pdf-writer.ts';
import type { PdfWriter } from './report/pdf/pdf-writer.ts';
import { writeStoredReport } from './report/stored/write-stored-report.ts';
import { findStageExtractor } from './stages/find-stage-extractor.ts';
import { createStageExecutor } from './stages/stage-executor.ts';
import type { StageExecutor } from './stages/stage-executor.ts';
import { longestStageMs } from './stages/stage-time-limit.ts';
import { createContextStore } from './store/context-store.ts';
import type { ContextStore } from './store/context-store.ts';
import { createRunStore } from './store/runs/run-store.ts';
import type { RunStore } from './store/runs/run-store.ts';

/** What lives as long as the process. */
export interface Deps extends RunStore {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly contexts: ContextStore;
  readonly storage: ObjectStorage;
  readonly objectDeletions: ObjectDeletions;
  readonly projectFiles: ProjectFiles;
  readonly billing: Billing;
  /** Runs checks in child processes. */
  readonly executor: StageExecutor;
  readonly pdfWriter: PdfWriter;
  readonly writeStoredReport: WriteStoredReport;
  readonly regionDrawings: RegionDrawings;
  /** A detector outside of the platform; undefined: none. */
  readonly externalDetector: ExternalDetector | undefined;
  /** What evidence bundles are signed with, and what recognizes them. */
  readonly evidenceKeys: EvidenceKeys;
  /** How many replays may be under way. */
  readonly replaySlots: ReplaySlots;
  /** Where files lie while they are examined. */
  readonly temporaryFolders: TemporaryFolders;
}

export async function createDeps(base: ServiceBase, config: Config): Promise<Deps> {
  const { clock, db, relay, runtime, tokens } = base;
  const { stageConcurrency: slots, stagesPerOrganization: perOrganization } = config;
  const openTo = (name: ServiceName, address: string): Channel =>
    openChannel(runtime, name, { address, tokens });
  const storage = openStorage(base, config);
  const delayMs = config.objectDeletionDelayMs;
  return {
    clock,
    logger: runtime.logger,
    ...createRunStore(db, relay, { slots, perOrganization }),
    storage,
    objectDeletions: createObjectDeletions({ db, clock, storage }, { delayMs }),
    executor: await openExecutor(base, config),
    pdfWriter: openPdfWriter(base),
    writeStoredReport,
    regionDrawings,
    externalDetector: await openDetector(base, config),
    evidenceKeys: createEvidenceKeys(config.evidenceSigningKey, config.evidenceRetiredKeys),
    replaySlots: createReplaySlots(config.replayConcurrency),
    temporaryFolders: createTemporaryFolders(join(tmpdir(), 'assay-verification'), {
      clock,
      abandonedAfterMs: 600_000 + longestStageMs(config.stageTimeoutMs),
    }),
    contexts: createContextStore(db),
    projectFiles: createProjectFiles(openTo('projects-files', config.projectsFilesAddress)),
    billing: createBilling(openTo('billing', config.billingAddress)),
  };
}

async function openExecutor(base: ServiceBase, config: Config): Promise<StageExecutor> {
  const { runtime } = base;
  await announceConfinement(runtime.logger);
  const executor = createStageExecutor({
    size: config.stageConcurrency,
    processorMs: config.stageTimeoutMs,
    maxRssBytes: config.stageMaxRssBytes,
    trustList: await loadTrustList(config.c2paTrustListFile),
    extractor: await openExtractor(base, config),
    logger: runtime.logger,
  });
  runtime.lifecycle.onStop('stage executor', () => executor.close());
  return executor;
}

function openPdfWriter({ runtime }: ServiceBase): PdfWriter {
  const writer = createPdfWriter(runtime.logger);
  runtime.lifecycle.onStop('writer of PDF', () => writer.close());
  return writer;
}

async function openExtractor({ runtime }: ServiceBase, config: Config): Promise<MediaExtractor | undefined> {
  const extractor = await findStageExtractor(config);
  if (extractor === undefined)
    runtime.logger.warn('without a confined FFmpeg, only the containers of videos and AAC are analysed');
  return extractor;
}

async function openDetector({ runtime }: ServiceBase, config: Config): Promise<ExternalDetector | undefined> {
  const { externalDetectorUrl: url, externalDetectorCalibrationFile: file } = config;
  if (url === undefined || file === undefined) return undefined;
  const askMs = 5_000;
  const send = createOperatorFetch([url]);
  // Whatever it answers to a request without a file, it is there.
  const onAnswer = runtime.dependencies.addRemote('detector', () =>
    send(url, { method: 'HEAD', signal: AbortSignal.timeout(askMs) }),
  );
  return createExternalDetector({
    url,
    send,
    onAnswer,
    secret: config.externalDetectorSecret,
    calibration: await loadDetectorCalibration(file),
    timeoutMs: config.externalDetectorTimeoutMs,
    logger: runtime.logger,
  });
}
