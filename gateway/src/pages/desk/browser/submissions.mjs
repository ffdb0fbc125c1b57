/** Runs that somebody asked for: started once their files can be examined, each told in a row until it has ended. */

import { call, idempotencyKey } from './api.mjs';
import { createQueue } from './queue.mjs';
import { retrySending } from './sendings.mjs';
import { hasEnded, watchRun } from './watched-runs.mjs';
import { sentenceFor, stageStates, standing, toneOf } from './words.mjs';

/** Each is followed by a stream of events, of which a browser has only a few. */
const inTurn = createQueue(2);

/**
 * Starts a run over the files of `sendings`, none included. `pipelineFor` says which pipeline examines files of these types,
 * undefined: none; `claimsFor` what is claimed for it. `onRun` hears of the run when it was started.
 */
export function submit(order) {
  const { row, sendings } = order;
  row.show({ text: 'Waiting' });
  for (const sending of sendings) sending.onStep = sendings.length === 1 ? row.show : undefined;
  void inTurn(() => examine(order));
}

async function examine(order) {
  const { row, sendings, projectId } = order;
  try {
    const files = await everyFile(order);
    const pipeline = order.pipelineFor(files.map(({ mimeType }) => mimeType));
    if (pipeline === undefined) {
      return row.refuse(`No examination takes files of the type ${files[0]?.mimeType ?? ''}.`);
    }
    row.show({ text: `Starting “${pipeline.name}”` });
    order.idempotencyKey ??= idempotencyKey();
    const contextData = order.claimsFor(pipeline);
    const isClaimed = Object.keys(contextData).length > 0;
    const body = {
      pipelineSlug: pipeline.slug,
      fileIds: files.map(({ id }) => id),
      ...(isClaimed ? { contextData } : {}),
    };
    const headers = { 'idempotency-key': order.idempotencyKey };
    const run = await call('POST', `/v2/projects/${projectId}/verification-runs`, body, headers);
    order.onRun(run);
    await followed(run, order);
  } catch (error) {
    // A start that was refused is another start the next time.
    if (error.status !== 0) order.idempotencyKey = undefined;
    const of = sendings.length > 1 && error.fileName !== undefined ? `${error.fileName}: ` : '';
    const canRetry = ![400, 413, 415].includes(error.status);
    row.refuse(`${of}${sentenceFor(error)}`, canRetry ? () => again(order) : undefined);
  }
}

function again(order) {
  for (const sending of order.sendings) if (sending.hasFailed) retrySending(sending);
  submit(order);
}

function everyFile({ row, sendings }) {
  let ready = 0;
  return Promise.all(
    sendings.map(async (sending) => {
      try {
        return await sending.ready;
      } catch (error) {
        throw Object.assign(error, { fileName: sending.file.name });
      } finally {
        ready += 1;
        if (sendings.length > 1) row.show({ text: 'Sending the files', share: ready / sendings.length });
      }
    }),
  );
}

/** Resolves when the run has ended. */
function followed(run, { row, onOpen, onEnd }) {
  return new Promise((resolve) => {
    const stop = watchRun(run, (seen) => {
      row.onOpen(() => onOpen(seen));
      if (seen.problem !== undefined) row.refuse(sentenceFor(seen.problem));
      else if (hasEnded(seen)) row.end(standing(seen), toneOf(seen));
      else row.show(progressOf(seen));
      if (!hasEnded(seen) && seen.problem === undefined) return;
      onEnd(seen);
      // The watch may have ended before it could be stopped.
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

function progressOf({ status, stages }) {
  if (status === 'pending') return { text: 'Waiting for its turn' };
  const done = stages.filter((stage) => stage.status === 'completed' || stage.status === 'skipped').length;
  const current = stages.find((stage) => stage.status === 'running') ?? stages[done];
  const text = current === undefined ? stageStates.running : current.stageName;
  return { text, share: done / stages.length };
}
