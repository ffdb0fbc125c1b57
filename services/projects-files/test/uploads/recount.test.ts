import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { callBy } from '@assay/test-kit/test-platform';
import { image } from '../content.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';

const command = join(import.meta.dirname, '../../src/commands/recount.ts');
let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

/** Runs the command as an operator does; resolves to what it prints. */
async function recount(overrides: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { PATH: process.env['PATH'], ...running.environment, ...overrides };
  return (await promisify(execFile)(process.execPath, ['--conditions=source', command], { env })).stdout;
}

interface Counter {
  readonly _id: string;
  readonly usedBytes: number;
  readonly usedFiles: number;
}

const counters = () => running.db.collection<Counter>('storage_use');
const counterOf = ({ organizationId }: OutgoingCall) => counters().findOne({ _id: organizationId });

it('the command recount sets the counters that are wrong, leaves the others, and says how many there were', async () => {
  const calls = [callBy(), callBy()] as const;
  const bytes = await image('png');
  for (const call of calls) await running.uploader.upload(call, await newProject(running, call), { bytes });
  const [wrong, right] = calls;
  const before = await Promise.all(calls.map(counterOf));
  await counters().updateOne({ _id: wrong.organizationId }, { $inc: { usedBytes: 1_000, usedFiles: 7 } });

  expect(await recount()).toBe('projects-files: 2 counters recounted, 1 were wrong\n');
  const { usedBytes, usedFiles } = (await counterOf(wrong)) ?? {};
  expect({ usedBytes, usedFiles }).toEqual({ usedBytes: bytes.byteLength, usedFiles: 1 });
  expect(await counterOf(right)).toMatchObject({ usedBytes: before[1]?.usedBytes, usedFiles: 1 });
  expect(await recount()).toBe('projects-files: 2 counters recounted, 0 were wrong\n');
});

it('without a database it ends with an error that says so, and the code of a wrong configuration', async () => {
  await expect(recount({ MONGODB_URI: '' })).rejects.toMatchObject({
    code: 78,
    stderr: expect.stringContaining('MONGODB_URI'),
  });
});
