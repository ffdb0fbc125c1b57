import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestKubernetes, platformChart } from '../src/paths.ts';
import { examples, render } from '../src/render.ts';
import type { Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';

const missing = missingForCharts();
const heading = 'In these values is not for production:';
const carrier = `apiVersion: v1
kind: ConfigMap
metadata: { name: notes }
data: { text: {{ include "shown" . | toJson }} }
`;

describe.skipIf(missing !== undefined)(`what helm install ends with (${missing ?? 'helm is there'})`, () => {
  let folder = '';

  // `helm template` leaves NOTES.txt out, and `helm install` asks a cluster: a copy of the chart has its text in an object.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-notes-'));
    await cp(platformChart, folder, { recursive: true, dereference: true });
    const notes = join(folder, 'templates/NOTES.txt');
    const text = await readFile(notes, 'utf8');
    await writeFile(
      join(folder, 'templates/shown.yaml'),
      `{{- define "shown" }}${text}{{ end -}}\n${carrier}`,
    );
    await rm(notes);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const rendered = (example: keyof typeof examples, values: unknown = {}): Promise<readonly Manifest[]> =>
    render({ ...examples[example], chart: folder, values, kubernetesVersion: newestKubernetes });

  const notesIn = (objects: readonly Manifest[]): string => {
    const shown = objects.find(({ metadata }) => metadata.name === 'notes');
    return (shown?.['data'] as { readonly text: string }).text;
  };
  const notesOf = async (...given: Parameters<typeof rendered>): Promise<string> =>
    notesIn(await rendered(...given));
  const shortcomings = (notes: string): readonly string[] =>
    (notes.split(heading)[1] ?? '').split('\n').filter((line) => line.startsWith('- '));

  it('says with the least values all there is to say', async () => {
    const unset = [
      'billing',
      'crowd-webhooks',
      'datasets',
      'gateway',
      'identity-org',
      'mcp',
      'projects-files',
      'verification',
    ];
    expect(await notesOf('minimal')).toBe(
      `Assay is reached within the cluster at http://assay-gateway-http.default:8080, and from here with
  kubectl --namespace default port-forward service/assay-gateway-http 8080

The API key of the first admin:
  kubectl --namespace default get secret assay --output jsonpath='{.data.SEED_API_KEY}' | base64 --decode

Verify a picture from end to end:
  helm test assay --namespace default --logs

${heading}
- tls.mode is plaintext: processes talk to each other unencrypted, unless the network encrypts by itself
- settings.natsReplicas is 1: a lost disk of NATS loses work under way
- neither ingress.enabled nor httpRoute.enabled: nobody outside the cluster reaches the gateway
- monitoring.rules.enabled is false: nobody is told when something fails
- backup.enabled is false: nothing is saved
- settings.paymentProvider is not stripe: nobody can pay
${unset.map((name) => `- services.${name}.image.digest is not set: a tag may be moved to another image`).join('\n')}
`,
    );
  });

  it('says for production where it is reached, and nothing against it but the digests that a release says', async () => {
    const notes = await notesOf('production');
    expect(notes).toMatch(/^Assay is reached at https:\/\/assay\.example\.com$/mu);
    expect(notes).not.toMatch(/plaintext|port-forward/u);
    expect(
      shortcomings(notes).filter((line) => !/^- services\.[a-z-]+\.image\.digest is not set/u.test(line)),
    ).toEqual([]);
  });

  it('says nothing against values in which nothing is to be said', async () => {
    const image = { digest: `sha256:${'0'.repeat(64)}` };
    const names = [
      'billing',
      'crowd-webhooks',
      'datasets',
      'gateway',
      'identity-org',
      'mcp',
      'projects-files',
      'verification',
    ];
    const services = Object.fromEntries(names.map((name) => [name, { image }]));
    expect(await notesOf('production', { services })).not.toContain(heading);
  });

  it('says of a single replica, of open networks and of a key in a Secret of its own', async () => {
    const notes = await notesOf('everything', {
      network: { policies: false },
      secrets: { seedApiKey: { existingSecret: 'admin', key: 'api.key' } },
    });
    expect(notes).toContain(`get secret admin --output jsonpath='{.data.api\\.key}'`);
    expect(shortcomings(notes)).toEqual(
      expect.arrayContaining([
        '- network.policies is false: every pod of the cluster reaches every process',
        '- services.projects-files.roles.worker-video has one replica: it is away while its node is',
      ]),
    );
  });

  it('names a Service and a test that there are', async () => {
    const objects = await rendered('minimal', { fullnameOverride: 'platform' });
    const [, name, port] = /service\/(\S+) (\d+)/u.exec(notesIn(objects)) ?? [];
    const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === name);
    expect(service?.['spec']).toMatchObject({ ports: [{ port: Number(port) }] });
    expect(objects.some(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'test')).toBe(true);
  });
});
