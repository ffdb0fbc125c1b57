import { setTimeout as delay } from 'node:timers/promises';

const firstMs = 150;
const longestMs = 1_000;
const growth = 1.3;

/** Asks until the answer is final: quickly at first, once a second in the end. @throws Error after the time limit */
export async function pollUntil<T>(
  ask: () => Promise<T>,
  isFinal: (answer: T) => boolean,
  timeoutMs: number,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let pause = firstMs; ; pause = Math.min(longestMs, pause * growth)) {
    const answer = await ask();
    if (isFinal(answer)) return answer;
    if (Date.now() > deadline)
      throw new Error(`no result within ${String(timeoutMs / 1000)} s. See the logs of the platform.`);
    await delay(pause);
  }
}
