import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import {
  answers,
  createAnswer,
  createClaim,
  createCrowdJob,
  newCrowdJob,
  rejectAnswer,
} from '../../crowd-body.ts';
import type { RoleName } from '../roles.ts';
import type { PathValues, Table } from '../row.ts';
import type { World } from '../world.ts';

const newJob = ({ population }: World) => newCrowdJob(population);
const reason = 'The answer does not describe the photograph.';

/** Crowd jobs and their answers. */
export const crowdRows: Table = {
  createCrowdJob: { needs: 'user', success: 201, body: newJob },
  estimateCrowdJob: { needs: 'viewer', success: 200, body: newJob },
  listCrowdJobs: { needs: 'viewer', success: 200 },
  getCrowdJob: { needs: 'viewer', success: 200 },
  updateCrowdJob: { needs: 'user', success: 200, body: () => ({ title: 'Changed by the matrix' }) },
  pauseCrowdJob: { needs: 'user', success: 200, make: makeJob },
  resumeCrowdJob: { needs: 'user', success: 200 },
  extendCrowdJob: { needs: 'user', success: 200, make: makeJob, body: () => ({ additionalRepetitions: 1 }) },
  archiveCrowdJob: { needs: 'user', success: 200, make: makeJob, isFinal: true },
  listCrowdTasks: { needs: 'viewer', success: 200 },
  getCrowdJobStats: { needs: 'viewer', success: 200 },
  listCrowdConsensus: { needs: 'viewer', success: 200 },
  liftCrowdRejectionLimit: {
    needs: 'admin',
    success: 200,
    make: makeJob,
    body: () => ({ reason: 'The workers used a script, see ticket 4711.' }),
  },
  listCrowdAnswers: { needs: 'viewer', success: 200 },
  getCrowdAnswer: { needs: 'viewer', success: 200 },
  acceptCrowdAnswer: { needs: 'user', success: 200, make: makeAnswer },
  rejectCrowdAnswer: {
    needs: 'user',
    success: 200,
    make: makeAnswer,
    body: () => ({ rejectionCategory: 'low_effort', rejectionReason: reason }),
  },
  undoCrowdRejection: {
    needs: 'user',
    success: 200,
    make: makeRejection,
    body: () => ({ reason: 'By mistake.' }),
  },
  acceptCrowdAnswers: { needs: 'user', success: 200, make: makeJob, body: () => ({ allPending: true }) },
};

const own = { needs: 'signed-in', belongsTo: 'user', isForGuests: true } as const;
/** A guest gets nothing of another worker or of another job. */
const foreign = { guestStatus: 404 } as const;

/** The work of people on crowd jobs. */
export const workRows: Table = {
  listWorkerJobs: { ...own, success: 200 },
  getWorkerJob: {
    needs: 'signed-in',
    ...foreign,
    isForGuests: true,
    isCredentialOptional: true,
    success: 200,
  },
  claimTask: {
    needs: 'signed-in',
    ...foreign,
    isForGuests: true,
    isCredentialOptional: true,
    success: 201,
    make: makeJob,
  },
  extendClaim: { ...own, ...foreign, success: 200, make: makeClaim },
  returnClaim: { ...own, ...foreign, success: 204, make: makeClaim, isFinal: true },
  submitAnswer: { ...own, ...foreign, success: 201, make: makeClaim, body: () => ({ answers }) },
  listWorkerAnswers: { ...own, success: 200 },
  getWorkerBalance: { ...own, success: 200 },
};

function openRest({ platform, home }: World, role: RoleName = 'user'): Rest {
  return createRest(platform.baseUrl, home.keys[role]);
}

async function makeJob(world: World): Promise<PathValues> {
  return { jobId: await createCrowdJob(openRest(world), world.population) };
}

function makeClaim(world: World): Promise<PathValues> {
  return createClaim(openRest(world), world.population);
}

function makeAnswer(world: World): Promise<PathValues> {
  return createAnswer(openRest(world), world.population);
}

async function makeRejection(world: World): Promise<PathValues> {
  const path = await createAnswer(openRest(world), world.population);
  await rejectAnswer(openRest(world), path);
  return path;
}
