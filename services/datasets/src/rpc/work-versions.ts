import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { WorkVersionsServiceService } from '@assay/proto/datasets/v1/work_versions_service';
import type { Deps } from '../deps.ts';
import { listVersionFiles } from '../domain/version/list-version-files.ts';
import { toVersionFilesResponse } from './version-message.ts';

export const workVersionsRpcs: Rpcs<Deps, typeof WorkVersionsServiceService> = {
  listVersionFiles: async (deps, call, request) =>
    toVersionFilesResponse(await listVersionFiles(deps, call, request)),
};
