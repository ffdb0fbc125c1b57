import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { samplePhotograph } from '@assay/test-kit/fixtures';
import type { Rest } from '@assay/test-kit/rest';
import { send } from './send.ts';

/** What an organization waits for, in milliseconds: the answer to a read, and the end of reading a photograph it uploaded. */
export interface Waits {
  readonly answers: number[];
  readonly photographs: number[];
}

/** Uploads photographs one after the other and looks around meanwhile, for as long as `goesOn` says. */
export async function keepWorking(
  rest: Rest,
  projectId: string,
  goesOn: (done: number) => boolean,
): Promise<Waits> {
  const bytes = await readFile(samplePhotograph());
  const waits: Waits = { answers: [], photographs: [] };
  while (goesOn(waits.photographs.length)) {
    const name = `${randomUUID()}.jpg`;
    const { ended, reason, milliseconds } = await send(rest, projectId, { name, bytes, type: 'image/jpeg' });
    if (ended !== 'completed') throw new Error(`a photograph ended ${ended}: ${reason}`);
    waits.photographs.push(milliseconds);
    for (const path of [`/v2/projects/${projectId}`, `/v2/projects/${projectId}/files?limit=20`]) {
      const started = performance.now();
      const { status } = await rest.get(path);
      if (status !== 200) throw new Error(`${path} was answered ${status.toString()}`);
      waits.answers.push(performance.now() - started);
    }
  }
  return waits;
}

/** The time that 95 of 100 keep below. */
export function p95(milliseconds: readonly number[]): number {
  return milliseconds.toSorted((a, b) => a - b)[Math.ceil(milliseconds.length * 0.95) - 1] ?? 0;
}
