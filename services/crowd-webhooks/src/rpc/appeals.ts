import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { AppealsServiceService } from '@assay/proto/crowd/v1/appeals_service';
import type { Deps } from '../deps.ts';
import { createAppeal } from '../domain/appeal/create-appeal.ts';
import { resolveAppeal } from '../domain/appeal/resolve-appeal.ts';
import { findOwnJob } from '../domain/job/check-job-access.ts';
import {
  appealDecisions,
  appealStatuses,
  toAppealMessage,
  toListAppealsResponse,
  toOwnAppeal,
} from './appeal-message.ts';

export const appealsRpcs: Rpcs<Deps, typeof AppealsServiceService> = {
  createAppeal: async (deps, call, request) => ({
    appeal: toOwnAppeal(await createAppeal(deps, call, request)),
  }),
  async listAppeals(deps, call, { jobId, status, ...page }) {
    await findOwnJob(deps, call, jobId);
    const filter = { jobId, status: appealStatuses.read('status', status) };
    return toListAppealsResponse(await deps.answers.listAppeals(filter, page));
  },
  resolveAppeal: async (deps, call, { appealId, decision, note }) => ({
    appeal: toAppealMessage(
      await resolveAppeal(deps, call, {
        ...{ appealId, note },
        decision: appealDecisions.readRequired('decision', decision),
      }),
    ),
  }),
};
