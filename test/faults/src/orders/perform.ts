import type { OutgoingCall } from '@assay/chassis/call-context';
import type { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { AppealDecision } from '@assay/proto/crowd/v1/appeals_service';
import { RejectionCategory } from '@assay/proto/crowd/v1/crowd_answer';
import { DeletionAnswer } from '@assay/proto/files/v1/files_service';
import { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import type { Acting, Facts } from './acting.ts';
import type { Known } from './known.ts';
import type { ObservedCall } from './model/linearize.ts';
import type { Operation, Outcome } from './model/operation.ts';
import { setPrivacy } from './organization/organization.ts';
import { anonymousCall, findWorkerCall, meetGuest } from './guests.ts';
import { callPatiently } from './organization/retry-calls.ts';
import { sendJob } from './send-job.ts';

/** Sends the call of an operation until it has a response. */
export async function perform(acting: Acting, operation: Operation): Promise<ObservedCall> {
  const key = newId();
  // Repetitions with one idempotency key have one body, also after the clock was moved.
  const sentAt = acting.now();
  const sending = { ...acting, now: () => sentAt };
  const { result, lostAttempts } = await callPatiently(() => send(sending, operation, key));
  const outcome = 'value' in result ? { reason: 'OK', ...result.value } : readRefusal(result.refusal);
  return { operation, outcome, lostAttempts };
}

function readRefusal({ status, reason, details }: DomainError): Outcome {
  if (status === 'NOT_FOUND') return { reason: 'NOT_FOUND' };
  if (status === 'INVALID_ARGUMENT') return { reason: 'INVALID' };
  const named: unknown = details?.['status'];
  return { reason, ...(typeof named === 'string' && { status: named }) };
}

function send(acting: Acting, operation: Operation, key: string): Promise<Facts> {
  const { organization } = acting;
  const keyed = { ...organization.requester, idempotencyKey: key };
  switch (operation.kind) {
    case 'claim':
    case 'claimAsGuest':
    case 'extendClaim':
    case 'returnClaim':
    case 'submit':
    case 'appeal':
      return sendWork(acting, operation);
    case 'accept':
    case 'reject':
    case 'undo':
    case 'resolve':
    case 'acceptAll':
      return sendReview(acting, operation);
    case 'startRun':
    case 'cancelRun':
    case 'restartRun':
      return sendRun(acting, operation, keyed);
    case 'setPrivacy':
    case 'deleteFile':
    case 'deleteProject':
      return sendProject(acting, operation);
    default:
      return sendJob(acting, operation, keyed);
  }
}

type Working = Extract<Operation, { worker: number }>;

async function sendWork(acting: Acting, operation: Working): Promise<Facts> {
  const { known } = acting;
  const { work, appeals } = acting.clients;
  const call = findWorkerCall(acting, operation.worker);
  switch (operation.kind) {
    case 'claim':
      return readClaim(
        known,
        await work.claimTask(call, { jobId: known.jobs.get(operation.job) ?? '', guestName: undefined }),
      );
    case 'claimAsGuest': {
      const jobId = known.jobs.get(operation.job) ?? '';
      const response = await work.claimTask(anonymousCall(), { jobId, guestName: 'Guest' });
      await meetGuest(acting, operation, response.claim?.guestToken);
      return readClaim(known, response);
    }
    case 'extendClaim':
      return readClaim(known, await work.extendClaim(call, { claimId: operation.claim }));
    case 'returnClaim':
      await work.returnClaim(call, { claimId: operation.claim });
      return {};
    case 'submit': {
      const answers = [{ questionKey: 'seen', value: operation.value }];
      const { answer } = await work.submitAnswer(call, { claimId: operation.claim, answers, regions: [] });
      return answer === undefined ? {} : { id: answer.id };
    }
    case 'appeal': {
      const message = 'The answer describes what the image shows.';
      const { appeal } = await appeals.createAppeal(call, { answerId: operation.answer, message });
      return appeal === undefined ? {} : { id: appeal.id };
    }
  }
}

interface ClaimAnswer {
  readonly claim?:
    { readonly claimId: string; readonly taskId: string; readonly expiresAt?: Date | undefined } | undefined;
}

function readClaim({ variants }: Known, { claim }: ClaimAnswer): Facts {
  if (claim?.expiresAt === undefined) throw new Error('a claim has no end');
  const variant = variants.get(claim.taskId);
  const facts = { id: claim.claimId, expiresAt: claim.expiresAt.getTime() };
  return variant === undefined ? facts : { ...facts, variant };
}

type Reviewing = Extract<Operation, { kind: 'accept' | 'reject' | 'undo' | 'resolve' | 'acceptAll' }>;

async function sendReview({ clients, organization, known }: Acting, operation: Reviewing): Promise<Facts> {
  const { answers, appeals } = clients;
  const { requester, arbiter } = organization;
  const jobId = known.jobs.get(operation.job) ?? '';
  if (operation.kind === 'acceptAll') {
    await answers.acceptCrowdAnswers(requester, { jobId, answerIds: [], allPending: true });
    return {};
  }
  if (operation.kind === 'resolve') {
    const decision = operation.isOverturned ? AppealDecision.OVERTURNED : AppealDecision.UPHELD;
    const call = operation.byRejecter ? requester : arbiter;
    await appeals.resolveAppeal(call, { appealId: operation.appeal, decision, note: 'Looked at again.' });
    return {};
  }
  const on = { jobId, answerId: operation.answer };
  const rejection = {
    rejectionCategory: RejectionCategory.OTHER,
    rejectionReason: 'It does not describe the image.',
  };
  if (operation.kind === 'accept') await answers.acceptCrowdAnswer(requester, on);
  else if (operation.kind === 'reject') await answers.rejectCrowdAnswer(requester, { ...on, ...rejection });
  else await answers.undoCrowdRejection(requester, { ...on, reason: 'By mistake.' });
  return {};
}

type OnRun = Extract<Operation, { run: number }>;

/** Claims that are checked without a file, so that a run costs little. No sun was there to throw the shadow, so they are contradicted. */
const contextData = {
  claimed_location_lat: 1,
  claimed_location_lng: 1,
  claimed_datetime: '2024-01-01T00:00:00Z',
  shadow_ratio: 1,
};

async function sendRun(
  { clients, organization, known }: Acting,
  operation: OnRun,
  keyed: OutgoingCall,
): Promise<Facts> {
  const { projectId, requester } = organization;
  const runId = known.runs.get(operation.run) ?? '';
  if (operation.kind === 'startRun') {
    const fileIds = operation.file === undefined ? [] : [organization.fileIds[operation.file] ?? ''];
    const order = StartRunRequest.fromPartial({
      projectId,
      fileIds,
      contextData,
      pipelineSlug: 'geo-time-context',
    });
    const { run } = await clients.runs.startRun(keyed, order);
    return run === undefined ? {} : { id: run.id };
  }
  if (operation.kind === 'cancelRun') await clients.runs.cancelRun(requester, { runId, projectId });
  else await clients.runs.restartRun(keyed, { runId, projectId });
  return {};
}

type OnProject = Extract<Operation, { kind: 'setPrivacy' | 'deleteFile' | 'deleteProject' }>;

async function sendProject({ clients, organization }: Acting, operation: OnProject): Promise<Facts> {
  const { requester, projectId, fileIds } = organization;
  if (operation.kind === 'deleteProject') {
    await clients.projects.deleteProject(requester, { projectId });
    return {};
  }
  const fileId = fileIds[operation.file] ?? '';
  if (operation.kind === 'setPrivacy')
    await setPrivacy(clients, requester, { fileId, isPublic: operation.isPublic });
  else await clients.files.deleteFile(requester, { fileId, answer: DeletionAnswer.UNSPECIFIED });
  return {};
}
