import type { CallContext } from '@assay/chassis/call-context';
import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { PageOf } from '@assay/chassis/pagination';
import type { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import type { Deps } from '../deps.ts';
import type { Answer } from '../domain/crowd/answer/answer.ts';
import { acceptAnswer } from '../domain/crowd/answer/accept-answer.ts';
import { acceptMany } from '../domain/crowd/answer/accept-many.ts';
import { findAnswer } from '../domain/crowd/answer/find-answer.ts';
import { readExport } from '../domain/crowd/answer/read-export.ts';
import { listAnswers } from '../domain/crowd/answer/list-answers.ts';
import { rejectAnswer } from '../domain/crowd/answer/reject-answer.ts';
import { undoRejection } from '../domain/crowd/answer/undo-rejection.ts';
import { readGuestNames } from '../domain/crowd/guest/read-guest-names.ts';
import {
  answerStatuses,
  readAcceptMany,
  readAnswerQuery,
  rejectionCategories,
  toAcceptedMany,
  toAnswerMessage,
  toListAnswersResponse,
} from './answer-message.ts';
import { readFormat, toExportPart } from './answer-export-message.ts';

const show = async (deps: Deps, answer: Answer) => ({
  answer: toAnswerMessage(answer, await readGuestNames(deps, answer.organizationId, [answer])),
});

const showPage = async (deps: Deps, { organizationId }: CallContext, page: PageOf<Answer>) =>
  toListAnswersResponse(page, await readGuestNames(deps, organizationId, page.items));

export const crowdAnswersRpcs: Rpcs<Deps, typeof CrowdAnswersServiceService> = {
  listCrowdAnswers: async (deps, call, request) =>
    showPage(deps, call, await listAnswers(deps, call, readAnswerQuery(request))),
  readAnswerExport: async (deps, call, { jobId, status, part, format }) =>
    toExportPart(
      await readExport(deps, call, {
        jobId,
        part,
        status: answerStatuses.read('status', status),
        format: readFormat(format),
      }),
    ),
  getCrowdAnswer: async (deps, call, path) => show(deps, (await findAnswer(deps, call, path)).answer),
  acceptCrowdAnswer: async (deps, call, { jobId, answerId, acceptanceNote: note }) =>
    show(deps, await acceptAnswer(deps, call, { jobId, answerId, note })),
  rejectCrowdAnswer: async (deps, call, { jobId, answerId, rejectionCategory, rejectionReason: reason }) =>
    show(
      deps,
      await rejectAnswer(deps, call, {
        jobId,
        answerId,
        reason,
        category: rejectionCategories.readRequired('rejectionCategory', rejectionCategory),
      }),
    ),
  undoCrowdRejection: async (deps, call, request) => show(deps, await undoRejection(deps, call, request)),
  acceptCrowdAnswers: async (deps, call, request) =>
    toAcceptedMany(await acceptMany(deps, call, readAcceptMany(request))),
};
