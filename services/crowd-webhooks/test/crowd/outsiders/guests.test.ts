import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newId } from '@assay/chassis/ids';
import { onBroadcast } from '@assay/chassis/events/broadcast';
import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { GuestsRemoved } from '@assay/proto/crowd/v1/guests_service';
import { UpdateWorkerProfileRequest } from '@assay/proto/crowd/v1/worker_profiles_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuest } from '../../../src/domain/crowd/guest/create-guest.ts';
import { findGuest } from '../../../src/domain/crowd/guest/find-guest.ts';
import { hashGuestToken } from '../../../src/domain/crowd/guest/guest-token.ts';
import { readGuestNames } from '../../../src/domain/crowd/guest/read-guest-names.ts';
import { removeGuests } from '../../../src/domain/crowd/guest/remove-guests.ts';
import { createAnnounceRemoved } from '../../../src/events/announce-removed-guests.ts';
import { createGuestCountStore } from '../../../src/store/guest-count-store.ts';
import { createGuestStore } from '../../../src/store/guest-store.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';

const dayMs = 86_400_000;
const limit = 20;
const clientAddress = '203.0.113.7';
let [running, mongo]: [Started, MongoConnection] = [] as never;
const commands: CommandStartedEvent[] = [];
beforeAll(async () => {
  running = await start([]);
  const { config, platform } = running;
  const at = { uri: config.mongodbUri, database: platform.database, appName: 'guests-test' };
  mongo = await connectMongo({ ...at, monitorCommands: true });
  mongo.client.on('commandStarted', (command) => commands.push(command));
});
afterAll(async () => {
  await mongo.close();
  await running.stop();
});

/** Builds the dependencies with which a claim creates guests. */
function createDeps() {
  const { db } = mongo;
  const guestCounts = createGuestCountStore(db);
  return { clock: running.clock, guests: createGuestStore(db), guestCounts, guestsPerAddress: limit };
}

const joinJob = fileURLToPath(new URL('../join-job.ts', import.meta.url));

/** Becomes a guest of a job in a process of its own, and returns the number of attempts that succeeded. */
async function joinInOwnProcess(jobId: string, attempts: number): Promise<number> {
  const { config, platform } = running;
  const words = [config.mongodbUri, platform.database, jobId, String(attempts)];
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', joinJob, ...words]);
  return Number(stdout);
}

function join(jobId: string, address = clientAddress, organizationId = newId()) {
  return createGuest(createDeps(), { clientAddress: address }, { organizationId, jobId, name: ' Ada ' });
}

const authenticate = (token: string) =>
  running.guests.authenticateGuest(callByService('gateway'), { tokenSha256: hashGuestToken(token) });

