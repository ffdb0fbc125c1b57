import { appealRows } from './crowd/appeal-rows.ts';
import { billingRows } from './billing-rows.ts';
import { contextRows } from './context-rows.ts';
import { crowdWorkerRows } from './crowd/crowd-worker-rows.ts';
import { dataPlatformRows } from './data-platform-rows.ts';
import { datasetRows } from './dataset-rows.ts';
import { folderRows } from './folder-rows.ts';
import { inputDataRows } from './input-data-rows.ts';
import { jobWebhookRows } from './crowd/job-webhook-rows.ts';
import { peopleRows } from './people-rows.ts';
import { platformRows } from './platform-rows.ts';
import { projectRows } from './project-rows.ts';
import { crowdRows, workRows } from './crowd/crowd-rows.ts';
import { surveyRows } from './crowd/survey-rows.ts';
import { webhookRows } from './webhook-rows.ts';
import { workerRows } from './crowd/worker-rows.ts';
import { workflowRows } from './workflow-rows.ts';
import type { Table } from './row.ts';
import { uploadRows } from './upload-rows.ts';

/** Every operation of the contract. */
export const table: Table = {
  ...projectRows,
  ...folderRows,
  ...workflowRows,
  ...uploadRows,
  ...inputDataRows,
  ...contextRows,
  ...datasetRows,
  ...webhookRows,
  ...surveyRows,
  ...crowdRows,
  ...appealRows,
  ...crowdWorkerRows,
  ...jobWebhookRows,
  ...workRows,
  ...workerRows,
  ...dataPlatformRows,
  ...peopleRows,
  ...billingRows,
  ...platformRows,
};
