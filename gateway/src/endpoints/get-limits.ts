import { rulesOf } from '@assay/operations/derive/message';
import { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import type { Endpoint } from '../rest-app.ts';
import { routeOf } from '../route-of.ts';

export const getLimits: Endpoint = (app, operation, { config }) => {
  const limits = {
    maxUploadBytes: {
      image: config.uploadMaxImageBytes,
      audio: config.uploadMaxAudioBytes,
      video: config.uploadMaxVideoBytes,
      document: config.uploadMaxDocumentBytes,
    },
    maxFilesPerUpload: 1,
    maxFileIdsPerRun: rulesOf(StartRunRequest, 'fileIds').maxItems,
    keys: { perKey: config.apiKeysPerKey, perUser: config.apiKeysPerUser },
    rateLimits: {
      windowSeconds: config.rateLimitWindowMs / 1000,
      authenticated: config.rateLimitAuthenticated,
      organization: config.rateLimitOrganization,
      anonymous: config.rateLimitAnonymous,
    },
  };
  app.route({ ...routeOf(operation), handler: () => Promise.resolve(limits) });
};
