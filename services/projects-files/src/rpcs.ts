import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { CommentsServiceService } from '@assay/proto/comments/v1/comments_service';
import { DatasetFilesServiceService } from '@assay/proto/files/v1/dataset_files_service';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { UploadsServiceService } from '@assay/proto/files/v1/uploads_service';
import { FoldersServiceService } from '@assay/proto/folders/v1/folders_service';
import { PipelineRunsServiceService } from '@assay/proto/files/v1/pipeline_runs_service';
import { InputDataSetsServiceService } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { WorkFilesServiceService } from '@assay/proto/files/v1/work_files_service';
import { WorkflowsServiceService } from '@assay/proto/workflows/v1/workflows_service';
import type { Deps } from './deps.ts';
import { commentsRpcs } from './rpc/comments.ts';
import { datasetFilesRpcs } from './rpc/dataset-files.ts';
import { filesRpcs } from './rpc/files.ts';
import { foldersRpcs } from './rpc/folders.ts';
import { pipelineRunsRpcs } from './rpc/pipeline-runs.ts';
import { inputDataSetsRpcs } from './rpc/input-data-sets.ts';
import { projectsRpcs } from './rpc/projects.ts';
import { workFilesRpcs } from './rpc/work-files.ts';
import { workflowsRpcs } from './rpc/workflows.ts';
import { uploadsRpcs } from './rpc/uploads.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(ProjectsServiceService, deps, projectsRpcs),
    serve(FilesServiceService, deps, filesRpcs),
    serve(DatasetFilesServiceService, deps, datasetFilesRpcs),
    serve(WorkFilesServiceService, deps, workFilesRpcs),
    serve(PipelineRunsServiceService, deps, pipelineRunsRpcs),
    serve(UploadsServiceService, deps, uploadsRpcs),
    serve(FoldersServiceService, deps, foldersRpcs),
    serve(CommentsServiceService, deps, commentsRpcs),
    serve(WorkflowsServiceService, deps, workflowsRpcs),
    serve(InputDataSetsServiceService, deps, inputDataSetsRpcs),
  ];
}
