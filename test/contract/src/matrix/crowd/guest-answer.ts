import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { answers, newCrowdJob } from '../../crowd-body.ts';
import type { World } from '../world.ts';

export interface GuestAnswer {
  readonly jobId: string;
  readonly answerId: string;
  /** The pseudonym of the guest. */
  readonly workerId: string;
  readonly guest: Rest;
}

/** Creates a job whose task a new guest answers. */
export async function createGuestAnswer({ platform, home, population }: World): Promise<GuestAnswer> {
  const own = createRest(platform.baseUrl, home.keys.user);
  const order = { ...newCrowdJob(population), guestsAllowed: true };
  const jobId = (await own.post('/v2/crowd-jobs', order)).body.id as string;
  const anonymous = createRest(platform.baseUrl, {});
  const { body: claim } = await anonymous.post(`/v2/crowd-jobs/${jobId}/claims`, {});
  const guest = createRest(platform.baseUrl, bearer(claim.guestToken as string));
  const { body } = await guest.post(`/v2/claims/${claim.claimId as string}/answers`, { answers });
  const answerId = body.id as string;
  const { body: answer } = await own.get(`/v2/crowd-jobs/${jobId}/answers/${answerId}`);
  return { jobId, answerId, workerId: answer.workerId, guest };
}
