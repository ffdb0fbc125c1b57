import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { Deps } from './deps.ts';
import { batchGetFiles } from './rpc/batch-get-files.ts';
import { createDownloadLink } from './rpc/create-download-link.ts';
import { createProject } from './rpc/create-project.ts';
import { getFile } from './rpc/get-file.ts';
import { getProject } from './rpc/get-project.ts';
import { listFiles } from './rpc/list-files.ts';
import { listProjects } from './rpc/list-projects.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(ProjectsServiceService, deps, { createProject, getProject, listProjects }),
    serve(FilesServiceService, deps, { getFile, batchGetFiles, listFiles, createDownloadLink }),
  ];
}
