/** Processes are killed at random; nothing is lost or doubled. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { startServers } from '@assay/local/servers/start-servers';
import type { RunningServers } from '@assay/local/servers/start-servers';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitRunEnd } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insist, uploadEnrichVerify } from './journal.ts';
import type { Journal } from './journal.ts';
import { expectMoneyRight } from './money/money.ts';

// The whole form is 50 files for each victim; the short one keeps `npm test` short.
const filesPerVictim = process.env['FAULTS'] === 'whole' ? 50 : 10;
const clients = 4;

const guardian = startGuardian();
let stateDir: string;
let servers: RunningServers;
let platform: LaunchedPlatform;
let rest: Rest;
let photograph: Buffer;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'assay-faults-'));
  // Servers of its own: nobody else's tests may feel the kill.
  servers = await startServers({
    config: readConfig(),
    mode: 'ephemeral',
    stateDir,
    guardian,
    onProgress: () => undefined,
  });
  platform = await launchPlatform({ servers });
  rest = createRest(platform.baseUrl, platform.apiKey);
  photograph = await readFile(smallPhotograph());
});

afterAll(async () => {
  await platform.stop();
  await servers.stop();
  guardian.close();
  await rm(stateDir, { recursive: true, force: true });
});

describe.each(['projects-files', 'verification', 'nats'] as const)(
  'when %s is killed in the middle of the work',
  (name) => {
    it(
      'no acknowledged file, no accepted run and no cent is lost or doubled',
      { timeout: 600_000 },
      async ({ skip }) => {
        const victim = name === 'nats' ? servers.processes.nats : platform.processes[name];
        if (victim === undefined) return skip(`${name} was not started by this test`);
        const { body: project } = await insist(
          () => rest.post('/v2/projects', { name }),
          ({ status }) => status === 201,
        );
        const journal: Journal = { files: [], runs: [] };
        const tags = Array.from({ length: filesPerVictim }, (_, index) => `${name}-${index}`);
        const job = { rest, projectId: project.id as string, photograph, journal };
        let isKilled: Promise<void> | undefined;
        const work = Array.from({ length: clients }, async () => {
          for (let tag = tags.shift(); tag !== undefined; tag = tags.shift()) {
            await uploadEnrichVerify(job, tag);
            if (journal.runs.length >= filesPerVictim / 3)
              isKilled ??= victim.kill().then(() => victim.restart());
          }
        });
        await Promise.all(work);
        expect(isKilled).toBeDefined();
        await isKilled;

        await expectFilesKept(journal);
        for (const run of journal.runs)
          expect(await awaitRunEnd(rest, run)).toMatchObject({ status: 'completed' });
        await expectMoneyRight(platform, rest, {
          projectId: project.id,
          organizationId: project.organizationId,
        });
      },
    );
  },
);

async function expectFilesKept(journal: Journal): Promise<void> {
  expect(journal.files).toHaveLength(filesPerVictim);
  for (const { id, sha256 } of journal.files) {
    const { body } = await rest.get(`/v2/files/${id}`);
    expect(body).toMatchObject({ enrichmentStatus: 'completed', enrichment: { sha256 } });
    const { headers } = await rest.get(`/v2/files/${id}/download`);
    const stored = await (await fetch(headers.get('location') ?? '')).arrayBuffer();
    expect(createHash('sha256').update(Buffer.from(stored)).digest('hex')).toBe(sha256);
  }
}
