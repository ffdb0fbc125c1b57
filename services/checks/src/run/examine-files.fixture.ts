import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check, CheckResult } from '../check/check.ts';
import { createSubject, runCheck } from './run-checks.ts';

type Files = Readonly<Record<string, Uint8Array | string>>;

/** The answer of a check on a subject whose files, given by name, are on disk for it alone. */
export async function examineFiles(
  check: Check,
  files: Files,
  subjectOf: (paths: Readonly<Record<string, string>>) => Parameters<typeof createSubject>[0],
): Promise<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-examined-'));
  try {
    const names = Object.keys(files);
    const paths = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
    await Promise.all(Object.entries(files).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
    return await runCheck(check, createSubject(subjectOf(paths)), new AbortController().signal);
  } finally {
    await rm(folder, { recursive: true });
  }
}
