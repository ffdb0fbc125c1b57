import type { RunWithStages, Stage } from '../../shared/api/api-types.ts';
import { announce, element } from '../../shared/dom.ts';
import { formatTime } from '../parts/formats.ts';
import { createPeopleParts, explainSecrecy } from './people/people-parts.ts';
import { describeProbability, describeResult, nameRun, stageStatuses, toneClass } from './texts.ts';

/** The elements of the view that change while a run makes progress. */
export interface ProgressParts {
  readonly title: HTMLElement;
  readonly about: HTMLElement;
  readonly outcome: HTMLElement;
  readonly stages: HTMLElement;
}

interface ProgressOptions {
  readonly pipelineName: string;
  /** True: the person may start the run again. */
  readonly mayWrite: boolean;
}

/** Shows how far a run is, and announces the stage that is running. */
export function showProgress(
  parts: ProgressParts,
  run: RunWithStages,
  { pipelineName, mayWrite }: ProgressOptions,
): void {
  parts.title.textContent = nameRun(run);
  parts.about.textContent = `${pipelineName}, started ${formatTime(run.createdAt)}`;
  parts.outcome.replaceChildren(...createOutcome(run, mayWrite));
  parts.stages.replaceChildren(...run.stages.map((stage) => createStageRow(stage, run)));
  const current = run.stages.find(({ status }) => status === 'running');
  if (current === undefined) return;
  announce(`${current.stageName}, stage ${current.order + 1} of ${run.stages.length}`);
}

function createOutcome(run: RunWithStages, mayWrite: boolean): readonly HTMLElement[] {
  const result = element('p', { className: `verdict ${toneClass(run)}` }, describeResult(run));
  if (run.status === 'completed') return [result, ...explainResult(run)];
  if (run.status !== 'failed') return [result, ...explainSecrecy(run)];
  const reason = run.error === 'canceled' ? 'The run was canceled' : `The run failed: ${run.error ?? ''}`;
  const next = mayWrite ? ' You can start it again.' : '';
  const hasAnswers = run.stages.some(({ people }) => (people?.responses ?? 0) > 0);
  const charge = hasAnswers && run.error === 'canceled' ? 'Only answers of people are' : 'Nothing was';
  return [result, element('p', {}, `${reason}. ${charge} charged.${next}`)];
}

function explainResult(run: RunWithStages): readonly HTMLElement[] {
  const texts = [describeProbability(run), run.explanation ?? undefined];
  return texts.flatMap((text) => (text === undefined ? [] : [element('p', {}, text)]));
}

function createStageRow(stage: Stage, run: RunWithStages): HTMLElement {
  const status = element('span', { className: 'small' }, stageStatuses[stage.status]);
  // The summary of the last stage is the beginning of the report.
  const { summary } = stage;
  const isShown = summary !== null && summary !== '' && summary !== run.explanation;
  const current = ['running', 'awaiting_crowd'].includes(stage.status) ? 'step' : undefined;
  return element(
    'li',
    { className: `stage ${stage.status}`, 'aria-current': current },
    element('span', {}, stage.stageName),
    status,
    isShown ? element('span', { className: 'soft small wide' }, summary) : undefined,
    ...createPeopleParts(stage, run),
  );
}
