/** One run: its stages as they go, then verdict, comparison and report. */

import { ask, call, hasKey, idempotencyKey } from './api.mjs';
import { announce, button, byId, element } from './dom.mjs';
import { createComparison } from './compare.mjs';
import { createReportFrame } from './report-frame.mjs';
import { hasEnded, pathOf, refreshRun, watchRun } from './watched-runs.mjs';
import { sentenceFor, stageStates, standing, time, toneOf, verdicts } from './words.mjs';

let stopWatching = () => undefined;

/** Shows a run in place of the one before. `onEnd` hears of its end. */
export function openRun(ref, { pipelineName, onEnd }) {
  stopWatching();
  const section = byId('result');
  const title = element('h2', { id: 'result-title', tabIndex: -1 }, ref.files?.[0]?.name ?? 'Examination');
  const stages = element('ol', { className: 'stages', 'aria-label': 'Stages' });
  const parts = {
    title,
    about: element('p', { className: 'soft small' }),
    outcome: element('div', { className: 'outcome' }),
    actions: element('div', { className: 'row' }),
    problem: element('p', { className: 'notice bad', role: 'alert', hidden: true }),
    past: element(
      'details',
      { className: 'past', open: true },
      element('summary', {}, 'Stage by stage'),
      stages,
    ),
    details: element('div', { className: 'details' }),
  };
  section.replaceChildren(...Object.values(parts));
  section.hidden = false;
  history.replaceState(null, '', `#run=${ref.projectId}/${ref.id}`);
  let shown = '';
  stopWatching = watchRun(ref, (run) => {
    if (run.problem !== undefined) return refuse(parts, run.problem);
    showProgress({ ...parts, stages }, run, pipelineName(run.pipelineSlug));
    if (shown === run.status) return;
    shown = run.status;
    showActions(parts, run);
    if (!hasEnded(run)) return;
    onEnd(run);
    if (run.status === 'completed') void showResult(parts, run);
  });
  title.focus({ preventScroll: true });
  section.scrollIntoView({ block: 'start', behavior: 'instant' });
}

export function closeRun() {
  stopWatching();
  byId('result').hidden = true;
}

function showProgress({ title, about, outcome, stages }, run, pipelineName) {
  title.textContent = run.files[0]?.name ?? 'Examination';
  about.textContent = `${pipelineName}, started ${time(run.createdAt)}`;
  outcome.replaceChildren(...outcomeOf(run));
  stages.replaceChildren(...run.stages.map((stage) => stageRow(stage, run)));
  const current = run.stages.find(({ status }) => status === 'running');
  if (current !== undefined)
    announce(`${current.stageName}, stage ${current.order + 1} of ${run.stages.length}`);
}

function outcomeOf(run) {
  const word = element('p', { className: `verdict ${toneOf(run)}` }, standing(run));
  if (run.status !== 'failed') return [word];
  const reason = run.error === 'canceled' ? 'It was ended before it was done' : `The reason: ${run.error}`;
  return [word, element('p', {}, `${reason}. Nothing was charged. You can start it again.`)];
}

function stageRow(stage, run) {
  const state = element('span', { className: 'small' }, stageStates[stage.status] ?? stage.status);
  // The last stage says what the report begins with.
  const saysMore = stage.summary && stage.summary !== run.explanation;
  const summary = saysMore ? element('span', { className: 'soft small wide' }, stage.summary) : undefined;
  const current = stage.status === 'running' ? 'step' : undefined;
  return element(
    'li',
    { className: `stage ${stage.status}`, 'aria-current': current },
    element('span', {}, stage.stageName),
    state,
    summary,
  );
}

function showActions({ actions, problem, past, details }, run) {
  problem.hidden = true;
  past.open = true;
  details.replaceChildren();
  const act = (verb, headers) => async (event) => {
    event.target.disabled = true;
    try {
      const changed = await call('POST', `${pathOf(run)}/${verb}`, undefined, headers?.());
      refreshRun(changed);
    } catch (error) {
      refuse({ problem }, error);
      event.target.disabled = false;
    }
  };
  if (run.status === 'failed') {
    const once = () => ({ 'idempotency-key': idempotencyKey() });
    actions.replaceChildren(button('Start again', act('restart', once), { kind: 'main' }));
  } else if (run.status === 'completed') {
    const save = (text, what) =>
      button(text, (event) => void download(run, { ...what, problem, pressed: event.target }), {
        kind: 'slim',
      });
    actions.replaceChildren(
      save('Save report (PDF)', { path: 'report?format=pdf', name: 'report.pdf' }),
      save('Save report (HTML)', { path: 'report?format=html', name: 'report.html' }),
      ...bundleLink(run),
    );
  } else {
    actions.replaceChildren(button('Cancel', act('cancel'), { kind: 'slim' }));
  }
}

/** Leads to the object store, which only a link may; a link sends the cookie of who is signed in, but no key. */
function bundleLink(run) {
  if (hasKey()) return [];
  return [
    element(
      'a',
      { className: 'button slim', href: `${pathOf(run)}/evidence-bundle` },
      'Save evidence bundle',
    ),
  ];
}

/** Reports are fetched, since a link could not send a key. */
async function download(run, { path, name, problem, pressed }) {
  pressed.disabled = true;
  try {
    const response = await ask(`${pathOf(run)}/${path}`);
    const url = URL.createObjectURL(await response.blob());
    const subject = (run.files[0]?.name ?? 'file').replace(/\.[^.]*$/u, '');
    element('a', { href: url, download: `${subject} ${name}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    problem.hidden = true;
  } catch (error) {
    refuse({ problem }, error);
  }
  pressed.disabled = false;
}

async function showResult({ past, details, problem }, run) {
  past.open = false;
  details.replaceChildren(element('p', { className: 'waiting soft' }, 'Fetching the report …'));
  try {
    const [report, artifacts, file] = await Promise.all([
      ask(`${pathOf(run)}/report?format=html`).then((response) => response.text()),
      call('GET', `${pathOf(run)}/artifacts`),
      call('GET', `/v2/files/${run.files[0].id}`).catch(() => ({})),
    ]);
    const comparison = createComparison(artifacts, file);
    details.replaceChildren(...[comparison, createReportFrame(report)].filter((part) => part !== undefined));
    announce(`${run.files[0].name}: ${verdicts[run.verdict]}. The report is shown.`);
  } catch (error) {
    details.replaceChildren();
    refuse({ problem }, error);
  }
}

function refuse({ problem }, error) {
  problem.textContent = sentenceFor(error);
  problem.hidden = false;
}
