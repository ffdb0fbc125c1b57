import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examples, render } from '../src/render.ts';
import { repositoryRoot } from '../src/paths.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { ofKind } from '../src/pods.ts';

const missing = missingForCharts();
/** Kinds that come with an extension of Kubernetes: where it is not installed, kubectl refuses a list that names one of them. */
const extensionKinds = /scaledobjects?|certificates?|servicemonitors?|prometheusrules?|httproutes?/u;

const texts = await Promise.all(
  (await Array.fromAsync(glob('deploy/docs/{runbooks/*,backup}.md', { cwd: repositoryRoot }))).map((path) =>
    readFile(join(repositoryRoot, path), 'utf8'),
  ),
);

describe('commands in runbooks', () => {
  it('read the whole log: of pods chosen by a label kubectl prints ten lines, unless it is told otherwise', () => {
    const logs = found(/kubectl logs [^|`\n]*-l [^|`\n]*/gu);
    expect(logs.length).toBeGreaterThan(5);
    expect(logs.filter((command) => !command.includes('--tail=-1'))).toEqual([]);
  });

  it('ask alone for kinds that not every cluster has', () => {
    const lists = found(/kubectl get [a-z]+(?:,[a-z]+)+/gu);
    expect(lists.length).toBeGreaterThan(0);
    expect(lists.filter((command) => extensionKinds.test(command))).toEqual([]);
  });

  it.skipIf(missing !== undefined)(
    'run what the image of the Deployment has, in Deployments that there are (helm)',
    async () => {
      const objects = await render({ ...examples.minimal, kubernetesVersion: '1.35.0' });
      const deployments = ofKind(objects, 'Deployment').map(({ metadata }) => metadata.name);
      const runs = found(/kubectl exec deploy\/\S+ -- node \S+?(?=[ `\n])/gu).flatMap(forEachService);
      expect(runs.length).toBeGreaterThan(3);
      for (const { deployment, process, program } of runs) {
        expect(deployments).toContain(deployment);
        expect(program).toMatch(/^dist\/commands\/[a-z-]+\.js$/u);
        const source = program.replace('dist/', 'src/').replace(/js$/u, 'ts');
        expect(existsSync(join(repositoryRoot, 'services', process, source)), `${process} ${source}`).toBe(
          true,
        );
      }
    },
  );
});

function found(pattern: RegExp): string[] {
  return texts.flatMap((text) => text.match(pattern) ?? []);
}

/** What stands for the name of a service, and which it may be. */
const services: Readonly<Record<string, readonly string[]>> = {
  '<service>': ['identity-org', 'projects-files', 'datasets', 'verification', 'billing', 'crowd-webhooks'],
  $service: ['datasets', 'verification', 'billing', 'crowd-webhooks', 'projects-files'],
};

/** What a command runs, in each service that it may be meant for. */
function forEachService(command: string): { deployment: string; process: string; program: string }[] {
  const [, service = '', role = '', program = ''] =
    /deploy\/assay-(<service>|\$service|[a-z-]+)-([a-z]+) -- node (\S+)/u.exec(command) ?? [];
  return (services[service] ?? [service]).map((process) => ({
    deployment: `assay-${process}-${role}`,
    process,
    program,
  }));
}
