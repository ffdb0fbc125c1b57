import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import type { Deps } from '../deps.ts';
import { acceptAnswer } from '../domain/answer/accept-answer.ts';
import { acceptMany } from '../domain/answer/accept-many.ts';
import { findAnswer } from '../domain/answer/find-answer.ts';
import { readExport } from '../domain/answer/read-export.ts';
import { rejectAnswer } from '../domain/answer/reject-answer.ts';
import { undoRejection } from '../domain/answer/undo-rejection.ts';
import { findOwnJob } from '../domain/job/check-job-access.ts';
import {
  answerStatuses,
  readAcceptMany,
  rejectionCategories,
  toAnswerMessage,
  toListAnswersResponse,
} from './answer-message.ts';

export const crowdAnswersRpcs: Rpcs<Deps, typeof CrowdAnswersServiceService> = {
  async listCrowdAnswers(deps, call, { jobId, status, workerId, submittedSince, ...page }) {
    await findOwnJob(deps, call, jobId);
    const filter = {
      ...{ jobId, submittedSince, workerId: workerId === '' ? undefined : workerId },
      status: answerStatuses.read('status', status),
    };
    return toListAnswersResponse(await deps.answers.list(filter, page));
  },
  async readAnswerExport(deps, call, { jobId, status, part }) {
    const query = { jobId, part, status: answerStatuses.read('status', status) };
    const { answers, nextPart, questionKeys } = await readExport(deps, call, query);
    return { answers: answers.map(toAnswerMessage), nextPart, questionKeys: [...questionKeys] };
  },
  getCrowdAnswer: async (deps, call, path) => ({
    answer: toAnswerMessage((await findAnswer(deps, call, path)).answer),
  }),
  acceptCrowdAnswer: async (deps, call, { jobId, answerId, acceptanceNote: note }) => ({
    answer: toAnswerMessage(await acceptAnswer(deps, call, { jobId, answerId, note })),
  }),
  rejectCrowdAnswer: async (deps, call, { jobId, answerId, rejectionCategory, rejectionReason: reason }) => ({
    answer: toAnswerMessage(
      await rejectAnswer(deps, call, {
        ...{ jobId, answerId, reason },
        category: rejectionCategories.readRequired('rejectionCategory', rejectionCategory),
      }),
    ),
  }),
  undoCrowdRejection: async (deps, call, request) => ({
    answer: toAnswerMessage(await undoRejection(deps, call, request)),
  }),
  async acceptCrowdAnswers(deps, call, request) {
    const { accepted, skipped, remaining } = await acceptMany(deps, call, readAcceptMany(request));
    return { accepted, skipped: skipped.map((item) => ({ ...item })), remaining };
  },
};
