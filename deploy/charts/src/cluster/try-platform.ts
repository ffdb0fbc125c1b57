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
    for (const [subject, step] of await stepsOf(trial, tools)) {
      const problem = await step().then(
        () => undefined,
        async (error: unknown) => [String(error), await stateOf(tools)].join('\n'),
      );
      yield { subject, problems: problem === undefined ? [] : [problem] };
      if (problem !== undefined) return;
    }
  } finally {
    await tools.kubectl('delete', 'namespace', trial.namespace, '--ignore-not-found', '--wait=false');
  }
}

type Step = readonly [subject: string, run: () => Promise<unknown>];

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
    'helm test verifies a picture',
    () => helm('test', releaseName, '--logs', '--timeout', timeout),
  ];
  const load = async (): Promise<void> => {
    // Other values may name other images.
    const found = 'jsonpath={.spec.template.spec.containers[0].image}';
    const image = await kubectl('get', `deployment/${releaseName}-gateway-api`, '--output', found);
    await kubectl('create', '--filename', await write('load.json', loadManifests(image, 'assay')));
    await kubectl('wait', '--for', 'condition=Ready', `pod/${loadPod}`, '--timeout', timeout);
  };
  const noneFailed = async (): Promise<void> => {
    requireNoFailures(await kubectl('logs', loadPod, '--tail', '1'));
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
    ['a pod calls the gateway', load],
    ['an upgrade replaces every pod', () => helm('upgrade', ...platform, ...given([changed]))],
    ['no call failed meanwhile', noneFailed],
    test,
    ['a rollback leads back', () => helm('rollback', releaseName, '1', ...patience)],
    ['no call failed meanwhile', noneFailed],
    test,
  ];
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

/** What runs and what was complained of, for whoever has to find out why a step failed. */
async function stateOf({ kubectl }: ClusterTools): Promise<string> {
  const said = await Promise.all([
    kubectl('get', 'pods', '--output', 'wide').catch(String),
    kubectl('get', 'events', '--field-selector', 'type=Warning', '--sort-by', '.lastTimestamp').catch(String),
  ]);
  return said.join('\n');
}
