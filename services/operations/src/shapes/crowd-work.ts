import { GetWorkerBalanceResponse, GetWorkerJobResponse } from '@assay/proto/crowd/v1/work_service';
import { defineShape } from '../shape.ts';

export const workerJob = defineShape(GetWorkerJobResponse, {
  name: 'WorkerJobDetails',
  description: 'A job as workers see it, with the introduction of its survey.',
});

export const workerBalance = defineShape(GetWorkerBalanceResponse, {
  name: 'WorkerBalance',
  description: 'The rewards of a worker, without fees.',
});