describe('a guest', () => {
  it('has a token that only its holder knows, for one job', async () => {
    const jobId = newId();
    const organizationId = newId();
    const { guestId, token } = await join(jobId, clientAddress, organizationId);
    expect(token).toMatch(/^assay_guest_[\w-]{43}$/u);
    expect(await authenticate(token)).toMatchObject({ guestId, jobId, organizationId });
    const deps = createDeps();
    expect(await findGuest(deps, organizationId, guestId)).toMatchObject({ name: 'Ada', jobId });
    expect(await findGuest(deps, newId(), guestId)).toBeUndefined();
    const stored = await running.db.collection('guests').findOne({ jobId });
    expect(JSON.stringify(stored)).not.toContain(token.slice('assay_guest_'.length));
  });

  it('is refused with an unknown token, and found by no caller but the gateway', async () => {
    const refused = await catchRefusal(authenticate(`assay_guest_${'x'.repeat(43)}`));
    expect(refused).toMatchObject({ status: 'UNAUTHENTICATED' });
    const { token } = await join(newId());
    const request = { tokenSha256: hashGuestToken(token) };
    for (const call of [callBy({ role: Role.SUPERADMIN }), callByService('billing')]) {
      const refusal = await catchRefusal(running.guests.authenticateGuest(call, request));
      expect(refusal.status).toMatch(/PERMISSION_DENIED|UNAUTHENTICATED/u);
    }
  });

  it('ends 30 days after its last use, which is written at most once a day', async () => {
    const { token } = await join(newId());
    const writes = () =>
      running.commands.filter(
        ({ commandName, command }) => commandName === 'update' && command['update'] === 'guests',
      ).length;
    const before = writes();
    const { expiresAt } = await authenticate(token);
    running.clock.advance(dayMs / 2);
    expect(await authenticate(token)).toMatchObject({ expiresAt });
    expect(writes()).toBe(before);
    running.clock.advance(29 * dayMs);
    const used = await authenticate(token);
    const remainingMs = (used.expiresAt?.getTime() ?? 0) - running.clock.now().getTime();
    expect(Math.round(remainingMs / dayMs)).toBe(30);
    expect(writes()).toBe(before + 1);
    running.clock.advance(30 * dayMs - 60_000);
    await authenticate(token);
    running.clock.advance(30 * dayMs);
    expect(await catchRefusal(authenticate(token))).toMatchObject({ status: 'UNAUTHENTICATED' });
  });

  it('has a name for the requesters of its organization, until it is removed', async () => {
    const jobId = newId();
    const organizationId = newId();
    const { guestId } = await join(jobId, clientAddress, organizationId);
    const unnamed = { organizationId, jobId, name: ' ' };
    const { guestId: unnamedId } = await createGuest(createDeps(), { clientAddress }, unnamed);
    const people = [guestId, unnamedId].map((id) => ({ personKey: `guest:${id}` as const, isGuest: true }));
    const read = (organization: string) => readGuestNames(createDeps(), organization, people);
    expect([...(await read(organizationId))]).toEqual([[`guest:${guestId}`, 'Ada']]);
    expect((await read(newId())).size).toBe(0);
    await createDeps().guests.removeOfJobs(organizationId, [jobId]);
    expect((await read(organizationId)).size).toBe(0);
  });

  it('goes with its job, and every gateway is notified', async () => {
    const jobId = newId();
    const kept = newId();
    const organizationId = newId();
    const gone = await join(jobId, clientAddress, organizationId);
    const other = await join(kept, clientAddress, organizationId);
    const { natsUrl: url, natsNamespace: namespace } = running.config;
    const logger = createLogger({ name: 'test', level: 'silent' });
    const nats = await connectNats({ url, namespace, name: 'test', logger });
    const removed: string[] = [];
    onBroadcast(nats, GuestsRemoved, ({ jobIds }) => void removed.push(...jobIds));
    await nats.flush();
    const deps = { ...createDeps(), announceRemoved: createAnnounceRemoved(nats) };
    await removeGuests(deps, newId(), [jobId]);
    await authenticate(gone.token);
    await removeGuests(deps, organizationId, [jobId]);
    expect(await catchRefusal(authenticate(gone.token))).toMatchObject({ status: 'UNAUTHENTICATED' });
    await authenticate(other.token);
    await expect.poll(() => removed).toEqual([jobId, jobId]);
    await nats.close();
  });
});

