import type { CrowdOptions as CrowdOptionsMessage, Stage, StagePeople } from '@assay/proto/runs/v1/run';
import { countTested } from '../domain/crowd/statistics/accuracy.ts';
import { defaultCrowdOptions } from '../domain/pipeline/crowd-options.ts';
import type { CrowdOptions } from '../domain/pipeline/crowd-options.ts';
import type { RunStage } from '../domain/stage/stage.ts';
import { audiences } from '../events/crowd-stage-events.ts';

/** Reads the people to ask; undefined where the request leaves them to the defaults. */
export function fromCrowdOptions(message: CrowdOptionsMessage | undefined): CrowdOptions | undefined {
  if (message === undefined) return undefined;
  const { audience, guestsAllowed, validHours, unpaid } = defaultCrowdOptions;
  return {
    audience: audiences.read('crowd.audience', message.audience) ?? audience,
    guestsAllowed: message.guestsAllowed ?? guestsAllowed,
    validHours: message.validHours ?? validHours,
    unpaid: message.unpaid ?? unpaid,
  };
}

type PeopleFields = Pick<
  Stage,
  'minResponses' | 'consensusThreshold' | 'crowdJobId' | 'people' | 'commitment'
>;

/** Builds the fields of a stage that only crowd stages have. */
export function toPeopleFields(stage: RunStage): PeopleFields | undefined {
  const { task, crowdJob } = stage;
  if (task?.kind !== 'ask') return undefined;
  const { minResponses, consensusThreshold, maxResponses } = task;
  if (crowdJob === undefined) return { minResponses, consensusThreshold };
  const { sha256, createdAt } = crowdJob.commitment;
  return {
    minResponses,
    consensusThreshold,
    crowdJobId: crowdJob.id,
    people: toPeople(stage, maxResponses),
    commitment: { sha256, createdAt },
  };
}

function toPeople({ responses = [], people }: RunStage, maxResponses: number): StagePeople {
  const testedWorkers = countTested(responses);
  return {
    responses: responses.length,
    maxResponses,
    testedWorkers,
    untestedWorkers: responses.length - testedWorkers,
    consensus: people?.consensus ?? undefined,
    llr: people?.llr ?? 0,
    isCapped: people?.isCapped ?? false,
    areas: (people?.areas ?? []).map(({ artifactId, iou }) => ({ artifactId, iou: iou ?? undefined })),
    endedBy: people?.endedBy,
  };
}
