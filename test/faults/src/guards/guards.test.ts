/** Breaks each guard of tenants, money and keys; a test of the same package must fail. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { billingGuards } from './billing-guards.ts';
import { crowdGuards } from './crowd-guards.ts';
import { edgeGuards } from './edge-guards.ts';
import { listGuards } from './guard.ts';
import { mediaGuards } from './media-guards.ts';
import { peopleGuards } from './people-guards.ts';
import { root, runTests } from './run-tests.ts';

const guards = listGuards([...crowdGuards, ...billingGuards, ...peopleGuards, ...mediaGuards, ...edgeGuards]);
/** `GUARD=text` breaks only the guards whose sentence or file contains the text. */
const part = process.env['GUARD'] ?? '';
const chosen = guards.filter(({ broken, file }) => broken.includes(part) || file.includes(part));
const isWhole = process.env['FAULTS'] === 'whole';

describe('guards', () => {
  it('are at least 40, of every package that decides about tenants', () => {
    expect(guards.length).toBeGreaterThanOrEqual(40);
    expect(new Set(guards.map(({ broken }) => broken)).size).toBe(guards.length);
  });

  it.each(guards)(
    'stand exactly once in their file, with tests of the same package: $broken',
    async (guard) => {
      const source = await readFile(join(root, guard.file), 'utf8');
      expect(source.split(guard.code)).toHaveLength(2);
      expect(guard.replacement).not.toBe(guard.code);
      expect(guard.tests.length).toBeGreaterThan(0);
      expect(guard.tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
    },
  );
});

describe.runIf(isWhole)('with a guard broken, a test of its package fails', () => {
  beforeAll(async () => {
    const unbroken = await runTests([...new Set(chosen.flatMap(({ tests }) => tests))]);
    if (unbroken.failed.length > 0 || unbroken.passed === 0) {
      throw new Error(
        `the tests fail with every guard in place: ${unbroken.failed.join(', ')}\n${unbroken.output}`,
      );
    }
  }, 3_600_000);

  it.each(chosen)('$broken', { timeout: 900_000 }, async (guard) => {
    const { failed, output } = await runTests(guard.tests, guard);
    console.info(`${guard.broken}: ${failed[0] ?? 'survived'}`);
    expect(failed.length, `it survived ${guard.tests.join(', ')}\n${output}`).toBeGreaterThan(0);
  });
});
