import type { Sample } from '../sample.ts';
import { billingSamples } from './billing.ts';
import { contextSamples } from './contexts.ts';
import { crowdJobSamples } from './crowd-jobs.ts';
import { crowdWorkSamples } from './crowd-work.ts';
import { dataPlatformSamples } from './data-platform.ts';
import { datasetSamples } from './datasets.ts';
import { evidenceBundleSamples } from './evidence-bundles.ts';
import { folderSamples } from './folders.ts';
import { inputDataSamples } from './input-data.ts';
import { mediaSamples } from './media.ts';
import { organizationSamples } from './organizations.ts';
import { peopleSamples } from './people.ts';
import { runSamples } from './runs.ts';
import { surveySamples } from './surveys.ts';
import { webhookSamples } from './webhooks.ts';
import { workerSamples } from './workers.ts';
import { workflowSamples } from './workflows.ts';

/** The samples of all messages. The OpenAPI document, the explorer and the fake services in tests use them. */
export const samples: readonly Sample[] = [
  ...peopleSamples,
  ...organizationSamples,
  ...mediaSamples,
  ...folderSamples,
  ...workflowSamples,
  ...inputDataSamples,
  ...contextSamples,
  ...runSamples,
  ...evidenceBundleSamples,
  ...datasetSamples,
  ...dataPlatformSamples,
  ...webhookSamples,
  ...surveySamples,
  ...crowdJobSamples,
  ...crowdWorkSamples,
  ...workerSamples,
  ...billingSamples,
];
