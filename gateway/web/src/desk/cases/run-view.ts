/** The view of one run: the progress of its stages, then verdict, claims, comparison and report. */

import { api, identifyRun } from '../parts/api.ts';
import { request } from '../parts/request.ts';
import { writePath } from '../../shared/api/calls.ts';
import type { Pipeline, RunWithStages } from '../../shared/api/api-types.ts';
import type { RunReference } from '../parts/api-types.ts';
import { createClaimList } from './claim-list.ts';
import { createComparison } from './comparison.ts';
import { announce, byId, element } from '../../shared/dom.ts';
import { describeError } from '../parts/error-texts.ts';
import { createReportFrame } from './report-frame.ts';
import { createActions } from './run-actions.ts';
import type { Attempt } from './run-actions.ts';
import { keepRunAddress } from './run-address.ts';
import { showProgress } from './run-progress.ts';
import type { ProgressParts } from './run-progress.ts';
import { describeResult, nameRun } from './texts.ts';
import { hasEnded, watchRun } from './watched-runs.ts';

interface Parts extends ProgressParts {
  readonly actions: HTMLElement;
  readonly problem: HTMLElement;
  readonly past: HTMLDetailsElement;
  readonly details: HTMLElement;
}

export interface RunViewOptions {
  readonly pipelines: readonly Pipeline[];
  /** False: the person may not cancel or start runs. */
  readonly mayWrite: boolean;
  /** Called when the run has ended. */
  readonly onEnd: () => void;
}

let stopWatching = (): void => undefined;

/** Shows a run in place of the previous one. */
export function openRun(run: RunReference, { pipelines, mayWrite, onEnd }: RunViewOptions): void {
  stopWatching();
  const parts = createParts();
  let shownStatus = '';
  stopWatching = watchRun(run, {
    onChange(changed) {
      const pipeline = pipelines.find(({ slug }) => slug === changed.pipelineSlug);
      showProgress(parts, changed, { pipelineName: pipeline?.name ?? changed.pipelineSlug, mayWrite });
      if (shownStatus === changed.status) return;
      shownStatus = changed.status;
      showStatus(parts, changed, mayWrite);
      if (hasEnded(changed)) onEnd();
      if (changed.status === 'completed') void showResult(parts, changed, pipeline);
    },
    onProblem: (problem) => showError(parts, problem),
  });
  keepRunAddress(run);
  parts.title.focus({ preventScroll: true });
  byId('result').scrollIntoView({ block: 'start', behavior: 'instant' });
}

export function closeRun(): void {
  stopWatching();
  byId('result').hidden = true;
}

function createParts(): Parts {
  const stages = element('ol', { className: 'stages', 'aria-label': 'Stages' });
  const summary = element('summary', {}, 'Stages');
  const shown = {
    title: element('h2', { id: 'result-title', tabIndex: -1 }, 'Run'),
    about: element('p', { className: 'soft small' }),
    outcome: element('div', { className: 'outcome' }),
    actions: element('div', { className: 'row' }),
    problem: element('p', { className: 'notice bad', role: 'alert', hidden: true }),
    past: element('details', { className: 'past', open: true }, summary, stages),
    details: element('div', { className: 'details' }),
  };
  byId('result').replaceChildren(...Object.values(shown));
  byId('result').hidden = false;
  return { ...shown, stages };
}

function showStatus(parts: Parts, run: RunWithStages, mayWrite: boolean): void {
  parts.problem.hidden = true;
  parts.past.open = run.status !== 'completed';
  parts.details.replaceChildren();
  const attempt: Attempt = (pressed, action) => {
    pressed.disabled = true;
    action()
      .then(
        () => {
          parts.problem.hidden = true;
        },
        (error: unknown) => showError(parts, error),
      )
      .finally(() => {
        pressed.disabled = false;
      });
  };
  parts.actions.replaceChildren(...createActions({ run, mayWrite }, attempt));
}

async function showResult(parts: Parts, run: RunWithStages, pipeline: Pipeline | undefined): Promise<void> {
  const claims = createClaimList(run, pipeline);
  const show = (...shown: readonly (Node | undefined)[]): void =>
    parts.details.replaceChildren(...shown.filter((part) => part !== undefined));
  show(claims, element('p', { className: 'waiting soft' }, 'Fetching the report …'));
  try {
    const [report, comparison] = await Promise.all([
      request(writePath('getRunReport', { ...identifyRun(run), format: 'html' })).then((response) =>
        response.text(),
      ),
      compareWithMap(run),
    ]);
    show(claims, comparison, createReportFrame(report));
    announce(`${nameRun(run)}: ${describeResult(run)}. The report is shown.`);
  } catch (error) {
    show(claims);
    showError(parts, error);
  }
}

/** Maps of a run over several files do not name their file, so they are not shown. */
async function compareWithMap(run: RunWithStages): Promise<HTMLElement | undefined> {
  const [file, ...others] = run.files;
  if (file === undefined || others.length > 0) return undefined;
  const [artifacts, original] = await Promise.all([
    api.listRunArtifacts(identifyRun(run)),
    api.getFile({ fileId: file.id }).catch(() => undefined),
  ]);
  return createComparison(artifacts, original, run.stages);
}

function showError({ problem }: Parts, error: unknown): void {
  problem.textContent = describeError(error);
  problem.hidden = false;
}
