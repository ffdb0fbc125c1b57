import { finding } from '@assay/checks/check/check-result';
import type { CheckResult } from '@assay/checks/check/check';
import type { Verdict } from '../fusion/conclusion.ts';
import { manifests } from '@assay/checks/manifests';
import type { CrowdTask } from '../pipeline/pipeline.ts';
import { toFindings } from '../stage/records/findings.ts';
import type {
  AreaOverlap,
  EndedBy,
  PeopleResult,
  RunStage,
  StageResponse,
  StageResult,
  StoredArtifact,
} from '../stage/stage.ts';
import { countTested, estimateAccuracy } from './statistics/accuracy.ts';
import { aggregateResponses } from './statistics/aggregate-responses.ts';
import type { Aggregate } from './statistics/aggregate-responses.ts';
import { isDecided } from './next-step.ts';
import { weighAnswer, weighAnswers } from './statistics/weigh-answers.ts';
import type { Answers, AnswerWeight } from './statistics/weigh-answers.ts';

export interface ClosedStage {
  readonly stage: Pick<RunStage, 'slug'>;
  readonly task: CrowdTask;
  readonly responses: readonly StageResponse[];
  readonly endedBy: EndedBy;
  /** The answers of the stages before. */
  readonly earlier: readonly Answers[];
  /** The area that people marked, compared with each map. */
  readonly areas: readonly AreaOverlap[];
  readonly artifacts: readonly StoredArtifact[];
}

/** The result of a crowd stage, and its record of the people. */
export type CrowdResult = StageResult & { readonly people: PeopleResult };

const limits = [
  'People see what they expect. Their answers alone decide nothing, and it was not measured how often such answers are wrong.',
];

/** Builds the result of a stage that needs no more responses: one finding, which fusion weighs with those of the checks. */
export function buildCrowdResult(closed: ClosedStage): CrowdResult {
  const { task, responses, endedBy, earlier, areas, artifacts } = closed;
  const aggregate = aggregateResponses(task, responses);
  const weight = weighAnswers({ task, responses }, earlier);
  const agreed = isDecided(task, responses);
  const result = buildFinding(closed, { aggregate, weight, agreed });
  const { value, agreement } = aggregate;
  const consensus = responses.length === 0 || value === null ? null : { value, confidence: agreement };
  return {
    verdict: agreed ? readVerdict(task, value) : 'inconclusive',
    confidence: responses.length === 0 ? null : agreement,
    summary: result.statement,
    findings: toFindings([result]),
    artifacts,
    people: { consensus, ...weight, areas, endedBy },
  };
}

/** Returns the verdict of people who agree. Fusion decides about the file, and answers to claims say nothing of it. */
function readVerdict({ options, claimKeys }: CrowdTask, answer: string | null): Verdict {
  const chosen = options.find(({ value }) => value === answer);
  return claimKeys === undefined && chosen?.speaks === 'against' ? 'manipulated' : 'unverified';
}

interface Weighed {
  readonly aggregate: Aggregate;
  readonly weight: AnswerWeight;
  readonly agreed: boolean;
}

function buildFinding(
  { stage: { slug }, task, responses, endedBy, areas }: ClosedStage,
  { aggregate, weight, agreed }: Weighed,
): CheckResult {
  const manifest = manifests.get(slug);
  if (manifest === undefined) throw new Error(`no manifest declares the stage ${slug}`);
  const { options, minResponses, maxResponses, consensusThreshold, question } = task;
  const chosen = options.find(({ value }) => value === aggregate.value);
  const testedWorkers = countTested(responses);
  return finding(manifest, {
    statement: stateAnswers(responses.length, agreed ? chosen?.label : undefined),
    limits,
    claims: agreed && chosen?.bearing !== undefined ? [buildClaimFinding(task, chosen)] : [],
    llrManipulated: weight.llr,
    facts: {
      question,
      endedBy,
      agreement: responses.length === 0 ? null : aggregate.agreement,
      testedWorkers,
      untestedWorkers: responses.length - testedWorkers,
      isCapped: weight.isCapped,
      options: options.map(({ value, label }, index) => ({
        value,
        label,
        count: responses.filter((response) => response.value === value).length,
        posterior: aggregate.posterior[index] ?? 0,
      })),
      responses: responses.map((response) => describeResponse(task, response)),
      areas: areas.map(({ artifactId, iou }) => ({ artifactId, iou })),
    },
    parameters: { minResponses, maxResponses, consensusThreshold },
  });
}

function describeResponse(task: CrowdTask, response: StageResponse) {
  const { id, value, goldCorrect, goldTotal } = response;
  const accuracy = estimateAccuracy(response, task.options.length);
  return { id, value, goldCorrect, goldTotal, accuracy, llr: weighAnswer(task, response) };
}

function buildClaimFinding(task: CrowdTask, { label, bearing }: CrowdTask['options'][number]) {
  const statement = `people answered: ${label}`;
  return { keys: task.claimKeys ?? [], bearing: bearing ?? ('notes' as const), statement };
}

function stateAnswers(count: number, label: string | undefined): string {
  if (count === 0) return 'No person answered.';
  const people = count === 1 ? '1 person' : `${String(count)} people`;
  return label === undefined
    ? `${people} answered, and their answers do not suffice to agree.`
    : `${people} answered, and they agree: ${label}.`;
}
