import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { AppealsServiceService } from '@assay/proto/crowd/v1/appeals_service';
import type { Deps } from '../deps.ts';
import { createAppeal } from '../domain/crowd/appeal/create-appeal.ts';
import { listAppeals } from '../domain/crowd/appeal/list-appeals.ts';
import { resolveAppeal } from '../domain/crowd/appeal/resolve-appeal.ts';
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
  listAppeals: async (deps, call, { jobId, status, ...page }) =>
    toListAppealsResponse(
      await listAppeals(deps, call, { jobId, status: appealStatuses.read('status', status), page }),
    ),
  resolveAppeal: async (deps, call, { appealId, decision, note }) => ({
    appeal: toAppealMessage(
      await resolveAppeal(deps, call, {
        appealId,
        note,
        decision: appealDecisions.readRequired('decision', decision),
      }),
    ),
  }),
};
