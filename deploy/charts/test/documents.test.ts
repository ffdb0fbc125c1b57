import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { processes, processNames, serviceNames } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { dashboardQueries } from '../src/observed.ts';
import { newestKubernetes, repositoryRoot } from '../src/paths.ts';
import { podsOf } from '../src/pods.ts';
import { namesIn } from '../src/promql.ts';
import { examples, render } from '../src/render.ts';
import type { Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { valuesSchema } from '../src/values/schema.ts';
import { schemaAt } from './markers.ts';
import type { ValueSchema } from './markers.ts';

const missing = missingForCharts();

/** What people who run the platform read. */
const documents = globSync(
  ['README.md', 'charts/assay/*.md', 'deploy/docs/{backup,production}.md', 'deploy/docs/runbooks/*.md'],
  { cwd: repositoryRoot },
).toSorted();

interface Code {
  readonly document: string;
  /** A line of a block, or what stands between backticks; placeholders are filled in, once with each that may stand there. */
  readonly text: string;
}

const code = documents.flatMap((document): readonly Code[] => {
  const text = readFileSync(join(repositoryRoot, document), 'utf8');
  const blocks = [...text.matchAll(/^ *```\w*\n(?<lines>.*?)^ *```|^ {4}(?<line>\S[^\n]*)$/gmsu)];
  const spans = [...text.replaceAll(/^ *```\w*\n.*?^ *```/gmsu, '').matchAll(/`(?<span>[^`\n]+)`/gu)];
  return [
    ...blocks.flatMap(({ groups }) => filledIn(groups?.['lines'] ?? groups?.['line'] ?? '')),
    ...spans.flatMap(({ groups }) => filledIn(groups?.['span'] ?? '')),
  ].map((filled) => ({ document, text: filled }));
});

/** The lines for every service that a loop, or else a placeholder, stands for. */
function filledIn(block: string): readonly string[] {
  const looped = /for service in (?<names>[a-z -]+);/u.exec(block)?.groups?.['names']?.split(' ');
  const perService = looped ?? serviceNames;
  return block
    .replaceAll('<release>', 'assay')
    .split('\n')
    .flatMap((line) =>
      /<service>|<process>|\$service/u.test(line)
        ? perService.map((name) => line.replaceAll(/<service>|<process>|\$service/gu, name))
        : [line],
    );
}

/** What a pattern finds in the code of all documents: where it stands, and its groups. */
function found(pattern: RegExp) {
  return code.flatMap(({ document, text }) =>
    [...text.matchAll(pattern)].map((match) => ({ document, text, groups: match.groups ?? {} })),
  );
}

const folderOf = (name: ProcessName): string => join(repositoryRoot, processes[name].folder);
const hasCommand = (name: ProcessName, command = ''): boolean =>
  existsSync(join(folderOf(name), 'src/commands', `${command}.ts`));

describe('what documents tell people to do', () => {
  it('names programs that images have, each where it is run', () => {
    const programs = found(/node (?<path>\S*)\bcommands\/(?<command>[\w-]+)\.js/gu);
    expect(programs.length).toBeGreaterThan(10);
    const wrong = programs.filter(({ text, groups }) => {
      const within = processNames.filter(
        (name) => text.includes(`assay-${name}-`) || text.includes(`assay/${name}`),
      );
      const candidates = within.length > 0 ? within : processNames;
      return groups['path'] !== 'dist/' || !candidates.some((name) => hasCommand(name, groups['command']));
    });
    expect(wrong).toEqual([]);
  });

  it('names scripts of the workspace and of its packages', () => {
    const scriptsIn = (folder: string): object =>
      (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly scripts?: object })
        .scripts ?? {};
    const scripts = found(/npm run (?<name>[\w-]+)/gu);
    expect(scripts.length).toBeGreaterThan(0);
    const known = scriptsIn(repositoryRoot);
    expect(scripts.filter(({ groups }) => !((groups['name'] ?? '') in known))).toEqual([]);
    for (const { groups } of found(/pnpm --filter @assay\/(?<folder>[\w-]+) (?<name>[\w-]+)/gu))
      expect(scriptsIn(join(repositoryRoot, 'services', groups['folder'] ?? ''))).toHaveProperty(
        groups['name'] ?? '',
      );
  });

  it('names metrics that dashboards show', () => {
    const shown = dashboardQueries.flatMap(({ expr }) => namesIn(expr).selectors.map(({ metric }) => metric));
    const databases = serviceNames.map((name) => `assay_${name.replaceAll('-', '_')}`);
    const named = found(/\b(?<metric>assay_[a-z_]+)\b/gu);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ groups }) => ![...shown, ...databases].includes(groups['metric'] ?? ''))).toEqual(
      [],
    );
  });

  it('names values that there are', () => {
    const schema = valuesSchema() as ValueSchema;
    const first = Object.keys(schema.properties ?? {}).join('|');
    const named = found(new RegExp(`^(?<path>(?:${first})(?:\\.[\\w*-]+)+)(?::.*)?$`, 'gu'));
    expect(named.length).toBeGreaterThan(20);
    for (const { groups } of named) {
      const path = groups['path']?.replaceAll('*', 'nats').split('.') ?? [];
      expect(() => schemaAt(schema, path)).not.toThrow();
    }
  });
});

describe.skipIf(missing !== undefined)(`objects in documents (${missing ?? 'helm is there'})`, () => {
  let objects: readonly Manifest[] = [];
  beforeAll(async () => {
    objects = await render({ ...examples.production, kubernetesVersion: newestKubernetes });
  });

  it('are rendered for production', () => {
    const kinds: Readonly<Record<string, string>> = {
      deploy: 'Deployment',
      job: 'Job',
      cronjob: 'CronJob',
      service: 'Service',
    };
    const made = found(/create job (?:--from=\S+ )?(?<name>[a-z\d-]+)/gu);
    const rendered = [
      ...objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      ...made.map(({ groups }) => `Job ${groups['name'] ?? ''}`),
    ];
    const named = found(
      new RegExp(`kubectl .*\\b(?<kind>${Object.keys(kinds).join('|')})/(?<name>[a-z\\d-]+)`, 'gu'),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(
      named.filter(
        ({ groups }) => !rendered.includes(`${kinds[groups['kind'] ?? ''] ?? ''} ${groups['name'] ?? ''}`),
      ),
    ).toEqual([]);
  });

  it('have the labels they are selected by', () => {
    const labels = [
      ...podsOf(objects),
      ...objects.map(({ metadata }) => ({ labels: metadata.labels ?? {} })),
    ].map((one) => Object.entries(one.labels).map(([label, value]) => `${label}=${value}`));
    const selectors = found(/(?:-l|--selector) (?<selector>[^\s`;]+)/gu);
    expect(selectors.length).toBeGreaterThan(10);
    const unmatched = selectors.filter(({ groups }) => {
      const wanted = groups['selector']?.split(',') ?? [];
      return !labels.some((present) => wanted.every((one) => present.includes(one)));
    });
    expect(unmatched).toEqual([]);
  });
});
