// Asks the gateway for projects, a few at once, and prints each second how many were answered and how many failed of each kind.
import { setTimeout as pause } from 'node:timers/promises';

const { ASSAY_URL: baseUrl, ASSAY_API_KEY: apiKey } = process.env;
const [clients, pauseMs, printMs] = [4, 100, 1_000];
const counts = { answered: 0, failed: {} };

async function ask() {
  for (;;) {
    const kind = await outcome();
    if (kind === undefined) counts.answered += 1;
    else counts.failed[kind] = (counts.failed[kind] ?? 0) + 1;
    await pause(pauseMs);
  }
}

/** Undefined: answered as it should be; otherwise the status, or why there was no answer. */
async function outcome() {
  try {
    const answer = await fetch(new URL('/v2/projects', baseUrl), {
      headers: { 'x-api-key': apiKey },
      signal: AbortSignal.timeout(30_000),
    });
    await answer.arrayBuffer();
    return answer.ok ? undefined : String(answer.status);
  } catch (error) {
    return error.cause?.code ?? error.name;
  }
}

setInterval(() => process.stdout.write(`${JSON.stringify(counts)}\n`), printMs);
for (let client = 0; client < clients; client += 1) void ask();
