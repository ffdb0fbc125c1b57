import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Finding } from '../findings.ts';
import { infraChart, platformChart, repositoryRoot } from '../paths.ts';
import { releaseName } from '../render.ts';
import { clusterTools, runTool } from './cluster-tools.ts';
import type { ClusterTools } from './cluster-tools.ts';
import { clusterValues, infraCredentials } from './cluster-values.ts';
import { loadManifests, loadPod, requireNoFailures } from './load.ts';
import { mutedPod, requireOnlyGateway, strangerManifests, strangerPod } from './strangers.ts';

export interface Trial {
  readonly kubeconfig: string;
  /** Which is made, and deleted in the end. */
  readonly namespace: string;
  /** How long Helm waits for each step, as `20m`. */
  readonly timeout: string;
  /** For files of values. */
  readonly folder: string;
  /** Files of values over those that are chosen here. */
  readonly values: readonly string[];
  readonly infraValues: readonly string[];
}

/** Installs, tests, upgrades and rolls back the platform in a cluster. Ends with the first step that fails, and removes what it made. */
export async function* tryPlatform(trial: Trial): AsyncGenerator<Finding> {
  const tools = await clusterTools(trial.kubeconfig, trial.namespace);
  try {
    for (const [subject, step, isTold] of await stepsOf(trial, tools)) {
      try {
        const outcome = await step();
        yield { subject: isTold === 'told' ? `${subject}: ${String(outcome)}` : subject, problems: [] };
      } catch (error) {
        yield { subject, problems: [[String(error), await stateOf(tools)].join('\n')] };
        return;
      }
    }
  } finally {
    await tools.kubectl('delete', 'namespace', trial.namespace, '--ignore-not-found', '--wait=false');
  }
}

/** With `told`, what it comes to is printed too. */
type Step = readonly [subject: string, run: () => Promise<unknown>, isTold?: 'told'];

async function stepsOf(trial: Trial, { kubectl, helm }: ClusterTools): Promise<readonly Step[]> {
  const { namespace, timeout, values, infraValues } = trial;
  const patience = ['--wait', '--timeout', timeout];
  const write = async (name: string, content: unknown): Promise<string> => {
    const file = join(trial.folder, name);
    await writeFile(file, JSON.stringify(content), { mode: 0o600 });
    return file;
  };
  const namespaceFile = await write('namespace.json', restricted(namespace));
  const secretFile = await write('secret.json', await secretOf(namespace));
  const files = [await write('values.json', clusterValues(namespace)), ...values];
  // Every pod differs from the one before by this, and is replaced.
  const changed = await write('changed.json', { defaults: { podAnnotations: { 'assay.dev/trial': '2' } } });
  const platform = [releaseName, platformChart, ...patience, ...given(files)];
  const test: Step = [
    'helm test verifies an image',
    () => helm('test', releaseName, '--logs', '--timeout', timeout),
  ];
  // Other values may name other images.
  const imagePath = 'jsonpath={.spec.template.spec.containers[0].image}';
  const nodeImage = (): Promise<string> =>
    kubectl('get', `deployment/${releaseName}-gateway-api`, '--output', imagePath);
  const load = async (): Promise<void> => {
    const manifests = loadManifests(await nodeImage(), 'assay');
    await kubectl('create', '--filename', await write('load.json', manifests));
    await kubectl('wait', '--for', 'condition=Ready', `pod/${loadPod}`, '--timeout', timeout);
  };
  const noneFailed = async (): Promise<string> =>
    `${requireNoFailures(await kubectl('logs', loadPod, '--tail', '1')).toString()} answered`;
  const strangers = async (): Promise<string> => {
    const manifests = strangerManifests(await nodeImage(), await listenersOf(kubectl));
    await kubectl('create', '--filename', await write('strangers.json', manifests));
    const pods = [`pod/${strangerPod}`, `pod/${mutedPod}`];
    await kubectl('wait', '--for', 'jsonpath={.status.phase}=Succeeded', ...pods, '--timeout', timeout);
    const stranger = await kubectl('logs', strangerPod);
    const muted = await kubectl('logs', mutedPod);
    return requireOnlyGateway({ stranger, muted });
  };
  return [
    ['a namespace enforces Pod Security restricted', () => kubectl('create', '--filename', namespaceFile)],
    [
      'charts/infra is installed',
      () => helm('install', 'infra', infraChart, ...patience, ...given(infraValues)),
    ],
    ['the Secret is made', () => kubectl('create', '--filename', secretFile)],
    ['charts/assay is installed', () => helm('install', ...platform)],
    test,
    ['a pod without a policy reaches', strangers, 'told'],
    ['a pod calls the gateway', load],
    ['an upgrade replaces every pod', () => helm('upgrade', ...platform, ...given([changed]))],
    ['no call failed during it', noneFailed, 'told'],
    test,
    ['a rollback restores the first revision', () => helm('rollback', releaseName, '1', ...patience)],
    ['no call failed during it', noneFailed, 'told'],
    test,
  ];
}

/** Where the processes listen to each other and to callers; whoever measures may reach all admin ports. */
async function listenersOf(kubectl: ClusterTools['kubectl']): Promise<readonly string[]> {
  const line = '{.metadata.name}:{.spec.ports[0].port}{"\\n"}';
  const selector = `app.kubernetes.io/instance=${releaseName}`;
  const path = `jsonpath={range .items[*]}${line}{end}`;
  const printed = await kubectl('get', 'services', '--selector', selector, '--output', path);
  return printed.split('\n').filter((address) => address !== '' && !address.includes('-admin:'));
}

function given(files: readonly string[]): readonly string[] {
  return files.flatMap((file) => ['--values', file]);
}

function restricted(name: string): unknown {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

/** What the command of the image prints, with the servers of charts/infra. */
async function secretOf(namespace: string): Promise<unknown> {
  const program = join(repositoryRoot, 'services/identity-org/src/commands/secrets.ts');
  const email = ['--admin-email', 'ada@example.org'];
  const printed = await runTool(process.execPath, '--conditions=source', program, ...email);
  const secret = parse(printed) as { readonly stringData: Readonly<Record<string, string>> };
  return { ...secret, stringData: { ...secret.stringData, ...infraCredentials(namespace) } };
}

/** Returns the pods and warnings of the namespace, to explain a failed step. */
async function stateOf({ kubectl }: ClusterTools): Promise<string> {
  const said = await Promise.all([
    kubectl('get', 'pods', '--output', 'wide').catch(String),
    kubectl('get', 'events', '--field-selector', 'type=Warning', '--sort-by', '.lastTimestamp').catch(String),
  ]);
  return said.join('\n');
}
