import { WorkersServiceService } from '@assay/proto/crowd/v1/workers_service';
import { noContent, one } from '../../answer.ts';
import { operation } from '../../operation.ts';
import type { Operation } from '../../operation.ts';

const rpcs = WorkersServiceService;
const path = '/v2/workers/:workerId' as const;
const qualificationPath = `${path}/qualifications/:key` as const;

/** The operations of requesters about workers. */
export const crowdWorkers: Readonly<Record<string, Operation>> = {
  getWorker: operation(`GET ${path}`, rpcs.getWorker, {
    summary: 'Read a worker',
    description:
      'Returns the worker by the pseudonym that answers show, with the numbers of its answers to all jobs of the organization.',
    answer: one('worker', 'The worker.'),
  }),
  setWorkerQualification: operation(`PUT ${qualificationPath}`, rpcs.setQualification, {
    summary: 'Set a qualification of a worker',
    description:
      'Sets a qualification that jobs can require. Its key has 1 to 64 lowercase letters, digits and underscores. The platform measures ' +
      '`language`, `country`, `quality`, `completedTasks` and `deviceType`, which cannot be set. A worker has at most 100 qualifications ' +
      '({QUALIFICATION_LIMIT}). The change is audited.',
    errors: ['QUALIFICATION_LIMIT'],
    answer: one('qualification', 'The qualification.'),
  }),
  deleteWorkerQualification: operation(`DELETE ${qualificationPath}`, rpcs.removeQualification, {
    summary: 'Remove a qualification of a worker',
    description: 'Removes the qualification. A repeated call changes nothing. The change is audited.',
    answer: noContent('The worker does not have the qualification.'),
  }),
  blockWorker: operation(`PUT ${path}/block`, rpcs.blockWorker, {
    summary: 'Block a worker',
    description:
      'Refuses the claims of the worker in all jobs of the organization. An open claim can still be submitted. The change is audited.',
    errors: ['CONCURRENT_CHANGE'],
    answer: one('worker', 'The blocked worker.'),
  }),
  unblockWorker: operation(`DELETE ${path}/block`, rpcs.unblockWorker, {
    summary: 'Unblock a worker',
    description: 'Allows the worker to claim again. A repeated call changes nothing. The change is audited.',
    errors: ['CONCURRENT_CHANGE'],
    answer: noContent('The worker is not blocked.'),
  }),
};
