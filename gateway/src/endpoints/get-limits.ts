import type { OutgoingCall } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { usualBodyBytes } from '@assay/operations/derive/body-size';
import { readFieldRules } from '@assay/operations/derive/message';
import type { Callers } from '@assay/operations/operation';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import type { StorageUse } from '@assay/proto/files/v1/storage_use';
import { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import { deliveryLimits } from '@assay/proto/delivery-limits';
import { jobLimits } from '@assay/proto/crowd-limits';
import { cleaningLimits, datasetLimits } from '@assay/proto/upload-limits';
import { webhooksPerOwner } from '@assay/proto/webhook-events';
import type { Config } from '../config.ts';
import type { Endpoint } from '../rest-app.ts';
import { buildRoute } from '../routes/build-route.ts';

export const getLimits: Endpoint = (app, operation, { config, callers }) => {
  const limits = listLimits(config);
  app.route({
    ...buildRoute(operation),
    handler: async ({ call }) => ({ ...limits, storage: await readStorage(callers, call) }),
  });
};

function listLimits(config: Config) {
  return {
    maxUploadBytes: {
      image: config.uploadMaxImageBytes,
      audio: config.uploadMaxAudioBytes,
      video: config.uploadMaxVideoBytes,
      document: config.uploadMaxDocumentBytes,
      csv: config.uploadMaxCsvBytes,
    },
    maxFilesPerUpload: 1,
    maxFilesPerDatasetUpload: datasetLimits.filesPerUpload,
    maxFilesPerVersion: datasetLimits.filesPerVersion,
    cleaning: cleaningLimits,
    maxFileIdsPerRun: readFieldRules(StartRunRequest, 'fileIds').maxItems,
    maxSlotsPerJob: jobLimits.slotsPerJob,
    inputDataBytesPerJob: jobLimits.inputDataBytesPerJob,
    webhooksPerJob: webhooksPerOwner,
    deliveries: deliveryLimits,
    guestsPerAddress: config.guestsPerAddress,
    requestBodies: {
      maxBytes: usualBodyBytes,
      bytesPerCredential: config.bodyBytesPerClient,
      bytesPerOrganization: config.bodyBytesPerOrganization,
    },
    keys: { perKey: config.apiKeysPerKey, perUser: config.apiKeysPerUser },
    rateLimits: {
      windowSeconds: config.rateLimitWindowMs / 1000,
      authenticated: config.rateLimitAuthenticated,
      organization: config.rateLimitOrganization,
      anonymous: config.rateLimitAnonymous,
    },
  };
}

/** The storage quota is optional: without a timely response of projects-files, the other limits are sent without it. */
const storageTimeoutMs = 2_000;
const unavailableStatuses = new Set<DomainError['status']>([
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'UNIMPLEMENTED',
]);

async function readStorage({ callRpc }: Callers, call: OutgoingCall): Promise<StorageUse | null> {
  const deadline = new Date(Date.now() + storageTimeoutMs);
  try {
    const { storageUse } = await callRpc(FilesServiceService.getStorageUse, { ...call, deadline }, {});
    return storageUse ?? null;
  } catch (error) {
    if (error instanceof DomainError && unavailableStatuses.has(error.status)) return null;
    throw error;
  }
}
