import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingForServer } from '../src/api-server/build-server.ts';
import { checkRefusals } from '../src/api-server/check-refusals.ts';
import { checkExample, checkUpgrade, startReadyServer } from '../src/api-server/check-server.ts';
import { lastRelease } from '../src/api-server/last-release.ts';
import { differences } from '../src/api-server/release-state.ts';
import type { ApiServer } from '../src/api-server/start-server.ts';
import { missingForCluster } from '../src/cluster/cluster-tools.ts';
import { tryPlatform } from '../src/cluster/try-platform.ts';
import type { Finding } from '../src/findings.ts';
import { exampleNames, platformExamples } from '../src/render.ts';

const missing = missingForServer();
const released = await lastRelease();
const startMs = 600_000;

it('names each field in which what is installed differs from what was', () => {
  const before = new Map<string, unknown>([
    ['Service a', { spec: { ports: [{ port: 1 }] } }],
    ['Service b', {}],
  ]);
  const after = new Map<string, unknown>([
    ['Service a', { spec: { ports: [{ port: 2 }] } }],
    ['Service c', {}],
  ]);
  expect(differences(before, before)).toEqual([]);
  expect(differences(before, after)).toEqual([
    'Service a: .spec.ports.0.port was 1 and is 2',
    'Service b is gone',
    'Service c is left over',
  ]);
});

describe.skipIf(missing !== undefined)(`an API server (${missing ?? 'is there'})`, () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startReadyServer();
  }, startMs);
  afterAll(() => server.stop());

  it.each(exampleNames)(
    'installs %s, admits its pods and no looser ones, upgrades its values and rolls back',
    { timeout: startMs },
    async (name) => {
      const findings = await Array.fromAsync(checkExample(server, name));
      expect(problemsOf(findings)).toEqual([]);
      expect(findings).toHaveLength(5);
    },
  );

  it.skipIf(released === undefined).each(platformExamples)(
    `upgrades the last release to %s and rolls back (${released ?? 'needs the history of the repository'})`,
    { timeout: startMs },
    async (name) => {
      const findings = await Array.fromAsync(checkUpgrade(server, name));
      expect(problemsOf(findings)).toEqual([]);
      expect(findings).toHaveLength(3);
    },
  );

  it.skipIf(missingForCluster(true) !== undefined)(
    `is no cluster: a trial of the platform ends with the step that fails (${missingForCluster(true) ?? 'kubectl is there'})`,
    async () => {
      const folder = await mkdtemp(join(server.folder, 'trial-'));
      const trial = { kubeconfig: server.kubeconfig, namespace: 'trial', folder, timeout: '2s' };
      const findings = await Array.fromAsync(tryPlatform({ ...trial, values: [], infraValues: [] }));
      expect(findings.map(({ subject, problems }) => [subject, problems.length])).toEqual([
        ['a namespace enforces Pod Security restricted', 0],
        ['charts/infra is installed', 1],
      ]);
      const path = '/api/v1/namespaces/trial';
      const { status } = await server.client.get<{ readonly status: { readonly phase: string } }>(path);
      expect(status.phase).toBe('Terminating');
    },
  );

  it('complains of fields it does not know, selectors that change and pods that are too loose', async () => {
    const findings = await Array.fromAsync(checkRefusals(server));
    expect(problemsOf(findings)).toEqual([]);
    expect(findings).toHaveLength(4);
  });
});

function problemsOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ problems }) => problems.length > 0);
}
