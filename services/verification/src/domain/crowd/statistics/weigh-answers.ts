import type { CrowdTask } from '../../pipeline/pipeline.ts';
import type { StageResponse } from '../../stage/stage.ts';
import { countTested, estimateAccuracy } from './accuracy.ts';
import { sum } from './aggregate-responses.ts';

/** The answers to one question of a run. */
export interface Answers {
  readonly task: Pick<CrowdTask, 'options'>;
  readonly responses: readonly StageResponse[];
}

export interface AnswerWeight {
  /** The contribution of the stage, as a log10 likelihood ratio; positive against the file or claim. */
  readonly llr: number;
  /** True if the cap limited the answers of the run so far. */
  readonly isCapped: boolean;
}

/** The cap of all answers of a run together, log10: at the prior of 1 in 10 they reach .78, which decides nothing. */
const maxLlr = 1.5;
/** The cap while fewer than three workers of the run are tested. */
const maxUntestedLlr = 0.7;
const minTestedWorkers = 3;

/**
 * Weighs the answers of a stage on top of the earlier ones of its run. Each answer has the likelihood ratio q / (1 − q), where q is the
 * accuracy of its worker; their sum over all stages of the run is capped, and the stage gets what the earlier stages left. A person
 * who answers in two stages counts once, with the later answer.
 */
export function weighAnswers(stage: Answers, earlier: readonly Answers[]): AnswerWeight {
  const before = sumUp(earlier);
  const after = sumUp([...earlier, stage]);
  return { llr: after.llr - before.llr, isCapped: after.isCapped };
}

/** Returns the log10 likelihood ratio of one answer: 0 for "cannot tell". A worker who only guesses supports no side. */
export function weighAnswer({ options }: Pick<CrowdTask, 'options'>, response: StageResponse): number {
  const { speaks } = options.find(({ value }) => value === response.value) ?? {};
  if (speaks === undefined) return 0;
  const accuracy = estimateAccuracy(response, options.length);
  const llr = Math.max(0, Math.log10(accuracy / (1 - accuracy)));
  return speaks === 'against' ? llr : -llr;
}

function sumUp(answers: readonly Answers[]): AnswerWeight {
  const responses = answers.flatMap((one) => one.responses);
  const cap = countTested(responses) >= minTestedWorkers ? maxLlr : maxUntestedLlr;
  const byPerson = new Map(
    answers.flatMap(({ task, responses: own }) =>
      own.map((response) => [response.workerId, weighAnswer(task, response)] as const),
    ),
  );
  const total = sum([...byPerson.values()]);
  return { llr: Math.min(cap, Math.max(-cap, total)), isCapped: Math.abs(total) > cap };
}
