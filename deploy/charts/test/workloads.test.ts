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

  it('are found by headless names where they serve rpcs', () => {
    const services = namesOf('Service');
    for (const name of processNames.filter(servesRpcs)) expect(services).toContain(`${releaseName}-${name}`);
  });
});
