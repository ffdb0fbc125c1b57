import { describe, expect, it } from 'vitest';
import { missingForCluster } from '../src/cluster/cluster-tools.ts';
import { allNatsPermissions } from '@assay/chassis/events/nats-permissions';
import { clusterValues, infraCredentials } from '../src/cluster/cluster-values.ts';
import { infraChart, kubernetesVersions, platformChart } from '../src/paths.ts';
import { ofKind, podsOf } from '../src/pods.ts';
import { render, renderText } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { validate } from '../src/validate.ts';

const missing = missingForCharts();
const [kubernetesVersion] = kubernetesVersions;
const namespace = 'default';

it('says in one line what is missing for a cluster', () => {
  expect(missingForCluster(false, { path: [] })).toBe(
    'needs kubectl and kind and docker, or --kubeconfig FILE of a cluster that has the images',
  );
  expect(missingForCluster(true, { path: [] })).toBe('needs kubectl');
});

describe.skipIf(missing !== undefined)(`a cluster (${missing ?? 'helm is there'})`, () => {
  it('is given values that are valid, with requests that fit on one small node', async () => {
    const rendering = {
      chart: platformChart,
      valuesFiles: [],
      kubernetesVersion,
      values: clusterValues(namespace),
    };
    const text = await renderText(rendering);
    expect((await validate(text, kubernetesVersion)).problems).toEqual([]);
    const requested = podsOf(await render(rendering)).flatMap(({ spec }) =>
      spec.containers.map(({ resources }) => resources.requests['cpu']),
    );
    expect(new Set(requested)).toEqual(new Set(['10m']));
  });

  it('is given the addresses and keys of the servers that charts/infra installs', async () => {
    const infra = await render({ chart: infraChart, valuesFiles: [], kubernetesVersion });
    // As the release is called here; there it is `infra`.
    const services = ofKind(infra, 'Service').map(({ metadata }) =>
      metadata.name.replace('assay-', 'infra-'),
    );
    const credentials = infraCredentials(namespace);
    const named = [credentials['MONGODB_URI'], credentials['billing.NATS_URL'], credentials['REDIS_URL']];
    expect(
      services.filter((service) =>
        named.some((url) => url?.replace(/\/\/.*@/u, '//').includes(`//${service}.${namespace}:`)),
      ),
    ).toEqual(services.filter((service) => service !== 'infra-s3'));
    const [natsSecret] = ofKind(infra, 'Secret');
    const { stringData } = natsSecret as unknown as { stringData: Record<string, string> };
    for (const [user, permissions] of Object.entries(allNatsPermissions())) {
      const line = `{ user: "${user}", password: "development-only", permissions: ${JSON.stringify(permissions)} }`;
      expect(stringData['nats.conf']).toContain(line);
    }
    expect(JSON.stringify(clusterValues(namespace))).toContain(`//infra-s3.${namespace}:7070`);
    expect(JSON.stringify(infra)).toContain(credentials['S3_SECRET_ACCESS_KEY']);
  });
});
