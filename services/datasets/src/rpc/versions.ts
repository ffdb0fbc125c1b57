import type { Rpcs } from '@assay/chassis/grpc/serve';
import { readPage } from '@assay/chassis/grpc/paging-message';
import type { VersionsServiceService } from '@assay/proto/datasets/v1/versions_service';
import type { Deps } from '../deps.ts';
import { readExport } from '../domain/version/read-export.ts';
import { readManifest } from '../domain/version/read-part.ts';
import { listIssues } from '../domain/issue/list-issues.ts';
import { cleanVersion, enrichVersion } from '../domain/job/start-job.ts';
import { deleteVersion } from '../domain/job/delete-version.ts';
import { diffVersions } from '../domain/version/diff-versions.ts';
import { getVersionPage, listVersions } from '../domain/version/read-version.ts';
import { issueTypes, toIssuePage } from './issue-message.ts';
import {
  toDiffMessage,
  toExportResponse,
  toManifestResponse,
  toVersionMessage,
  toVersionPageMessage,
} from './version-message.ts';

export const versionsRpcs: Rpcs<Deps, typeof VersionsServiceService> = {
  listVersions: async (deps, call, { datasetId }) => ({
    versions: (await listVersions(deps, call, datasetId)).map(toVersionMessage),
  }),
  getVersion: async (deps, call, request) => ({
    version: toVersionPageMessage(await getVersionPage(deps, call, request)),
  }),
  deleteVersion: (deps, call, request) => deleteVersion(deps, call, request).then(() => ({})),
  cleanVersion: async (deps, call, request) => ({
    version: toVersionMessage(await cleanVersion(deps, call, request)),
  }),
  enrichVersion: async (deps, call, request) => ({
    version: toVersionMessage(await enrichVersion(deps, call, request)),
  }),
  readManifest: async (deps, call, request) => toManifestResponse(await readManifest(deps, call, request)),
  readExport: async (deps, call, request) => toExportResponse(await readExport(deps, call, request)),
  diffVersions: async (deps, call, request) => ({
    diff: toDiffMessage(await diffVersions(deps, call, request)),
  }),
  listIssues: async (deps, call, { type, page, ...request }) => ({
    issues: toIssuePage(
      await listIssues(deps, call, { ...request, page: readPage(page), type: issueTypes.read('type', type) }),
      readPage(page),
    ),
  }),
};
