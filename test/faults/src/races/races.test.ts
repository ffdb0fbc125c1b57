/** Requests about one resource are made at the same moment. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newId } from '@assay/chassis/ids';
import { projectRoot, readConfig } from '@assay/local/config';
import { environmentOf } from '@assay/local/platform/environment';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import { Role } from '@assay/proto/access/v1/access';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { reserveBalance } from '../money/reserved-balance.ts';
import type { ReservedBalance } from '../money/reserved-balance.ts';
import { smallPicture } from '../small-picture.ts';
import { startTogether } from './started-race.ts';
import type { Starting, StartAnswer } from './started-race.ts';

// The whole form is 200 rounds; the short one keeps `npm test` short.
const rounds = Number(process.env['RACE_ROUNDS'] ?? (process.env['FAULTS'] === 'whole' ? '200' : '60'));
// Every one of these reaches the account, which takes three times as long.
const unrelatedRounds = Math.ceil(rounds / 4);
const contenders = 32;
const timeout = 300_000;

let platform: LaunchedPlatform;
let rest: Rest;

beforeAll(async () => {
  const variables = { RATE_LIMIT_AUTHENTICATED: '100000000', LOG_LEVEL: 'warn' };
  platform = await launchPlatform({ servers: inject('servers'), variables });
  rest = createRest(platform.baseUrl, platform.apiKey);
});
afterAll(() => platform.stop());

describe(`${String(contenders)} identical starts at once with money for one, ${String(rounds)} rounds`, () => {
  let starting: Starting;
  let balance: ReservedBalance;
  let organizationId: string;
  let costCents: number;
  const started: string[] = [];

  beforeAll(async () => {
    const { body: project } = await rest.post('/v2/projects', { name: 'Races' });
    const picture = { name: 'small.png', bytes: smallPicture(), type: 'image/png' };
    const { body: file } = await rest.upload(project.id, picture);
    await awaitEnrichment(rest, file.id);
    starting = { platform, projectId: project.id, fileId: file.id };
    organizationId = project.organizationId;
    costCents = (await rest.get('/v2/pipelines/catalog/image-authenticity')).body.costCredits;
    balance = await reserveBalance(platform, organizationId, {
      portions: rounds + unrelatedRounds,
      cents: costCents,
    });
  });

  it(
    'under one idempotency key: one run, and everybody else is told of it or to wait',
    { timeout },
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        await balance.releasePortion();
        const answers = await startTogether(starting, Array<string>(contenders).fill(newId()));
        const fresh = answers.filter(({ status, isReplayed }) => status === 201 && !isReplayed);
        expect([round, fresh.length]).toEqual([round, 1]);
        const others = answers.filter((answer) => answer !== fresh[0]);
        expect(others.filter((answer) => !isReplayOrConflict(answer, fresh[0]))).toEqual([]);
        started.push(...fresh.map(({ runId = '' }) => runId));
      }
      expect(await balance.availableCents()).toBe(0);
    },
  );

  it(
    'under keys of their own: one run, and everybody else is told that money is missing',
    { timeout },
    async () => {
      for (let round = 0; round < unrelatedRounds; round += 1) {
        await balance.releasePortion();
        const answers = await startTogether(starting, Array.from({ length: contenders }, newId));
        const told = answers.map(({ status, code }) => `${String(status)} ${code ?? ''}`).sort();
        const unexpected = answers.filter(({ status }) => status !== 201 && status !== 402);
        expect([round, ...unexpected]).toEqual([round]);
        expect([round, ...told]).toEqual([
          round,
          '201 ',
          ...Array<string>(contenders - 1).fill('402 PAYMENT_REQUIRED'),
        ]);
        started.push(...answers.flatMap(({ runId }) => runId ?? []));
      }
      expect(await balance.availableCents()).toBe(0);
    },
  );

  it(
    'leave exactly one charge for every run, and accounts that agree with their ledgers',
    { timeout },
    async () => {
      const all = rounds + unrelatedRounds;
      expect(new Set(started).size).toBe(all);
      const billing = platform.connect('billing').client(BillingServiceService);
      const call = callBy({ organizationId, role: Role.ADMIN });
      const entries = async (type: LedgerEntryType) =>
        (await billing.listLedger(call, { type, runId: '', limit: 1, offset: 0 })).total;
      await expect.poll(() => entries(LedgerEntryType.CHARGE), { timeout, interval: 500 }).toBe(all);
      const { account } = await billing.getBalance(call, {});
      expect(account).toMatchObject({ availableCents: 0, spentCents: all * costCents });
      expect(await reconcile()).toMatch(/^\d+ accounts compared, 0 problems\n$/u);
    },
  );
});

function isReplayOrConflict(answer: StartAnswer, fresh: StartAnswer | undefined): boolean {
  if (answer.status === 201) return answer.isReplayed && answer.runId === fresh?.runId;
  return answer.status === 409 && answer.code === 'IDEMPOTENCY_CONFLICT';
}

/** What the reconciliation command prints about this platform; rejects when an account is not the sum of its ledger. */
async function reconcile(): Promise<string> {
  const script = join(projectRoot, 'services/billing/src/commands/reconcile.ts');
  const env = { ...readConfig().inherited, ...environmentOf('billing', platform.layout) };
  const run = promisify(execFile)(process.execPath, ['--conditions=source', script], { env });
  return (await run).stdout;
}

describe('1,000 holds at once with money for 40', () => {
  it('are granted exactly 40 times, and the ledger knows of no other', { timeout }, async () => {
    const organizationId = newId();
    const billing = platform.connect('billing', 'verification').client(BillingServiceService);
    const call = callByService('verification', organizationId);
    const gateway = platform.connect('billing', 'gateway').client(BillingServiceService);
    const read = async () => (await gateway.getBalance(callBy({ organizationId }), {})).account;
    const funded = (await read())?.availableCents ?? 0;
    const amountCents = Math.floor(funded / 40);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1_000 }, () =>
        billing.placeHold(call, { runId: newId(), amountCents, userId: newId(), credentialId: '' }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    expect(
      refusals.filter((reason) => (reason as { reason?: string }).reason !== 'INSUFFICIENT_BALANCE'),
    ).toEqual([]);
    expect(await read()).toMatchObject({
      heldCents: 40 * amountCents,
      availableCents: funded - 40 * amountCents,
    });
    const admin = callBy({ organizationId, role: Role.ADMIN });
    const asked = { type: LedgerEntryType.HOLD, runId: '', limit: 1, offset: 0 };
    await expect.poll(async () => (await gateway.listLedger(admin, asked)).total).toBe(40);
    expect(await reconcile()).toMatch(/accounts compared/u);
  });
});
