import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import type { LedgerEntry } from '@assay/proto/billing/v1/account';
import type { PlayedRun } from './play-run.ts';
import type { StagePlatform } from './stage-platform.ts';

interface StoredJob {
  readonly _id: string;
  readonly run?: { readonly runId: string };
  readonly status: string;
}

interface StoredAnswer {
  readonly _id: string;
  readonly jobId: string;
  readonly status: string;
  readonly claimedAt: Date;
  readonly unitCents: number;
}

interface StoredStage {
  readonly type: string;
  readonly crowdJob?: { readonly id: string; readonly commitment: { readonly createdAt: Date } };
}

interface StoredRun {
  readonly _id: string;
  readonly status: string;
  readonly error: string;
  readonly stages: Readonly<Record<string, StoredStage>>;
}

/** Compares runs, jobs, answers and the ledger. Returns a sentence for each fault. */
export async function findFaults(
  on: StagePlatform,
  played: readonly PlayedRun[],
): Promise<readonly string[]> {
  const runs = await on.runs.collection<StoredRun>('runs').find().toArray();
  const jobs = await on.jobs
    .collection<StoredJob>('crowd_jobs')
    .find({ 'run.runId': { $type: 'string' } })
    .toArray();
  const answers = await on.jobs.collection<StoredAnswer>('crowd_answers').find().toArray();
  const ledger = await listLedger(on);
  const known = new Set(
    runs.flatMap(({ stages }) => crowdStages(stages).map(({ crowdJob }) => crowdJob?.id)),
  );
  return [
    ...jobs.filter(({ _id }) => !known.has(_id)).map(({ _id }) => `job ${_id} belongs to no run`),
    ...jobs
      .filter(({ status }) => !['finished', 'archived', 'expired'].includes(status))
      .map(({ _id, status }) => `job ${_id} is ${status} after its run`),
    ...played.flatMap(({ id }) => {
      const run = runs.find(({ _id }) => _id === id);
      return run === undefined ? [`run ${id} is lost`] : findRunFaults({ run, jobs, answers, ledger });
    }),
  ];
}

interface Compared {
  readonly run: StoredRun;
  readonly jobs: readonly StoredJob[];
  readonly answers: readonly StoredAnswer[];
  readonly ledger: readonly LedgerEntry[];
}

function findRunFaults({ run, jobs, answers, ledger }: Compared): readonly string[] {
  const own = ledger.filter(({ runId }) => runId === run._id);
  const stages = crowdStages(run.stages).filter(({ crowdJob }) => crowdJob !== undefined);
  const accepted = answers.filter(({ jobId }) => stages.some(({ crowdJob }) => crowdJob?.id === jobId));
  const isCompleted = run.status === 'completed';
  const machineCents = isCompleted ? 10 : 0;
  const answerCents = accepted.reduce((sum, { unitCents }) => sum + unitCents, 0);
  const charged = sum(own, LedgerEntryType.CHARGE) - sum(own, LedgerEntryType.REFUND);
  const isRefunded = run.status === 'failed' && run.error !== 'canceled';
  const owed = isRefunded ? 0 : machineCents + answerCents;
  const left =
    sum(own, LedgerEntryType.HOLD) - sum(own, LedgerEntryType.CHARGE) - sum(own, LedgerEntryType.RELEASE);
  return [
    ...stages.flatMap(({ crowdJob }) => {
      const { id: crowdJobId, commitment } = crowdJob ?? {};
      const job = jobs.find(({ _id }) => _id === crowdJobId);
      const first = accepted
        .filter(({ jobId }) => jobId === crowdJobId)
        .reduce((least, { claimedAt }) => Math.min(least, claimedAt.getTime()), Infinity);
      return [
        ...(job === undefined ? [`run ${run._id} has no job ${crowdJobId ?? ''}`] : []),
        ...((commitment?.createdAt.getTime() ?? Infinity) > first && first !== Infinity
          ? [`run ${run._id} was claimed before its commitment`]
          : []),
      ];
    }),
    ...accepted
      .filter(({ status }) => status !== 'accepted')
      .map(({ _id, status }) => `answer ${_id} is ${status}`),
    ...(charged === owed
      ? []
      : [`run ${run._id} cost ${charged.toString()} and not ${owed.toString()} cents`]),
    ...(left === 0 ? [] : [`run ${run._id} still holds ${left.toString()} cents`]),
  ];
}

function crowdStages(stages: StoredRun['stages']): readonly StoredStage[] {
  return Object.values(stages).filter(({ type }) => type === 'crowd');
}

function sum(entries: readonly LedgerEntry[], type: LedgerEntryType): number {
  return entries
    .filter((entry) => entry.type === type)
    .reduce((total, { amountCents }) => total + amountCents, 0);
}

async function listLedger({ billing, admin }: StagePlatform): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const page = { type: LedgerEntryType.UNSPECIFIED, runId: '', limit: 200, offset: 0, cursor };
    const { entries: found, nextCursor } = await billing.listLedger(admin(), page);
    entries.push(...found);
    cursor = nextCursor;
  }
  return entries;
}
