/** What becomes of the files somebody drops: sent, read, examined; each told in a row of its own. */

import { call, idempotencyKey, upload } from './api.mjs';
import { announce, button, byId, element } from './dom.mjs';
import { hasEnded, watchRun } from './watched-runs.mjs';
import { readingStep, sentenceFor, size, stageStates, standing, toneOf } from './words.mjs';

/** More at once would only make each of them slower. */
const atOnce = 2;
const askAgainMs = 500;

let underWay = 0;
const waiting = [];

/**
 * Sends and examines files. `pipelineFor` says which pipeline examines a type, undefined: none;
 * `onRun` hears of each run that was started, and whether its file was dropped alone.
 */
export function submit(files, target) {
  for (const file of files) {
    const row = createRow(file);
    const task = { file, row, target: { ...target, isAlone: files.length === 1 } };
    row.retry.addEventListener('click', () => enqueue(task));
    enqueue(task);
  }
}

function enqueue(task) {
  task.row.show({ text: 'Waiting', share: undefined });
  waiting.push(task);
  next();
}

function next() {
  if (underWay >= atOnce || waiting.length === 0) return;
  underWay += 1;
  const task = waiting.shift();
  void examine(task).finally(() => {
    underWay -= 1;
    next();
  });
  next();
}

/** What was done already is not done again when somebody tries again. */
async function examine(task) {
  const { file, row, target } = task;
  try {
    task.stored ??= await upload(target.projectId, file, (share) =>
      row.show({ text: share < 1 ? 'Sending' : 'Storing', share: share < 1 ? share : undefined }),
    );
    const { id, mimeType } = await enriched(task.stored, row);
    const pipeline = target.pipelineFor(mimeType);
    if (pipeline === undefined) return row.refuse(`No examination takes files of the type ${mimeType}.`);
    row.show({ text: `Starting “${pipeline.name}”`, share: undefined });
    task.idempotencyKey ??= idempotencyKey();
    const body = { pipelineSlug: pipeline.slug, fileIds: [id] };
    const headers = { 'idempotency-key': task.idempotencyKey };
    const path = `/v2/projects/${target.projectId}/verification-runs`;
    const run = await call('POST', path, body, headers);
    target.onRun(run, target.isAlone);
    await followed(run, row, target);
  } catch (error) {
    // A start that was refused is another start the next time.
    if (error.status !== 0) task.idempotencyKey = undefined;
    row.refuse(sentenceFor(error), { canRetry: ![413, 415].includes(error.status) });
  }
}

async function enriched(file, row) {
  for (let found = file; ; found = await call('GET', `/v2/files/${file.id}`)) {
    const { enrichmentStatus, enrichmentProgress, enrichmentError } = found;
    if (enrichmentStatus === 'completed') return found;
    if (enrichmentStatus === 'failed') {
      throw Object.assign(new Error(enrichmentError ?? 'it cannot be read'), { status: 422 });
    }
    row.show({ text: readingStep(enrichmentProgress), share: enrichmentProgress?.share ?? undefined });
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}

/** Resolves when the run has ended. */
function followed(run, row, { onOpen, onEnd }) {
  return new Promise((resolve) => {
    const stop = watchRun(run, (seen) => {
      if (seen.problem !== undefined) row.refuse(sentenceFor(seen.problem));
      else row.follow(seen, () => onOpen(seen));
      if (!hasEnded(seen) && seen.problem === undefined) return;
      onEnd(seen);
      // The watch may have ended before it could be stopped.
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

function createRow(file) {
  const state = element('span', { className: 'state' });
  const bar = element('progress', { max: 1, 'aria-label': `Progress of ${file.name}` });
  const retry = button('Try again', () => undefined, { kind: 'slim', hidden: true });
  const openButton = button('Open', () => undefined, { kind: 'slim', hidden: true });
  let onOpen = () => undefined;
  openButton.addEventListener('click', () => onOpen());
  const name = element('span', { className: 'name' }, element('bdi', {}, file.name));
  const about = element('span', { className: 'soft small' }, size(file.size));
  const row = element('li', { className: 'submission' }, name, about, state, bar, retry, openButton);
  byId('submissions').prepend(row);
  const show = ({ text, share }) => {
    state.textContent = share === undefined ? text : `${text}, ${Math.floor(share * 100)} %`;
    state.className = 'state';
    bar.hidden = false;
    if (share === undefined) bar.removeAttribute('value');
    else bar.value = share;
    retry.hidden = true;
  };
  return {
    retry,
    show,
    refuse(sentence, { canRetry = true } = {}) {
      state.textContent = sentence;
      state.className = 'state refused';
      bar.hidden = true;
      retry.hidden = !canRetry;
      announce(`${file.name}: ${sentence}`);
    },
    follow(run, open) {
      onOpen = open;
      openButton.hidden = false;
      openButton.setAttribute('aria-label', `Open the examination of ${file.name}`);
      if (!hasEnded(run)) return show(progressOf(run));
      const outcome = standing(run);
      state.textContent = outcome;
      state.className = `state chip ${toneOf(run)}`;
      bar.hidden = true;
      announce(`${file.name}: ${outcome}`);
    },
  };
}

function progressOf({ status, stages }) {
  if (status === 'pending') return { text: 'Waiting for its turn', share: undefined };
  const done = stages.filter((stage) => stage.status === 'completed' || stage.status === 'skipped').length;
  const current = stages.find((stage) => stage.status === 'running') ?? stages[done];
  const text = current === undefined ? stageStates.running : current.stageName;
  return { text, share: done / stages.length };
}
