import type { Rpcs } from '@assay/chassis/grpc/serve';
import { readPage } from '@assay/chassis/grpc/paging-message';
import type { VersionsServiceService } from '@assay/proto/datasets/v1/versions_service';
import type { Deps } from '../deps.ts';
import { readExport } from '../domain/content/read-export.ts';
import { buildManifestLine } from '../domain/content/manifest.ts';
import { readPart } from '../domain/content/read-part.ts';
import { listIssues } from '../domain/issue/list-issues.ts';
import { cleanVersion, enrichVersion } from '../domain/job/start-job.ts';
import { deleteVersion } from '../domain/version/delete-version.ts';
import { diffVersions } from '../domain/version/diff-versions.ts';
import { findFinishedVersion } from '../domain/version/find-version.ts';
import { getVersionPage, listVersions } from '../domain/version/read-version.ts';
import { issueTypes, toIssuePage } from './issue-message.ts';
import { toDiffMessage, toExportedFile, toVersionMessage, toVersionPageMessage } from './version-message.ts';

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
  readManifest: async (deps, call, { part, ...name }) => {
    const { version } = await findFinishedVersion(deps, call, name);
    const { entries, ...rest } = await readPart(deps, version, part);
    return { lines: Buffer.from(entries.map(buildManifestLine).join('')), ...rest };
  },
  readExport: async (deps, call, request) => {
    const { links, ...rest } = await readExport(deps, call, request);
    return { files: links.map(({ entry, url }) => toExportedFile(entry, url)), ...rest };
  },
  diffVersions: async (deps, call, request) => ({
    diff: toDiffMessage(await diffVersions(deps, call, request)),
  }),
  listIssues: async (deps, call, { type, page: requested, ...request }) => {
    const page = readPage(requested);
    const input = { ...request, page, type: issueTypes.read('type', type) };
    return { issues: toIssuePage(await listIssues(deps, call, input), page) };
  },
};
