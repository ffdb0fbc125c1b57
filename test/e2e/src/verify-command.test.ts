import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../../deploy/local/src/verify.ts');

let platform: SharedPlatform;
let stateDir: string;
beforeAll(async () => {
  platform = await joinPlatform();
  stateDir = await mkdtemp(join(tmpdir(), 'assay-verify-'));
  await mkdir(join(stateDir, 'data'));
  const { baseUrl, apiKey, organizationId } = platform;
  await writeFile(join(stateDir, 'local.json'), JSON.stringify({ baseUrl, apiKey, organizationId }));
});
afterAll(async () => {
  await platform.stop();
  await rm(stateDir, { recursive: true, force: true });
});

function verify(...files: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--conditions=source', program, ...files],
      { env: { ...process.env, ASSAY_STATE_DIR: stateDir } },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, said: `${stdout}${stderr}` });
      },
    );
  });
}

it('npm run verify goes on after files that it cannot read, or that the platform refuses', async () => {
  const empty = join(stateDir, 'empty.jpg');
  await writeFile(empty, '');
  const { code, said } = await verify(join(stateDir, 'none.jpg'), stateDir, empty, samplePhotograph());
  expect(code).toBe(1);
  expect(said).toContain('It cannot be read. Check the path.');
  expect(said).toContain('It is not a file.');
  expect(said).toContain('the file is empty');
  expect(said.match(/report\.html/gu)).toHaveLength(1);
});
