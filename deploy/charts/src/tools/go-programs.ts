import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { findOnPath } from '@assay/local/servers/find-on-path';
import { cachedTool } from '@assay/local/servers/tool-cache';
import { goBuild } from './go-build.ts';

/** A program that Go builds from its module. */
interface GoProgram {
  readonly name: string;
  readonly module: string;
  readonly version: string;
  /** Where it lies in the module. */
  readonly folder: string;
}

/** `.ci/run` builds the same versions into the same folders. */
export const goPrograms = {
  helm: { name: 'helm', module: 'helm.sh/helm/v3', version: 'v3.22.0', folder: 'cmd/helm' },
  kubeconform: {
    name: 'kubeconform',
    module: 'github.com/yannh/kubeconform',
    version: 'v0.8.0',
    folder: 'cmd/kubeconform',
  },
  kubeScore: {
    name: 'kube-score',
    module: 'github.com/zegl/kube-score',
    version: 'v1.20.0',
    folder: 'cmd/kube-score',
  },
  kubesec: {
    name: 'kubesec',
    module: 'github.com/controlplaneio/kubesec/v2',
    version: 'v2.14.2',
    folder: '',
  },
  /** What Docker Compose reads its files with, as a program. */
  composeGo: {
    name: 'compose-go',
    module: 'github.com/compose-spec/compose-go/v2',
    version: 'v2.9.1',
    folder: 'cmd',
  },
} as const satisfies Readonly<Record<string, GoProgram>>;

/** Returns the reason why this machine cannot render and validate charts; undefined when the programs are cached or Go is there. */
export function missingForCharts(): string | undefined {
  return whyMissing([goPrograms.helm, goPrograms.kubeconform]);
}

/** Returns the reason why this machine cannot score rendered objects. */
export function missingForScores(): string | undefined {
  return missingForCharts() ?? whyMissing([goPrograms.kubeScore, goPrograms.kubesec]);
}

/** Returns the reason why this machine cannot load a file of Docker Compose as Compose does. */
export function missingForCompose(): string | undefined {
  return whyMissing([goPrograms.composeGo]);
}

function whyMissing(programs: readonly GoProgram[]): string | undefined {
  const isPossible = programs.every(isCached) || findOnPath('go', readConfig().path) !== undefined;
  return isPossible ? undefined : 'needs Go';
}

export function isCached(program: GoProgram): boolean {
  return existsSync(pathIn(readConfig().toolCache, program));
}

/** The path of a program: of its pinned version, built once and kept beside the other tools of this machine. */
export async function goProgram(program: GoProgram): Promise<string> {
  const { toolCache } = readConfig();
  await cachedTool(toolCache, folderOf(program), async (folder) => {
    // `go install` asks for the list of all versions, which a proxy of modules need not have; a module that requires one does not.
    // Since Go 1.17 only what the program is built of is asked for, and not all that its dependencies ever required.
    const required = `require ${program.module} ${program.version}`;
    await writeFile(join(folder, 'go.mod'), `module build\n\ngo 1.17\n\n${required}\n`);
    const { name } = program;
    await goBuild({ name, package: packageOf(program), source: folder, folder, modules: 'mod' });
  });
  return pathIn(toolCache, program);
}

function packageOf({ module, folder }: GoProgram): string {
  return folder === '' ? module : `${module}/${folder}`;
}

function pathIn(toolCache: string, program: GoProgram): string {
  return join(toolCache, folderOf(program), program.name);
}

function folderOf({ name, version }: GoProgram): string {
  return `${name}-${version}`;
}
