import { setTimeout as delay } from 'node:timers/promises';

const FIRST_MS = 150;
const LONGEST_MS = 1_000;
const GROWTH = 1.3;

/** Asks until the answer is final: quickly at first, once a second in the end. @throws Error after the time limit */
export async function pollUntil<T>(
  ask: () => Promise<T>,
  isFinal: (answer: T) => boolean,
  timeoutMs: number,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let pause = FIRST_MS; ; pause = Math.min(LONGEST_MS, pause * GROWTH)) {
    const answer = await ask();
    if (isFinal(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`no result within ${String(timeoutMs / 1000)} s`);
    await delay(pause);
  }
}
