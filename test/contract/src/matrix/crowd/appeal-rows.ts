import { addMember } from '@assay/test-kit/join-organization';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { createAnswer, rejectAnswer } from '../../crowd-body.ts';
import { newAddress } from '../../new-address.ts';
import { createGuestAnswer } from './guest-answer.ts';
import type { PathValues, Table } from '../row.ts';
import type { World } from '../world.ts';

const message = 'The sign at the left was changed.';

/** The export of answers, and the appeals of workers. */
export const appealRows: Table = {
  exportCrowdAnswers: { needs: 'viewer', success: 200 },
  createAppeal: {
    needs: 'signed-in',
    belongsTo: 'user',
    isForGuests: true,
    guestStatus: 404,
    success: 201,
    make: makeRejection,
    body: () => ({ message }),
  },
  listCrowdAppeals: { needs: 'viewer', success: 200 },
  resolveCrowdAppeal: {
    needs: 'user',
    success: 200,
    make: makeAppeal,
    body: () => ({ decision: 'upheld', note: 'The worker is wrong.' }),
  },
};

async function makeRejection({ platform, home, population }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.user);
  const path = await createAnswer(rest, population);
  await rejectAnswer(rest, path);
  return path;
}

/** The members who reject answers, so that the owner of the keys may decide. One in each world. */
const rejecters = new WeakMap<World, Promise<Rest>>();

/** Makes the appeal of a guest against the rejection by another member. */
async function makeAppeal(world: World): Promise<PathValues> {
  const { jobId, answerId, guest } = await createGuestAnswer(world);
  const rejecter = rejecters.get(world) ?? createRejecter(world);
  rejecters.set(world, rejecter);
  await rejectAnswer(await rejecter, { jobId, answerId });
  const { body: appeal } = await guest.post(`/v2/answers/${answerId}/appeal`, { message });
  return { appealId: appeal.id };
}

async function createRejecter({ platform, owner, home }: World): Promise<Rest> {
  const { inbox, issuer, baseUrl } = platform;
  const email = newAddress();
  const credential = bearer(await issuer.accessToken(email));
  const place = { platform, inbox, admin: owner, organizationId: home.organizationId };
  await addMember(place, { email, credential, role: 'user' });
  return createRest(baseUrl, { ...credential, 'x-organization-id': home.organizationId });
}
