import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import type { LedgerEntry } from '@assay/proto/billing/v1/account';
import { ListLedgerRequest } from '@assay/proto/billing/v1/billing_service';
import { ListAppealsRequest } from '@assay/proto/crowd/v1/appeals_service';
import { ListCrowdAnswersRequest } from '@assay/proto/crowd/v1/crowd_answers_service';
import { RunStatus, Verdict } from '@assay/proto/runs/v1/run';
import type { RunView } from './model/compare-run.ts';
import type { JobView, View } from './model/compare.ts';
import type { Owned } from './model/differ.ts';
import type { JobStatus } from './model/pass-time.ts';
import type { Clients } from './organization/clients.ts';
import { callPatiently, insist } from './organization/retry-calls.ts';
import type { Acting } from './acting.ts';

const pageSize = 200;

/** Reads all that the services show of an organization. */
export async function observe(acting: Acting): Promise<View> {
  const { known } = acting;
  const account = await readBalance(acting);
  const entries = await listLedger(acting);
  const ofOwner = Map.groupBy(entries, ({ jobId, runId }) => jobId ?? runId ?? 'none');
  const take = (id: string): Owned => {
    const own = addEntries(ofOwner.get(id) ?? []);
    ofOwner.delete(id);
    return own;
  };
  const jobs: Record<number, JobView> = {};
  for (const [number, id] of known.jobs)
    jobs[number] = { ledger: take(id), shown: await readJob(acting, id) };
  const runs: Record<number, RunView> = {};
  for (const [number, id] of known.runs) runs[number] = { ledger: take(id), ...(await readRun(acting, id)) };
  return { account, jobs, runs, unknown: addEntries([...ofOwner.values()].flat()) };
}

export async function readBalance({ clients, organization }: Acting): Promise<View['account']> {
  const { account } = await insist(() => clients.billing.getBalance(organization.requester, {}));
  if (account === undefined) throw new Error('billing answered without an account');
  return account;
}

async function listLedger({ clients: { billing }, organization }: Acting): Promise<LedgerEntry[]> {
  const request = ListLedgerRequest.fromPartial({ limit: pageSize });
  const { entries, total } = await insist(() => billing.listLedger(organization.requester, request));
  if (total > pageSize) throw new Error('the ledger has more entries than a page');
  return entries.filter(({ type }) => type !== LedgerEntryType.TOP_UP);
}

function addEntries(entries: readonly LedgerEntry[]): Owned {
  const add = (type: LedgerEntryType): number =>
    entries.filter((entry) => entry.type === type).reduce((total, { amountCents }) => total + amountCents, 0);
  const held = add(LedgerEntryType.HOLD);
  const released = add(LedgerEntryType.RELEASE);
  const charged = add(LedgerEntryType.CHARGE);
  const refunded = add(LedgerEntryType.REFUND);
  return { heldCents: held - released - charged, spentCents: charged - refunded };
}

async function readJob({ clients, organization, known }: Acting, jobId: string): Promise<JobView['shown']> {
  const call = organization.requester;
  const read = await findUnlessMissing(() => clients.jobs.getCrowdJob(call, { jobId }));
  if (read?.job?.counts === undefined) return undefined;
  const { status, counts, heldCents, spentCents } = read.job;
  const request = ListCrowdAnswersRequest.fromPartial({ jobId, limit: pageSize });
  // Without a claim there is no answer, and without a rejection no appeal.
  const answers =
    known.claims.length === 0
      ? undefined
      : await findUnlessMissing(() => clients.answers.listCrowdAnswers(call, request));
  return {
    heldCents,
    spentCents,
    status: shorten(status, 'JOB_STATUS_') as JobStatus,
    counts: { ...counts },
    answers: Object.fromEntries(
      (answers?.answers ?? []).map((answer) => [answer.id, readAnswerStatus(answer.status)]),
    ),
    appeals: counts.rejected + known.appeals.length === 0 ? {} : await readAppeals(clients, call, jobId),
  };
}

function readAnswerStatus(status: string): string {
  return shorten(status, 'ANSWER_STATUS_').replace('pending_review', 'pending');
}

async function readAppeals(
  { appeals }: Clients,
  call: Acting['organization']['requester'],
  jobId: string,
): Promise<Readonly<Record<string, string>>> {
  const request = ListAppealsRequest.fromPartial({ jobId, limit: pageSize });
  const found = await findUnlessMissing(() => appeals.listAppeals(call, request));
  return Object.fromEntries(
    (found?.appeals ?? []).map(({ id, status }) => [id, shorten(status, 'APPEAL_STATUS_')]),
  );
}

/** Names an enum value as the REST API does. */
function shorten(value: string, prefix: string): string {
  return value.slice(prefix.length).toLowerCase();
}

/** Returns true if a run has not ended. */
export async function hasActiveRun(acting: Acting): Promise<boolean> {
  for (const id of acting.known.runs.values())
    if ((await readRun(acting, id)).status === 'active') return true;
  return false;
}

async function readRun({ clients, organization }: Acting, runId: string): Promise<Omit<RunView, 'ledger'>> {
  const { requester, projectId } = organization;
  const read = await findUnlessMissing(() => clients.runs.getRun(requester, { runId, projectId }));
  if (read?.run === undefined) return { status: 'gone', isUnexamined: false };
  const { status, error, verdict, confidence } = read.run;
  const isUnexamined = verdict === Verdict.UNVERIFIED && (confidence ?? 0) === 0;
  if (status === RunStatus.COMPLETED) return { status: 'completed', isUnexamined };
  if (status !== RunStatus.FAILED) return { status: 'active', isUnexamined };
  return { status: error === 'canceled' ? 'canceled' : 'failed', isUnexamined };
}

async function findUnlessMissing<T>(call: () => Promise<T>): Promise<T | undefined> {
  const { result } = await callPatiently(call);
  if ('value' in result) return result.value;
  if (result.refusal.status === 'NOT_FOUND') return undefined;
  throw result.refusal;
}
