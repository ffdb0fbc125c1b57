import { beforeAll, describe, expect, it } from 'vitest';
import type { ProcessName } from '@assay/proto/processes';
import { processNames } from '@assay/proto/processes';
import { environmentProblems } from '../src/configuration/environment-problems.ts';
import { ownSecrets } from '../src/configuration/groups.ts';
import { platformExamples, examples, render } from '../src/render.ts';
import type { Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { ofKind, podsOf } from '../src/pods.ts';
import type { Pod, Variable } from '../src/pods.ts';
import { sampleCredentials } from './sample-credentials.ts';

const missing = missingForCharts();

describe.skipIf(missing !== undefined).each(platformExamples)('environments of %s (helm)', (example) => {
  let workloads: readonly { readonly pod: Pod; readonly process: ProcessName }[] = [];
  beforeAll(async () => {
    const objects: readonly Manifest[] = await render({ ...examples[example], kubernetesVersion: '1.35.0' });
    workloads = podsOf(ofKind(objects, 'Deployment')).map((pod) => ({ pod, process: processOf(pod) }));
  });

  it('are what the processes start with, and nothing that they do not read', () => {
    const problems = workloads.flatMap(({ pod, process }) =>
      environmentProblems(process, environmentOf(pod, process)).map((problem) => `${pod.owner}: ${problem}`),
    );
    expect(new Set(workloads.map(({ process }) => process))).toEqual(new Set(processNames));
    expect(problems).toEqual([]);
  });

  it('have every variable once', () => {
    for (const { pod } of workloads) {
      const names = variablesOf(pod).map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it('have credentials by reference, and what a process has of its own under its name', () => {
    for (const { pod, process } of workloads) {
      const credentials = Object.keys(sampleCredentials(process));
      const given = variablesOf(pod).filter(({ name }) => credentials.includes(name));
      expect(given.filter(({ value }) => value !== undefined)).toEqual([]);
      const keys = given.filter(({ name }) => ownSecrets.has(name)).map(keyOf);
      expect(keys.filter((key) => !key.includes(process))).toEqual([]);
    }
  });
});

function keyOf({ valueFrom }: Variable): string {
  return valueFrom?.secretKeyRef.key ?? '';
}

function processOf({ labels }: Pod): ProcessName {
  const name = processNames.find((process) => process === labels['assay.dev/process']);
  if (name === undefined) throw new TypeError('the pod is of no process');
  return name;
}

function variablesOf({ spec }: Pod) {
  return spec.containers.flatMap(({ env }) => env);
}

/** As a container has it where its Secrets have just what they must. */
function environmentOf(pod: Pod, process: ProcessName): Readonly<Record<string, string | undefined>> {
  const credentials = sampleCredentials(process);
  const present = variablesOf(pod).filter(({ valueFrom }) => valueFrom?.secretKeyRef.optional !== true);
  return Object.fromEntries(present.map(({ name, value }) => [name, value ?? credentials[name]]));
}
