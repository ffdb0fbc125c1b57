import { createHash } from 'node:crypto';
import { notFound } from '@assay/chassis/errors';
import { unauthenticated } from '@assay/chassis/internal-token';
import type { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import type { FilesServiceService } from '@assay/proto/files/v1/files_service';
import type { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import type { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import type { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { Principal } from '@assay/proto/identity/v1/principal';
import type { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import type { Answers } from './answers.ts';
import { cannedAccountRpcs } from './canned-account-rpcs.ts';
import type { CannedAccountRpcs } from './canned-account-rpcs.ts';
import { cannedFile, cannedPipeline, cannedProject, cannedRun } from './canned-messages.ts';

export interface CannedRpcs extends CannedAccountRpcs {
  authentication: Answers<AuthenticationServiceService>;
  sessions: Answers<SessionsServiceService>;
  tokens: Answers<TokensServiceService>;
  projects: Answers<ProjectsServiceService>;
  files: Answers<FilesServiceService>;
  catalog: Answers<CatalogServiceService>;
  runs: Answers<RunsServiceService>;
}

export const apiKey = 'assay_canned';
export const keySha256 = hash(apiKey);
export const bearerToken = 'canned.bearer.token';
export const sessionSecret = 'canned-session';

export const principal: Principal = Principal.fromPartial({
  userId: 'user',
  organizationId: 'organization',
  role: 'ROLE_USER',
  modules: ['content_verification'],
  credentialId: 'credential',
});

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function cannedRpcs(): CannedRpcs {
  const missing = () => Promise.reject(notFound('file'));
  return {
    ...cannedAccountRpcs(),
    ...credentialRpcs(),
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
        Promise.resolve({
          presignedUrl: { url: 'http://127.0.0.1/object', expiresAt: new Date('2026-11-21T10:00:00Z') },
        }),
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

function credentialRpcs(): Pick<CannedRpcs, 'authentication' | 'sessions' | 'tokens'> {
  const answer = (holds: boolean) =>
    holds ? Promise.resolve({ principal }) : Promise.reject(unauthenticated());
  const expiresAt = new Date(Date.now() + 900_000);
  const token = () => Promise.resolve({ accessToken: 'issued.access.token', expiresAt });
  return {
    authentication: {
      authenticateApiKey: (_call, { keySha256: given }) => answer(given === keySha256),
      authenticateBearerToken: (_call, { token: given }) => answer(given === bearerToken),
      authenticateSession: (_call, { sessionSha256 }) => answer(sessionSha256 === hash(sessionSecret)),
    },
    sessions: {
      beginLogin: () =>
        Promise.resolve({
          authorizationUrl: 'https://issuer.example.org/authorize?state=s',
          loginSecret: 'canned-login',
          expiresAt,
        }),
      completeLogin: () => Promise.resolve({ sessionSecret, expiresAt, returnTo: '/v2/users/me' }),
      endSession: () => Promise.resolve({}),
    },
    tokens: { exchangeApiKey: token, issueAccessToken: token },
  };
}
