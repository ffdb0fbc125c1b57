import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';
import { findOnPath } from '@assay/local/servers/find-on-path';
import { cachedTool } from '@assay/local/servers/tool-cache';

/** A program that Go builds from its module. */
interface GoProgram {
  readonly name: string;
  /** What `go install` takes. */
  readonly package: string;
  readonly version: string;
}

/** `.ci/run` builds the same versions into the same folders. */
export const goPrograms = {
  helm: { name: 'helm', package: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' },
  kubeconform: {
    name: 'kubeconform',
    package: 'github.com/yannh/kubeconform/cmd/kubeconform',
    version: 'v0.8.0',
  },
} as const satisfies Readonly<Record<string, GoProgram>>;

/** Why no program can be had on this machine; undefined: each is cached, or can be built. */
export function missingForCharts(): string | undefined {
  const { toolCache, path } = readConfig();
  const isCached = Object.values(goPrograms).every((program) => existsSync(pathIn(toolCache, program)));
  return isCached || findOnPath('go', path) !== undefined ? undefined : 'needs Go';
}

/** The path of a program: of its pinned version, built once and kept beside the other tools of this machine. */
export async function goProgram(program: GoProgram): Promise<string> {
  const { toolCache, inherited } = readConfig();
  await cachedTool(toolCache, folderOf(program), async (folder) => {
    const { exitCode, stderr } = await runChild({
      command: 'go',
      args: ['install', '-trimpath', '-ldflags=-s -w', `${program.package}@${program.version}`],
      environment: { ...inherited, GOBIN: folder, CGO_ENABLED: '0' },
      output: 'kept',
    });
    if (exitCode !== 0) throw new Error(`${program.name} cannot be built: ${stderr.trim()}`);
  });
  return pathIn(toolCache, program);
}

function pathIn(toolCache: string, program: GoProgram): string {
  return join(toolCache, folderOf(program), program.name);
}

function folderOf({ name, version }: GoProgram): string {
  return `${name}-${version}`;
}
