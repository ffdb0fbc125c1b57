import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProcessName } from '@assay/proto/processes';
import { processNames } from '@assay/proto/processes';
import { environmentProblems } from '../src/configuration/environment-problems.ts';
import { ownSecrets } from '../src/configuration/groups.ts';
import { commandSettings } from '../src/configuration/processes.ts';
import type { CommandName } from '../src/configuration/processes.ts';
import { platformChart } from '../src/paths.ts';
import { containersOf, podsOf } from '../src/pods.ts';
import type { Container, Pod, Variable } from '../src/pods.ts';
import { platformExamples, examples, render } from '../src/render.ts';
import type { Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { sampleCredentials } from './sample-credentials.ts';

/** A container that runs a process, or one of its commands. */
interface Workload {
  readonly name: string;
  readonly process: ProcessName;
  readonly command: CommandName | undefined;
  readonly env: readonly Variable[];
}

const missing = missingForCharts();
const commandNames = Object.keys(commandSettings) as readonly CommandName[];
const testPod = 'Pod ';

describe.skipIf(missing !== undefined).each(platformExamples)('environments of %s (helm)', (example) => {
  let pods: readonly Pod[] = [];
  let workloads: readonly Workload[] = [];
  beforeAll(async () => {
    const objects: readonly Manifest[] = await render({ ...examples[example], kubernetesVersion: '1.35.0' });
    pods = podsOf(objects);
    workloads = pods.filter(({ owner }) => !owner.startsWith(testPod)).flatMap(workloadsOf);
  });

  it('are what processes and commands start with, and nothing that they do not read', () => {
    const problems = workloads.flatMap((workload) =>
      environmentProblems(workload.process, environmentOf(workload), workload.command).map(
        (problem) => `${workload.name}: ${problem}`,
      ),
    );
    expect(new Set(workloads.map(({ process }) => process))).toEqual(new Set(processNames));
    const kinds = ['Deployment', 'Job', ...(example === 'minimal' ? [] : ['CronJob'])];
    expect(new Set(workloads.map(({ name }) => name.split(' ')[0]))).toEqual(new Set(kinds));
    expect(problems).toEqual([]);
  });

  it('of `helm test` are what its program reads', () => {
    const containers = pods.filter(({ owner }) => owner.startsWith(testPod)).flatMap(containersOf);
    const program = readFileSync(join(platformChart, 'files/test.mjs'), 'utf8');
    const read = [...program.matchAll(/\bASSAY_[A-Z_]+/gu)].map(([name]) => name);
    const system = example === 'everything' ? ['NODE_OPTIONS'] : [];
    expect(containers.map(({ env }) => env.map(({ name }) => name))).toEqual([[...new Set(read), ...system]]);
  });

  it('have every variable once', () => {
    for (const { env } of pods.flatMap(containersOf)) {
      const names = env.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it('have credentials by reference, and what a process has of its own under its name', () => {
    for (const { process, command, env } of workloads) {
      const credentials = Object.keys(sampleCredentials(process, command));
      const given = env.filter(({ name }) => credentials.includes(name));
      expect(given.filter(({ value }) => value !== undefined)).toEqual([]);
      const keys = given.filter(({ name }) => ownSecrets.has(name)).map(keyOf);
      expect(keys.filter((key) => !key.includes(process))).toEqual([]);
    }
  });
});

function keyOf({ valueFrom }: Variable): string {
  return valueFrom?.secretKeyRef?.key ?? '';
}

function workloadsOf(pod: Pod): readonly Workload[] {
  return containersOf(pod).map((container) => ({
    name: `${pod.owner} ${container.name}`,
    process: processOf(container),
    command: commandNames.find((name) => container.command?.includes(`dist/commands/${name}.js`)),
    env: container.env,
  }));
}

function processOf({ image }: Container): ProcessName {
  const name = processNames.find((process) => image.includes(`/${process}:`));
  if (name === undefined) throw new TypeError(`${image} is of no process`);
  return name;
}

/** As a container has it where its Secrets have just what they must. */
function environmentOf({ process, command, env }: Workload): Readonly<Record<string, string | undefined>> {
  const credentials = sampleCredentials(process, command);
  const present = env.filter(({ valueFrom }) => valueFrom?.secretKeyRef?.optional !== true);
  return Object.fromEntries(
    present.map(({ name, value, valueFrom }) => [
      name,
      value ?? valueFrom?.fieldRef?.fieldPath ?? credentials[name],
    ]),
  );
}
