import { createHash } from 'node:crypto';
import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { unauthenticated } from '@assay/chassis/internal-token';
import type { RequestOf, ResponseOf } from '@assay/chassis/grpc/serve';
import type { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import type { FilesServiceService } from '@assay/proto/files/v1/files_service';
import type { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { Principal } from '@assay/proto/identity/v1/principal';
import type { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { cannedFile, cannedPipeline, cannedProject, cannedRun } from './canned-messages.ts';

/** One function per rpc a back end answers; a test replaces those it is about. */
type Answers<S> = {
  -readonly [K in keyof S]: (call: CallContext, request: RequestOf<S[K]>) => Promise<ResponseOf<S[K]>>;
};

export interface CannedRpcs {
  authentication: Answers<AuthenticationServiceService>;
  projects: Answers<ProjectsServiceService>;
  files: Answers<FilesServiceService>;
  catalog: Answers<CatalogServiceService>;
  runs: Answers<RunsServiceService>;
  billing: Pick<Answers<BillingServiceService>, 'getBalance'>;
}

export const apiKey = 'assay_canned';
export const keySha256 = createHash('sha256').update(apiKey).digest('hex');

export const principal: Principal = Principal.fromPartial({
  userId: 'user',
  organizationId: 'organization',
  role: 'ROLE_USER',
  modules: ['content_verification'],
  credentialId: 'credential',
});

export function cannedRpcs(): CannedRpcs {
  const missing = () => Promise.reject(notFound('file'));
  return {
    authentication: {
      authenticateApiKey: (_call, request) =>
        request.keySha256 === keySha256 ? Promise.resolve({ principal }) : Promise.reject(unauthenticated()),
    },
    projects: {
      createProject: (_call, { name, description, type }) =>
        Promise.resolve({ project: { ...cannedProject, name, description, type } }),
      getProject: () => Promise.resolve({ project: cannedProject, fileCount: 3 }),
      listProjects: () => Promise.resolve({ projects: [cannedProject], total: 1 }),
    },
    files: {
      getFile: (_call, { fileId }) =>
        fileId === cannedFile.id ? Promise.resolve({ file: cannedFile }) : missing(),
      batchGetFiles: missing,
      listFiles: () => Promise.resolve({ files: [cannedFile], total: 1 }),
      createDownloadLink: () =>
        Promise.resolve({ url: 'http://127.0.0.1/object', expiresAt: new Date('2026-11-21T10:00:00Z') }),
    },
    catalog: {
      listPipelines: () => Promise.resolve({ pipelines: [cannedPipeline] }),
      getPipeline: () => Promise.resolve({ pipeline: cannedPipeline }),
    },
    runs: {
      startRun: () => Promise.resolve({ run: cannedRun }),
      getRun: () => Promise.resolve({ run: cannedRun }),
      listRuns: () => Promise.resolve({ runs: [{ ...cannedRun, stages: [] }], total: 1 }),
      countRuns: () => Promise.resolve({ runCount: 2 }),
      listArtifacts: () => Promise.resolve({ artifacts: [] }),
      getReport: (_call, { format }) =>
        Promise.resolve({ content: Buffer.from(format), contentType: 'text/html; charset=utf-8' }),
    },
    billing: {
      getBalance: () => {
        const account = {
          organizationId: '',
          availableCents: 70,
          heldCents: 30,
          spentCents: 0,
          fundedCents: 100,
        };
        return Promise.resolve({ account });
      },
    },
  };
}
