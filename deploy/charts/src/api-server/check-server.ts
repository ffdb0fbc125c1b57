import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Finding } from '../findings.ts';
import { newestKubernetes, platformChart } from '../paths.ts';
import { exampleNames, examples, platformExamples, render } from '../render.ts';
import type { ExampleName } from '../render.ts';
import { checkRefusals } from './check-refusals.ts';
import { completeJobs } from './complete-jobs.ts';
import { helmIn } from './helm.ts';
import type { Helm } from './helm.ts';
import { lastRelease, releasedChart } from './last-release.ts';
import { admittedThoughLoosened, createAccounts, podsToAdmit, problemsOfPod } from './pod-security.ts';
import { createNamespace, createPrerequisites } from './prerequisites.ts';
import { differences, releaseState } from './release-state.ts';
import { startServer } from './start-server.ts';
import type { ApiServer } from './start-server.ts';

/** An API server with what the examples need, and the stand-in for what completes Jobs. */
export async function startReadyServer(): Promise<ApiServer> {
  const server = await startServer();
  const stopCompleting = completeJobs(server.client);
  const stop = async (): Promise<void> => {
    await stopCompleting().finally(server.stop);
  };
  await createPrerequisites(server.client).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { ...server, stop };
}

/** Everything that is looked at on an API server of its own. */
export async function* checkOnServer(): AsyncGenerator<Finding> {
  const server = await startReadyServer();
  try {
    const { gitVersion } = await server.client.get<{ readonly gitVersion: string }>('/version');
    yield {
      subject: `kube-apiserver ${gitVersion} with etcd; without controllers: a stand-in completes Jobs`,
      problems: gitVersion === `v${newestKubernetes}` ? [] : [`it should be v${newestKubernetes}`],
    };
    for (const name of exampleNames) {
      yield* checkExample(server, name);
      if (examples[name].chart === platformChart) yield* checkUpgrade(server, name);
    }
    yield* checkRefusals(server);
  } finally {
    await server.stop();
  }
}

/** Installs an example, looks at its pods, upgrades it to other values and rolls back. */
export async function* checkExample(server: ApiServer, name: ExampleName): AsyncGenerator<Finding> {
  const { client } = server;
  const namespace = await createNamespace(client, name);
  const helm = await helmIn(server, namespace);
  const { chart } = examples[name];
  const installing = await helm.install(chart, ...(await valuesOf(name, name)));
  const installed = await releaseState(client, namespace);
  yield { subject: `${name}: ${installed.size} objects are installed`, problems: installing };
  const manifests = await render({ ...examples[name], kubernetesVersion: newestKubernetes });
  await createAccounts(client, namespace, manifests);
  const pods = podsToAdmit(manifests);
  const refused = await Promise.all(pods.map((pod) => problemsOfPod(client, namespace, pod)));
  yield {
    subject: `${name}: ${pods.length} pods are admitted under Pod Security restricted`,
    problems: refused.flat(),
  };
  const loosened = await Promise.all(pods.map((pod) => admittedThoughLoosened(client, namespace, pod)));
  yield {
    subject: `${name}: each pod is refused with any one field loosened, in ${sum(loosened.map(({ ways }) => ways))} ways`,
    problems: loosened.flatMap(({ problems }) => problems),
  };
  const [change, others] = await otherValues(name);
  yield { subject: `${name}: upgraded to ${change}`, problems: await helm.upgrade(chart, ...others) };
  yield await rollbackFinding(server, helm, { name, namespace, installed });
}

/** Installs the last release, upgrades it to these charts and rolls back. Finds nothing where its charts are not there. */
export async function* checkUpgrade(server: ApiServer, name: ExampleName): AsyncGenerator<Finding> {
  const { client } = server;
  const revision = await lastRelease();
  if (revision === undefined) return;
  const namespace = await createNamespace(client, name);
  const helm = await helmIn(server, namespace);
  const released = await releasedChart(revision, join(server.folder, 'last-release'), name);
  const fullname = await fullnameOf(name);
  const old = ['--values', released.valuesFile, '--set', `fullnameOverride=${fullname}`];
  const installing = await helm.install(released.chart, ...old);
  const installed = await releaseState(client, namespace);
  yield {
    subject: `${name}: ${installed.size} objects of the last release (${revision.slice(0, 12)}) are installed`,
    problems: installing,
  };
  const upgrading = await helm.upgrade(platformChart, ...(await valuesOf(name, name)));
  yield { subject: `${name}: upgraded from the last release`, problems: upgrading };
  yield await rollbackFinding(server, helm, { name, namespace, installed });
}

async function rollbackFinding(
  { client }: ApiServer,
  helm: Helm,
  release: {
    readonly name: string;
    readonly namespace: string;
    readonly installed: Awaited<ReturnType<typeof releaseState>>;
  },
): Promise<Finding> {
  const { name, namespace, installed } = release;
  const rolling = await helm.rollback(1);
  const differing = differences(installed, await releaseState(client, namespace));
  return {
    subject: `${name}: rolled back, and every object is as installed`,
    problems: [...rolling, ...differing],
  };
}

/** The arguments by which Helm takes the values of an example, under the name of another: one that is renamed is replaced, not upgraded. */
async function valuesOf(example: ExampleName, namedAs: ExampleName): Promise<readonly string[]> {
  const files = examples[example].valuesFiles.flatMap((file) => ['--values', file]);
  if (examples[example].chart !== platformChart) return files;
  return [...files, '--set', `fullnameOverride=${await fullnameOf(namedAs)}`];
}

async function otherValues(name: ExampleName): Promise<readonly [change: string, args: readonly string[]]> {
  if (examples[name].chart !== platformChart) return ['another image', ['--set', 'images.mongodb=mongo:8.2']];
  const other = platformExamples.at((platformExamples.indexOf(name) + 1) % platformExamples.length) ?? name;
  return [`the values ${other}`, await valuesOf(other, name)];
}

async function fullnameOf(name: ExampleName): Promise<string> {
  const [file] = examples[name].valuesFiles;
  if (file === undefined) return '';
  const values = parse(await readFile(file, 'utf8')) as { readonly fullnameOverride?: string };
  return values.fullnameOverride ?? '';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
