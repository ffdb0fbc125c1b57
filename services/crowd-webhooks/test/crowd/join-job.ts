import { connectMongo } from '@assay/chassis/mongo/connect';
import { DomainError } from '@assay/chassis/errors';
import { createGuest } from '../../src/domain/crowd/guest/create-guest.ts';
import { createGuestCountStore } from '../../src/store/guest-count-store.ts';
import { createGuestStore } from '../../src/store/guest-store.ts';

/** A process that tries to become a guest of a job several times at once, and prints the number of guests that it became. */
const [uri = '', database = '', jobId = '', attempts = '0'] = process.argv.slice(2);
const mongo = await connectMongo({ uri, database, appName: 'join-job' });
const now = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
const deps = {
  clock: { now: () => now },
  guests: createGuestStore(mongo.db),
  guestCounts: createGuestCountStore(mongo.db),
  guestsPerAddress: 20,
};
const guest = { organizationId: 'organization', jobId, name: '' };
const joining = Array.from({ length: Number(attempts) }, () =>
  createGuest(deps, { clientAddress: '203.0.113.7' }, guest),
);
const outcomes = await Promise.allSettled(joining);
const unexpected = outcomes.filter(
  (one) =>
    one.status === 'rejected' && !(one.reason instanceof DomainError && one.reason.reason === 'GUEST_LIMIT'),
);
if (unexpected.length > 0) throw new Error(JSON.stringify(unexpected));
process.stdout.write(String(outcomes.filter(({ status }) => status === 'fulfilled').length));
await mongo.close();
