import { createGuestAnswer } from './guest-answer.ts';
import type { PathValues, Table } from '../row.ts';
import type { World } from '../world.ts';

/** The workers of an organization, as requesters see them. */
export const crowdWorkerRows: Table = {
  getWorker: { needs: 'viewer', success: 200 },
  setWorkerQualification: { needs: 'user', success: 200, body: () => ({ value: true }) },
  deleteWorkerQualification: { needs: 'user', success: 204 },
  blockWorker: {
    needs: 'user',
    success: 200,
    make: makeWorker,
    isFinal: true,
    body: () => ({ reason: 'The worker uses a script.' }),
  },
  unblockWorker: { needs: 'user', success: 204 },
};

async function makeWorker(world: World): Promise<PathValues> {
  const { workerId } = await createGuestAnswer(world);
  return { workerId };
}
