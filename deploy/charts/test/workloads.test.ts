import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { processNames, servesRpcs } from '@assay/proto/processes';
import { infraChart } from '../src/paths.ts';
import { examples, releaseName, render } from '../src/render.ts';
import type { Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';

const missing = missingForCharts();

describe.skipIf(missing !== undefined)(`workloads (${missing ?? 'helm is there'})`, () => {
  let objects: readonly Manifest[] = [];
  const namesOf = (kind: string): string[] =>
    objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);

  beforeAll(async () => {
    objects = await render({ ...examples.minimal, kubernetesVersion: '1.35.0' });
  });

  it.each(processNames)(
    'run %s in a Deployment for each of its roles, with an account of its own',
    (name) => {
      const deployments = namesOf('Deployment').filter((found) =>
        found.startsWith(`${releaseName}-${name}-`),
      );
      expect(deployments.length).toBeGreaterThan(servesRpcs(name) ? 2 : 0);
      expect(namesOf('ServiceAccount')).toContain(`${releaseName}-${name}`);
    },
  );

  it('are scaled by what waits for their process where no consumers are named', async () => {
    const autoscaling = { hpa: { enabled: true }, waitingPerReplica: 5 };
    const values = { services: { billing: { roles: { worker: { autoscaling } } } } };
    const rendered = await render({ ...examples.minimal, values, kubernetesVersion: '1.35.0' });
    const scaler = rendered.find(({ kind }) => kind === 'HorizontalPodAutoscaler');
    // As every metric of a process names it.
    const metric = { name: 'assay_work_waiting', selector: { matchLabels: { process: 'billing' } } };
    expect(scaler?.['spec']).toMatchObject({
      metrics: expect.arrayContaining([
        { type: 'External', external: { metric, target: { type: 'AverageValue', averageValue: '5' } } },
      ]),
    });
  });

  it('leave nothing of a preparation that succeeded: Helm does not uninstall hooks', () => {
    const preparing = objects.filter(({ metadata }) =>
      metadata.annotations?.['helm.sh/hook']?.includes('pre-install'),
    );
    expect(preparing.map(({ kind }) => kind)).toEqual(['NetworkPolicy', 'ServiceAccount', 'Job']);
    for (const { metadata } of preparing)
      expect(metadata.annotations?.['helm.sh/hook-delete-policy']).toContain('hook-succeeded');
  });

  it('are found by headless names where they serve rpcs', () => {
    const services = namesOf('Service');
    for (const name of processNames.filter(servesRpcs)) expect(services).toContain(`${releaseName}-${name}`);
  });
});

it.skipIf(missing !== undefined)(
  'the MongoDB for development is a member under the name that its notes tell, which other namespaces know too (helm)',
  async () => {
    const servers = await render({ ...examples.infra, kubernetesVersion: '1.35.0' });
    const notes = readFileSync(join(infraChart, 'templates/NOTES.txt'), 'utf8')
      .replaceAll('{{ .Release.Name }}', releaseName)
      .replaceAll('{{ .Release.Namespace }}', 'default');
    const told = /mongodb:\/\/([^/]+)\//u.exec(notes)?.[1] ?? '';
    expect(told).toBe('assay-mongodb.default:27017');
    expect(JSON.stringify(servers)).toContain(`host: '${told}'`);
  },
);
