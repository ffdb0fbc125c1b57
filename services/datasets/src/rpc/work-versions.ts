import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { WorkVersionsServiceService } from '@assay/proto/datasets/v1/work_versions_service';
import type { Deps } from '../deps.ts';
import { listVersionFiles } from '../domain/version/list-version-files.ts';
import { toFileMessage } from './version-message.ts';

export const workVersionsRpcs: Rpcs<Deps, typeof WorkVersionsServiceService> = {
  async listVersionFiles(deps, call, request) {
    const { files, ...page } = await listVersionFiles(deps, call, request);
    return { ...page, files: files.map(toFileMessage) };
  },
};
