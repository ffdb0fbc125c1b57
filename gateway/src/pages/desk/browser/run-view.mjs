/** One run: its stages as they go, then verdict, claims, comparison and report. */

import { ask, call, idempotencyKey } from './api.mjs';
import { createClaimList } from './claim-list.mjs';
import { announce, button, byId, element } from './dom.mjs';
import { createComparison } from './compare.mjs';
import { createReportFrame } from './report-frame.mjs';
import { hasEnded, pathOf, refreshRun, watchRun } from './watched-runs.mjs';
import { nameOf, sentenceFor, stageStates, standing, time, toneOf, verdicts } from './words.mjs';

let stopWatching = () => undefined;

/** Shows a run in place of the one before. `onEnd` hears of its end. */
export function openRun(ref, { pipelines, onEnd }) {
  stopWatching();
  const section = byId('result');
  const title = element('h2', { id: 'result-title', tabIndex: -1 }, nameOf(ref));
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
    const pipeline = pipelines.find(({ slug }) => slug === run.pipelineSlug);
    showProgress({ ...parts, stages }, run, pipeline?.name ?? run.pipelineSlug);
    if (shown === run.status) return;
    shown = run.status;
    showActions(parts, run);
    if (!hasEnded(run)) return;
    onEnd(run);
    if (run.status === 'completed') void showResult(parts, run, pipeline);
  });
  title.focus({ preventScroll: true });
  section.scrollIntoView({ block: 'start', behavior: 'instant' });
}

export function closeRun() {
  stopWatching();
  byId('result').hidden = true;
}

function showProgress({ title, about, outcome, stages }, run, pipelineName) {
  title.textContent = nameOf(run);
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
      button('Save evidence bundle', (event) => void saveBundle(run, { problem, pressed: event.target }), {
        kind: 'slim',
      }),
    );
  } else {
    actions.replaceChildren(button('Cancel', act('cancel'), { kind: 'slim' }));
  }
}

/** The object store hears no key: the link is asked for, then followed without any. */
async function saveBundle(run, { problem, pressed }) {
  pressed.disabled = true;
  try {
    const { url } = await call('GET', `${pathOf(run)}/evidence-bundle?answer=link`);
    element('a', { href: url, rel: 'noreferrer', download: '' }).click();
    problem.hidden = true;
  } catch (error) {
    refuse({ problem }, error);
  }
  pressed.disabled = false;
}

/** Reports are fetched, since a link could not send a key. */
async function download(run, { path, name, problem, pressed }) {
  pressed.disabled = true;
  try {
    const response = await ask(`${pathOf(run)}/${path}`);
    const url = URL.createObjectURL(await response.blob());
    const subject = (run.files[0]?.name ?? 'claims').replace(/\.[^.]*$/u, '');
    element('a', { href: url, download: `${subject} ${name}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    problem.hidden = true;
  } catch (error) {
    refuse({ problem }, error);
  }
  pressed.disabled = false;
}

async function showResult({ past, details, problem }, run, pipeline) {
  past.open = false;
  const claims = createClaimList(run, pipeline);
  const show = (...shown) => details.replaceChildren(...shown.filter((part) => part !== undefined));
  show(claims, element('p', { className: 'waiting soft' }, 'Fetching the report …'));
  try {
    const [report, comparison] = await Promise.all([
      ask(`${pathOf(run)}/report?format=html`).then((response) => response.text()),
      comparisonFor(run),
    ]);
    show(claims, comparison, createReportFrame(report));
    announce(`${nameOf(run)}: ${verdicts[run.verdict]}. The report is shown.`);
  } catch (error) {
    show(claims);
    refuse({ problem }, error);
  }
}

/** Maps of several files do not say which of them they show. */
async function comparisonFor(run) {
  const [file, ...others] = run.files;
  if (file === undefined || others.length > 0) return undefined;
  const [artifacts, original] = await Promise.all([
    call('GET', `${pathOf(run)}/artifacts`),
    call('GET', `/v2/files/${file.id}`).catch(() => ({})),
  ]);
  return createComparison(artifacts, original);
}

function refuse({ problem }, error) {
  problem.textContent = sentenceFor(error);
  problem.hidden = false;
}
