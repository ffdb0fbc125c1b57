import { errorSchema } from '../rest/error-body.ts';
import type { NamedSchema } from '../rest/schema.ts';
import type { RegisterRoute } from '../rest-app.ts';
import { balanceSchema, getBalance } from './billing/get-balance.ts';
import { getPipeline } from './catalog/get-pipeline.ts';
import { listPipelines } from './catalog/list-pipelines.ts';
import { pipelineSchema } from './catalog/pipeline-rest.ts';
import { downloadFile } from './files/download-file.ts';
import { enrichmentSchema } from './files/enrichment-rest.ts';
import { fileSchema } from './files/file-rest.ts';
import { getFile } from './files/get-file.ts';
import { getPresignedUrl, presignedUrlSchema } from './files/get-presigned-url.ts';
import { getProjectFile } from './files/get-project-file.ts';
import { listFiles } from './files/list-files.ts';
import { uploadFile } from './files/upload-file.ts';
import { getLimits, limitsSchema } from './platform/get-limits.ts';
import { createProject } from './projects/create-project.ts';
import { getProject } from './projects/get-project.ts';
import { listProjects } from './projects/list-projects.ts';
import { projectSchema, projectWithCountsSchema } from './projects/project-rest.ts';
import { getProjectRun } from './runs/get-project-run.ts';
import { getRunReport } from './runs/get-run-report.ts';
import { getRun } from './runs/get-run.ts';
import { artifactSchema, listRunArtifacts } from './runs/list-run-artifacts.ts';
import { listRuns } from './runs/list-runs.ts';
import { runSchema, runWithStagesSchema } from './runs/run-rest.ts';
import { stageSchema } from './runs/stage-rest.ts';
import { startRun } from './runs/start-run.ts';

/** Every schema the OpenAPI document names. */
export const namedSchemas: readonly NamedSchema[] = [
  artifactSchema,
  balanceSchema,
  enrichmentSchema,
  errorSchema,
  fileSchema,
  limitsSchema,
  pipelineSchema,
  presignedUrlSchema,
  projectSchema,
  projectWithCountsSchema,
  runSchema,
  runWithStagesSchema,
  stageSchema,
];

/** Every route of the contract; each operationId is the name of its file in camelCase. */
export const routes: readonly RegisterRoute[] = [
  createProject,
  listProjects,
  getProject,
  uploadFile,
  listFiles,
  getProjectFile,
  getFile,
  downloadFile,
  getPresignedUrl,
  listPipelines,
  getPipeline,
  startRun,
  listRuns,
  getProjectRun,
  getRunReport,
  listRunArtifacts,
  getRun,
  getBalance,
  getLimits,
];
