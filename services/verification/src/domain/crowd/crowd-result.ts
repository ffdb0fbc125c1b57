import { finding } from '@assay/checks/check/check-result';
import type { CheckResult } from '@assay/checks/check/check';
import type { AskTask } from '../pipeline/pipeline.ts';
import { toFindings } from '../stage/records/findings.ts';
import type { RunStage, StageResponse, StageResult } from '../stage/stage.ts';
import type { Aggregate } from './aggregate-responses.ts';

interface Answered {
  readonly task: AskTask;
  readonly responses: readonly StageResponse[];
  readonly agreed: boolean;
  readonly aggregate: Aggregate;
  /** What earlier stages that asked people weigh already, log10. */
  readonly heardBefore: number;
}

/** However many agree, and however often they are asked, people alone decide nothing: log10. */
const mostLlr = 1.5;

const limits = ['People see what they expect; where they disagree, nothing is decided.'];

/** What a stage that asked people leaves behind: their answers as one finding, which is weighed with those of the checks. */
export function crowdResult(stage: RunStage, answered: Answered): StageResult {
  const { agreed, aggregate, task } = answered;
  const result = toFinding(stage, answered);
  const altered = task.options.find(({ value }) => value === aggregate.value)?.speaksFor === 'manipulated';
  return {
    verdict: agreed ? (altered ? 'manipulated' : 'unverified') : 'inconclusive',
    confidence: aggregate.agreement,
    summary: result.statement,
    findings: toFindings([result]),
    artifacts: [],
  };
}

function toFinding({ slug }: RunStage, answered: Answered): CheckResult {
  const { task, responses, agreed, aggregate } = answered;
  const identity = { slug, version: '1', kind: 'context', criterion: 'crowd_agreement' } as const;
  const { options, minResponses, maxResponses, consensusThreshold, question } = task;
  const chosen = options.find(({ value }) => value === aggregate.value);
  const words = chosen?.label ?? '';
  const statement = agreed
    ? `Of ${String(responses.length)} people who were asked, most answered: ${words}.`
    : `${String(responses.length)} people were asked and do not agree.`;
  const claims =
    agreed && chosen?.bearing !== undefined
      ? [{ keys: task.claimKeys ?? [], bearing: chosen.bearing, statement: `people answered: ${words}` }]
      : [];
  return finding(identity, {
    statement,
    limits,
    claims,
    llrManipulated: withinCap(answered),
    facts: {
      question,
      agreement: aggregate.agreement,
      options: options.map(({ value }, index) => ({ value, posterior: aggregate.posterior[index] ?? 0 })),
      responses: responses.map(({ id, value, goldCorrect, goldTotal }) => ({
        id,
        value,
        goldCorrect,
        goldTotal,
      })),
    },
    parameters: { minResponses, maxResponses, consensusThreshold },
  });
}

/** All stages together say no more than one may. */
function withinCap({ aggregate, heardBefore }: Answered): number {
  const total = heardBefore + aggregate.llrManipulated;
  return Math.min(mostLlr, Math.max(-mostLlr, total)) - heardBefore;
}
