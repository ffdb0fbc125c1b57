import { beforeAll, describe, expect, it } from 'vitest';
import { processNames, servesRpcs } from '@assay/proto/processes';
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

  it('are found by headless names where they serve rpcs', () => {
    const services = namesOf('Service');
    for (const name of processNames.filter(servesRpcs)) expect(services).toContain(`${releaseName}-${name}`);
  });
});