describe('one address', () => {
  it('becomes at most 20 guests of a job in an hour, through two processes at once', async () => {
    const jobId = newId();
    const joined = await Promise.all([joinInOwnProcess(jobId, 30), joinInOwnProcess(jobId, 30)]);
    expect(joined.reduce((sum, count) => sum + count)).toBe(limit);
    expect(await running.db.collection('guests').countDocuments({ jobId })).toBe(limit);
  });

  it('may join again when the hour is over, and other jobs at once', async () => {
    const jobId = newId();
    const attempts = Array.from({ length: 50 }, () => join(jobId));
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toHaveLength(50 - limit);
    for (const error of refused) {
      expect(error).toMatchObject({
        status: 'RESOURCE_EXHAUSTED',
        reason: 'GUEST_LIMIT',
        details: { limit, retryAfterSeconds: expect.any(Number) as number },
      });
    }
    const { details } = refused[0] as { readonly details: { readonly retryAfterSeconds: number } };
    await expect(join(newId())).resolves.toBeDefined();
    await expect(join(jobId, '203.0.113.8')).resolves.toBeDefined();
    running.clock.advance(details.retryAfterSeconds * 1_000);
    await expect(join(jobId)).resolves.toBeDefined();
  });

  it('is a whole network of IPv6, and one address when it is not known', async () => {
    const jobId = newId();
    const addresses = Array.from({ length: limit }, (_, index) => `2001:db8::${String(index + 1)}`);
    await Promise.all(addresses.map((address) => join(jobId, address)));
    await expect(join(jobId, '2001:db8::ffff')).rejects.toMatchObject({ reason: 'GUEST_LIMIT' });
    await expect(join(jobId, '2001:db8:0:1::1')).resolves.toBeDefined();
    const guest = { organizationId: newId(), jobId, name: '' };
    const unknown = Array.from({ length: limit + 1 }, () =>
      createGuest(createDeps(), { clientAddress: undefined }, guest),
    );
    const outcomes = await Promise.allSettled(unknown);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});

describe('the profile of a worker', () => {
  const update = (call: ReturnType<typeof callBy>, change: object) =>
    running.workerProfiles.updateWorkerProfile(call, UpdateWorkerProfileRequest.fromPartial(change));
  const both = { language: 'de', country: 'AT', updateMask: ['language', 'country'] };

  it('is one for a person in all organizations, whatever the credential and without a role', async () => {
    const userId = newId();
    const calls = [
      callBy({ userId, role: Role.UNSPECIFIED, modules: [], organizationId: '' }),
      callBy({ userId, role: Role.VIEWER, modules: [], credentialKind: CredentialKind.API_KEY }),
    ];
    const empty = { profile: { language: undefined, country: undefined } };
    for (const call of calls) expect(await running.workerProfiles.getWorkerProfile(call, {})).toEqual(empty);
    for (const call of calls) {
      expect(await update(call, both)).toEqual({ profile: { language: 'de', country: 'AT' } });
      expect(await update(call, { updateMask: ['country'] })).toEqual({
        profile: { language: 'de', country: undefined },
      });
      expect(await update(call, {})).toEqual({ profile: { language: 'de', country: undefined } });
    }
    expect(await running.workerProfiles.getWorkerProfile(callBy(), {})).toEqual(empty);
  });

  it.each([
    ['language', 'xx'],
    ['language', 'DE'],
    ['country', 'at'],
    ['country', 'XX'],
    ['country', 'EU'],
  ])('refuses %s %s and changes nothing', async (field, value) => {
    const call = callBy();
    await update(call, both);
    const refusal = await catchRefusal(update(call, { [field]: value, updateMask: [field] }));
    expect(refusal).toMatchObject({ status: 'INVALID_ARGUMENT', details: { field } });
    const { profile } = await running.workerProfiles.getWorkerProfile(call, {});
    expect(profile).toEqual({ language: 'de', country: 'AT' });
  });

  it('belongs to a guest too, until the guest is removed', async () => {
    const organizationId = newId();
    const jobId = newId();
    const { guestId } = await join(jobId, clientAddress, organizationId);
    const actor = { kind: 'guest', guestId, jobId } as const;
    const call = { ...callBy({ organizationId }), actor };
    expect(await update(call, both)).toEqual({ profile: { language: 'de', country: 'AT' } });
    expect(await update({ ...call, organizationId: newId() }, both).catch(() => 'refused')).toBe('refused');
    await createDeps().guests.removeOfJobs(organizationId, [jobId]);
    const refusal = await catchRefusal(running.workerProfiles.getWorkerProfile(call, {}));
    expect(refusal).toMatchObject({ status: 'UNAUTHENTICATED' });
  });
});

it('sends no query of guests and profiles without an index', async () => {
  const all = [...running.commands, ...commands];
  expect(all.length).toBeGreaterThan(50);
  const uncovered = await findUncoveredQueries(all, running.db);
  expect(uncovered.filter((query) => /^(guests|guest_counts|worker_profiles):/u.test(query))).toEqual([]);
});
