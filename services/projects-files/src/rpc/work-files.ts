import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { WorkFilesServiceService } from '@assay/proto/files/v1/work_files_service';
import type { Deps } from '../deps.ts';
import { createWorkLinks } from '../domain/work-file/create-work-links.ts';
import { prepareRenditions } from '../domain/work-file/request-renditions.ts';
import { listWorkFiles } from '../domain/work-file/work-file.ts';
import { audiences, toListWorkFilesResponse, toWorkLinksResponse } from './work-file-message.ts';

export const workFilesRpcs: Rpcs<Deps, typeof WorkFilesServiceService> = {
  listWorkFiles: async (deps, call, request) =>
    toListWorkFilesResponse(await listWorkFiles(deps, call, request)),
  prepareRenditions: (deps, call, { fileIds, audience }) =>
    prepareRenditions(deps, call, {
      fileIds,
      audience: audiences.readRequired('audience', audience),
    }).then(() => ({})),
  createWorkLinks: async (deps, call, { audience, ...request }) =>
    toWorkLinksResponse(
      await createWorkLinks(deps, call, {
        ...request,
        audience: audiences.readRequired('audience', audience),
      }),
    ),
};
