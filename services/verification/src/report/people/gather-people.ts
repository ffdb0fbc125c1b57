import { countTested } from '../../domain/crowd/statistics/accuracy.ts';
import type { Conclusion } from '../../domain/fusion/conclusion.ts';
import type { CrowdTask } from '../../domain/pipeline/pipeline.ts';
import type { Run } from '../../domain/run/run.ts';
import { weighFindings } from '../../domain/run/weigh-findings.ts';
import { findingsOf } from '../../domain/stage/records/findings.ts';
import { taskOf } from '../../domain/stage/records/stage-task.ts';
import type { RunStage } from '../../domain/stage/stage.ts';
import type { ReportAnswers, ReportCrowdStage, ReportPeople, ReportPicture } from '../report-input.ts';

/** Reads the drawings of a crowd stage whose bytes were loaded. */
type ReadDrawings = (stage: RunStage) => readonly ReportPicture[];

/** Gathers the answers of people, and what the run would conclude without them; undefined for a run that asked nobody. */
export function gatherPeople(
  run: Run,
  { posterior }: Conclusion,
  readDrawings: ReadDrawings,
): ReportPeople | undefined {
  const stages = run.stages.flatMap((stage) => {
    const task = taskOf(run, stage);
    return task.kind === 'ask' ? [describeStage(stage, task, readDrawings)] : [];
  });
  if (stages.length === 0) return undefined;
  return { stages, without: concludeWithout(run), posterior };
}

function describeStage(stage: RunStage, task: CrowdTask, readDrawings: ReadDrawings): ReportCrowdStage {
  const { name, people, responses = [] } = stage;
  const { question, options, maxResponses, consensusThreshold: threshold } = task;
  if (people === undefined) return { name, question, answered: null };
  const { consensus, llr, isCapped, endedBy } = people;
  const answered: ReportAnswers = {
    count: responses.length,
    maxResponses,
    testedWorkers: countTested(responses),
    options: options.map(({ value, label }) => ({
      label,
      count: responses.filter((response) => response.value === value).length,
    })),
    consensus:
      consensus === null
        ? null
        : {
            label: options.find(({ value }) => value === consensus.value)?.label ?? consensus.value,
            probability: consensus.confidence,
          },
    threshold,
    llr,
    isCapped,
    endedBy,
    drawings: readDrawings(stage),
  };
  return { name, question, answered };
}

function concludeWithout(run: Run): ReportPeople['without'] {
  const isMachine = (stage: RunStage): boolean => taskOf(run, stage).kind !== 'ask';
  const results = findingsOf({ ...run, stages: run.stages.filter(isMachine) });
  const concluding = run.stages.map((stage) => taskOf(run, stage)).find(({ kind }) => kind === 'conclude');
  const task = concluding?.kind === 'conclude' ? concluding : ({ kind: 'conclude' } as const);
  const { verdict, posterior } = weighFindings(run, task, results).concluded;
  return { verdict, posterior };
}
