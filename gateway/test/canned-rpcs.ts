import { createHash } from 'node:crypto';
import { notFound } from '@assay/chassis/errors';
import { unauthenticated } from '@assay/chassis/internal-token';
import type { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import type { FilesServiceService } from '@assay/proto/files/v1/files_service';
import type { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { Principal } from '@assay/proto/identity/v1/principal';
import type { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import type { Answers } from './answers.ts';
import { cannedAccountRpcs } from './canned-account-rpcs.ts';
import type { CannedAccountRpcs } from './canned-account-rpcs.ts';
import { cannedFile, cannedPipeline, cannedProject, cannedRun } from './canned-messages.ts';

export interface CannedRpcs extends CannedAccountRpcs {
  authentication: Answers<AuthenticationServiceService>;
  projects: Answers<ProjectsServiceService>;
  files: Answers<FilesServiceService>;
  catalog: Answers<CatalogServiceService>;
  runs: Answers<RunsServiceService>;
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
  const refused = () => Promise.reject(unauthenticated());
  return {
    ...cannedAccountRpcs(),
    authentication: {
      authenticateApiKey: (_call, request) =>
        request.keySha256 === keySha256 ? Promise.resolve({ principal }) : refused(),
      authenticateBearerToken: refused,
      authenticateSession: refused,
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
  };
}
