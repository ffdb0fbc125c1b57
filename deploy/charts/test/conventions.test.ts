import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { containersOf, podsOf } from '../src/pods.ts';
import type { Pod } from '../src/pods.ts';
import { examples, platformExamples, render, renderText } from '../src/render.ts';
import type { ExampleName, Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { requiredCredentials } from './sample-credentials.ts';

const missing = missingForCharts();
const kubernetesVersion = '1.35.0';
const renderExample = (name: ExampleName, over: { release?: string; values?: unknown } = {}) =>
  render({ ...examples[name], ...over, kubernetesVersion });
const longestRelease = 'a-release-with-the-longest-name-that-helm-takes-at-al';

describe.skipIf(missing !== undefined)(`conventions (${missing ?? 'helm is there'})`, () => {
  it.each(platformExamples)('renders %s twice without a difference, as GitOps tools do', async (name) => {
    const rendering = { ...examples[name], kubernetesVersion };
    expect(await renderText(rendering)).toBe(await renderText(rendering));
  });

  it('has names that labels and hosts take, however long the name of the release is', async () => {
    const release = longestRelease;
    const objects = await renderExample('production', { release });
    // Nothing is labelled with the name of a policy, nor found by it.
    const named = objects.filter(({ kind }) => kind !== 'NetworkPolicy').map(({ metadata }) => metadata.name);
    expect(named.filter((name) => !/^[a-z][-a-z0-9]{0,62}$/u.test(name))).toEqual([]);
    const dotted = await renderExample('minimal', { release: 'assay.v1' });
    expect(dotted.map(({ metadata }) => metadata.name)).toContain('assay-v1-gateway-http');
  });

  it('lets two releases stand in one namespace', async () => {
    const [first, second] = await Promise.all(
      ['first', 'second'].map(async (release) =>
        (await renderExample('everything', { release, values: { fullnameOverride: '' } })).map(identityOf),
      ),
    );
    expect(first?.filter((identity) => second?.includes(identity))).toEqual([]);
  });

  it('says each label and annotation once, the nearest word last, and never another selector', async () => {
    const word = { 'example.com/both': 'near', 'app.kubernetes.io/instance': 'another' };
    const values = {
      commonLabels: { ...word, 'example.com/both': 'far', 'app.kubernetes.io/part-of': 'suite' },
      commonAnnotations: { 'example.com/both': 'far', 'example.com/contact': 'us' },
      defaults: { podLabels: word, podAnnotations: word },
      monitoring: { dashboards: { labels: word, annotations: word } },
      ingress: { annotations: word },
    };
    const text = await renderText({ ...examples.production, values, kubernetesVersion });
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
    const objects = await renderExample('production', { values });
    const of = (kind: string) => objects.find((object) => object.kind === kind)?.metadata;
    const near = { 'example.com/both': 'near' };
    const selected = { 'app.kubernetes.io/instance': 'assay', 'app.kubernetes.io/part-of': 'suite' };
    expect(podsOf(objects).map(({ labels }) => labels)).toEqual(
      podsOf(objects).map(() => expect.objectContaining({ ...near, ...selected })),
    );
    expect(of('ConfigMap')).toMatchObject({ labels: { ...near, ...selected }, annotations: near });
    expect(of('Ingress')?.annotations).toMatchObject({ ...near, 'example.com/contact': 'us' });
  });

  it('says of which version of the chart an object is, and of pods not, which it would replace', async () => {
    const objects = await renderExample('production');
    const unlabelled = objects.filter(({ metadata }) => metadata.labels?.['helm.sh/chart'] !== 'assay-0.1.0');
    expect(unlabelled.map(identityOf)).toEqual([]);
    const pods = podsOf(objects).filter(({ owner }) => !owner.startsWith('Pod '));
    expect(pods.filter(({ labels }) => 'helm.sh/chart' in labels)).toEqual([]);
  });
});

describe.skipIf(missing !== undefined)(`commands (${missing ?? 'helm is there'})`, () => {
  const volume = { name: 'models', emptyDir: {} };
  const own = {
    extraVolumes: [volume],
    extraVolumeMounts: [{ name: 'models', mountPath: '/models' }],
    scratchSize: '2Gi',
    nodeSelector: { disk: 'fast' },
  };
  let pods: readonly Pod[] = [];
  beforeAll(async () => {
    const values = { services: { verification: own, billing: { nodeSelector: { zone: 'a' } } } };
    pods = podsOf(await renderExample('everything', { values }));
  });

  it('have every volume that one of their containers mounts', () => {
    const unknown = pods.flatMap((pod) => {
      const names = pod.spec.volumes.map(({ name }) => name);
      return containersOf(pod).flatMap(({ name, volumeMounts }) =>
        volumeMounts.filter((mount) => !names.includes(mount.name)).map((mount) => [pod.owner, name, mount]),
      );
    });
    expect(unknown).toEqual([]);
  });

  it('have room for the largest scratch folder, and go where no single service says', () => {
    const jobs = pods.filter(({ owner }) => /^(?:Cron)?Job /u.test(owner));
    expect(jobs.map(({ owner }) => owner)).toEqual([
      ...['CronJob everything-backup', 'CronJob everything-restore', 'Job everything-prepare'],
    ]);
    for (const { spec } of jobs) {
      expect(spec.volumes[0]).toEqual({ name: 'scratch', emptyDir: { sizeLimit: '2Gi' } });
      expect(spec).toMatchObject({ nodeSelector: { 'kubernetes.io/os': 'linux' } });
      expect(Object.keys(spec.nodeSelector ?? {})).toHaveLength(1);
    }
  });
});

describe.skipIf(missing !== undefined)(`what surrounds the platform (${missing ?? 'helm is there'})`, () => {
  it('lets the preparation out before any other policy is there', async () => {
    const objects = await renderExample('minimal');
    const policy = objects.find(
      ({ kind, metadata }) => `${kind} ${metadata.name}` === 'NetworkPolicy assay-prepare',
    );
    const hooks = objects.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']?.includes('pre-'));
    expect(hooks).toContain(policy);
    expect(policy?.metadata.annotations?.['helm.sh/hook-weight']).toBe('-10');
  });

  it('lets backups out to the S3 they are kept in', async () => {
    const to = [{ ipBlock: { cidr: '10.9.0.0/16' } }];
    const values = { network: { servers: { backup: { ports: [9_000], to } } } };
    const policies = await renderExample('production', { values });
    const open = policies.filter((policy) => JSON.stringify(policy).includes('10.9.0.0/16'));
    expect(open.map(identityOf)).toEqual(['NetworkPolicy assay-backup', 'NetworkPolicy assay-restore']);
    expect(JSON.stringify(open)).not.toContain('4222');
  });

  it('says to meshes whether the upload listener speaks TLS', async () => {
    for (const [name, protocol] of [
      ['minimal', 'http'],
      ['production', 'https'],
    ] as const) {
      const service = (await renderExample(name)).find(
        ({ metadata }) => metadata.name === 'assay-projects-files-upload',
      );
      expect(service?.['spec']).toMatchObject({ ports: [{ appProtocol: protocol }] });
    }
  });

  it('tests with the key of the first admin, wherever it lies, and not at all without one', async () => {
    const testOf = (objects: readonly Manifest[]) =>
      podsOf(objects)
        .filter(({ owner }) => owner === 'Pod assay-test')
        .flatMap(containersOf);
    const own = { name: 'seed', key: 'api-key' };
    const values = { secrets: { seedApiKey: { existingSecret: 'seed', key: 'api-key' } } };
    const [container] = testOf(await renderExample('minimal', { values }));
    expect(container?.env.at(-1)).toEqual({ name: 'ASSAY_API_KEY', valueFrom: { secretKeyRef: own } });
    const withoutKey = { existingSecret: '', secrets: requiredCredentials };
    expect(testOf(await renderExample('minimal', { values: withoutKey }))).toEqual([]);
  });
});

function identityOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name}`;
}
