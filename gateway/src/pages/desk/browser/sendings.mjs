/** Files on their way into a project: sent, stored, read. */

import { call, upload } from './api.mjs';
import { createQueue } from './queue.mjs';
import { readingStep } from './words.mjs';

/** More at once would only make each of them slower. */
const inTurn = createQueue(2);
const askAgainMs = 500;

/**
 * Begins to send a file. `type` is what the browser takes it for until the platform has read it; `ready` resolves to the file once
 * it can be examined. `onStep` hears what is being done, as `{ text, share }`, and may be set at any time.
 */
export function createSending(file, projectId) {
  const sending = {
    file,
    type: file.type,
    projectId,
    stored: undefined,
    isDiscarded: false,
    onStep: undefined,
  };
  retrySending(sending);
  return sending;
}

/** What was done already is not done again. */
export function retrySending(sending) {
  sending.hasFailed = false;
  sending.ready = inTurn(() => (sending.isDiscarded ? Promise.resolve() : send(sending)));
  // Whoever waits for it is told as well.
  sending.ready.catch(() => (sending.hasFailed = true));
}

/** A file that nobody wants to examine any more does not stay in the project. */
export function discardSending(sending) {
  sending.isDiscarded = true;
  const remove = () =>
    sending.stored === undefined ? undefined : call('DELETE', `/v2/files/${sending.stored.id}`);
  sending.ready.then(remove, remove).catch(() => undefined);
}

async function send(sending) {
  const step = (text, share) => sending.onStep?.({ text, share });
  sending.stored ??= await upload(sending.projectId, sending.file, (share) =>
    share < 1 ? step('Sending', share) : step('Storing'),
  );
  for (let found = sending.stored; ; found = await call('GET', `/v2/files/${found.id}`)) {
    sending.type = found.mimeType;
    const { enrichmentStatus, enrichmentProgress, enrichmentError } = found;
    if (enrichmentStatus === 'completed') return found;
    if (enrichmentStatus === 'failed') {
      throw Object.assign(new Error(enrichmentError ?? 'it cannot be read'), { status: 422 });
    }
    step(readingStep(enrichmentProgress), enrichmentProgress?.share ?? undefined);
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}
