import type { OutgoingCall } from '@assay/chassis/call-context';
import type { MessageType } from '@assay/chassis/events/event';
import { newId } from '@assay/chassis/ids';
import { days } from '@assay/chassis/units';
import {
  AnswerAccepted,
  JobChanged,
  ResponseSubmitted,
  RunJobClosed,
} from '@assay/proto/crowd/v1/crowd_events';
import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { Audience } from '@assay/proto/crowd/v1/crowd_job';
import { CrowdJobsServiceService } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { SubmitAnswerRequest, WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { ResponsesClosed, ResponsesRequested } from '@assay/proto/runs/v1/run_events';
import { eventually } from '@assay/test-kit/eventually';
import { readEvents } from '@assay/test-kit/servers/lose-stream';
import { callBy } from '@assay/test-kit/test-platform';
import { crowdStream } from '../../../src/streams.ts';
import type { Started } from '../../start.ts';

/** The people of an organization that runs pipelines, and the clients of the service. */
export function createRunParts(started: Started) {
  const channel = started.platform.connect(started.service.grpcAddress);
  return {
    started,
    jobs: channel.client(CrowdJobsServiceService),
    answers: channel.client(CrowdAnswersServiceService),
    work: channel.client(WorkServiceService),
    close: () => {
      channel.close();
    },
  };
}

export type RunParts = ReturnType<typeof createRunParts>;

/** Builds the request of a first stage for two answers to one image. */
export function newRequest(
  { started: { clock } }: Pick<RunParts, 'started'>,
  organizationId: string,
  change: Partial<ResponsesRequested> = {},
  terms: Partial<NonNullable<ResponsesRequested['terms']>> = {},
): ResponsesRequested {
  return ResponsesRequested.fromPartial({
    organizationId,
    runId: newId(),
    projectId: newId(),
    stageId: newId(),
    stageSlug: 'crowd-anomaly-marking',
    crowdJobId: newId(),
    fileIds: [newId()],
    responsesWanted: 2,
    pipelineSlug: 'image-expert-review',
    pipelineVersion: '1',
    texts: { claim_text: 'A flood in the city' },
    terms: {
      audience: Audience.ORGANIZATION,
      guestsAllowed: false,
      validUntil: new Date(clock.now().getTime() + days(7)),
      unitCents: 10,
      minResponses: 2,
      maxResponses: 4,
      consensusThreshold: 0.7,
      holdId: '',
      language: '',
      ...terms,
    },
    ...change,
  });
}

/** Publishes a request, and waits for its job. */
export async function request(parts: RunParts, value: ResponsesRequested) {
  await parts.started.publish(ResponsesRequested, value, value.organizationId);
  return eventually(() => readJob(parts, value));
}

export async function readJob(
  { jobs }: RunParts,
  { organizationId, crowdJobId: jobId }: Pick<ResponsesRequested, 'organizationId' | 'crowdJobId'>,
) {
  const { job } = await jobs.getCrowdJob(callBy({ organizationId }), { jobId });
  if (job === undefined) throw new Error('the response has no job');
  return job;
}

export function close({ started }: RunParts, request: ResponsesRequested, reason = 'decided') {
  const { organizationId, runId, stageId, crowdJobId } = request;
  const value = { organizationId, runId, stageId, crowdJobId, reason, holdId: '' };
  return started.publish(ResponsesClosed, value, organizationId);
}

/** Claims the task of a job. */
export async function claim({ work }: RunParts, call: OutgoingCall, jobId: string) {
  const response = await work.claimTask(call, { jobId, guestName: undefined });
  if (response.claim === undefined) throw new Error('the response has no claim');
  return response.claim;
}

/** Answers a claimed task. By default the image was not changed. */
export function submit(
  { work }: RunParts,
  call: OutgoingCall,
  claimId: string,
  values: Readonly<Record<string, unknown>> = { changed: 'no' },
) {
  const answers = Object.entries(values).map(([questionKey, value]) => ({ questionKey, value }));
  return work.submitAnswer(call, SubmitAnswerRequest.fromPartial({ claimId, answers }));
}

/** Claims the task of a job as a new member, and answers it. */
export async function answer(
  parts: RunParts,
  { organizationId, crowdJobId }: ResponsesRequested,
  values?: Readonly<Record<string, unknown>>,
): Promise<string> {
  const call = callBy({ organizationId });
  const { claimId } = await claim(parts, call, crowdJobId);
  await submit(parts, call, claimId, values);
  return claimId;
}

async function readType<T>(
  { started }: RunParts,
  type: MessageType<T>,
  isOfJob: (value: T) => boolean,
): Promise<readonly { readonly id: string; readonly value: T }[]> {
  return (await readEvents(started.events, crowdStream, type)).filter(({ value }) => isOfJob(value));
}

/** Reads the events of a job of a run that the service published. */
export async function readPublished(parts: RunParts, { crowdJobId }: Pick<ResponsesRequested, 'crowdJobId'>) {
  return {
    responses: await readType(parts, ResponseSubmitted, (value) => value.crowdJobId === crowdJobId),
    acceptances: await readType(parts, AnswerAccepted, ({ jobId }) => jobId === crowdJobId),
    changes: await readType(parts, JobChanged, ({ jobId }) => jobId === crowdJobId),
    closings: await readType(parts, RunJobClosed, (value) => value.crowdJobId === crowdJobId),
  };
}
