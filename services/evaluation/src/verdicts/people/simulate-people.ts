import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import { buildCrowdResult } from '@assay/verification/domain/crowd/crowd-result';
import { isDecided, nextStep } from '@assay/verification/domain/crowd/next-step';
import type { Answers } from '@assay/verification/domain/crowd/statistics/weigh-answers';
import { imageExpertReview } from '@assay/verification/domain/pipeline/definitions/image-expert-review';
import type { CrowdTask } from '@assay/verification/domain/pipeline/pipeline';
import { resultsOf } from '@assay/verification/domain/stage/records/findings';
import type { StageResponse } from '@assay/verification/domain/stage/stage';
import type { judge as judgeFile, Judgement } from '../judge.ts';
import { drawAnswer, drawWorker } from './simulated-worker.ts';
import type { Random } from './simulated-worker.ts';

/** Concludes as a run does. */
export type Judge = typeof judgeFile;
/** A kept file, with the results of the checks. */
export type CheckedFile = Parameters<Judge>[0];

/** A run whose people are simulated. */
export interface SimulatedRun {
  readonly machines: Judgement;
  readonly withPeople: Judgement;
  /** The answers of both stages. */
  readonly answers: number;
  readonly isAdjudicated: boolean;
}

export interface SimulatedPeople {
  readonly isHonest: boolean;
  readonly goldTotal: number;
  readonly seed: number;
  readonly judge: Judge;
}

/** Lets simulated people answer the stages of runs on kept files, each file in turn, and concludes as a run does. */
export function simulatePeople(
  files: readonly CheckedFile[],
  count: number,
  people: SimulatedPeople,
): readonly SimulatedRun[] {
  const random = seededRandom(people.seed);
  return Array.from({ length: count }, (_, index) => files[index % files.length])
    .filter((file) => file !== undefined)
    .map((file) => simulateRun(file, { people, random }));
}

interface Simulation {
  readonly people: SimulatedPeople;
  readonly random: Random;
}

function simulateRun(file: CheckedFile, { people, random }: Simulation): SimulatedRun {
  const shared = random();
  const earlier: Answers[] = [];
  const added: CheckedFile['results'][number][] = [];
  for (const { slug, task } of imageExpertReview.stages) {
    if (task.kind !== 'ask') continue;
    if (earlier.some((stage) => isDecided(task, stage.responses))) continue;
    const isChanged = file.change !== null;
    const { responses, endedBy } = answerStage(task, () => {
      const worker = drawWorker({ random, ...people });
      const { goldCorrect, goldTotal } = worker;
      const id = random().toString(36);
      const value = drawAnswer(worker, { isChanged, shared, random });
      return { id, workerId: id, value, goldCorrect, goldTotal, areas: [], texts: {} };
    });
    const closed = { stage: { slug }, task, responses, endedBy, earlier, areas: [], artifacts: [] };
    added.push(...resultsOf(buildCrowdResult(closed)).map((result) => ({ ...result, marks: null })));
    earlier.push({ task, responses });
  }
  return {
    machines: people.judge(file, imageExpertReview),
    withPeople: people.judge({ ...file, results: [...file.results, ...added] }, imageExpertReview),
    answers: earlier.reduce((sum, { responses }) => sum + responses.length, 0),
    isAdjudicated: earlier.length > 1,
  };
}

function answerStage(task: CrowdTask, answer: () => StageResponse) {
  const responses: StageResponse[] = [];
  for (;;) {
    const step = nextStep(task, responses);
    if (step.kind === 'end') return { responses, endedBy: step.endedBy };
    responses.push(answer());
  }
}
