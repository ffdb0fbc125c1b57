import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { Audience } from '@assay/proto/crowd/v1/crowd_job';
import { ResponsesRequested } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { requestResponses } from '../domain/crowd/run/request-responses.ts';

const audiences = createEnumCodec(Audience);

/** Makes the job of a stage that asks people, or opens more of its slots. */
export const onResponsesRequested = consumes<Deps, ResponsesRequested>({
  message: ResponsesRequested,
  requires: ['runId', 'stageId', 'organizationId'],
  async handle(deps, { requestId, value: { crowdJobId: jobId, terms, responsesWanted, ...request } }) {
    // Earlier versions of verification name no job.
    if (jobId === '') return;
    const { audience: stated = Audience.UNSPECIFIED, validUntil } = terms ?? {};
    const audience = audiences.fromMessage(stated) ?? 'organization';
    if (terms === undefined || validUntil === undefined) throw new PoisonError('the job has no terms');
    const result = await requestResponses(
      deps,
      { ...request, jobId, responsesRequested: responsesWanted, terms: { ...terms, audience, validUntil } },
      requestId,
    );
    if (result === 'no survey') throw new PoisonError(`the stage ${request.stageSlug} has no survey`);
  },
});
