import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { findOnPath } from '@assay/local/servers/find-on-path';
import { cachedTool, fingerprint } from '@assay/local/servers/tool-cache';
import { newestKubernetes } from '../paths.ts';
import { downloadModule, extensions } from '../schemas/extensions.ts';
import { goBuild } from '../tools/go-build.ts';
import { missingForCharts } from '../tools/go-programs.ts';

/** go.mod pins Kubernetes and the etcd that it was made with, and replaces what is a folder in the repository of Kubernetes. */
const source = join(import.meta.dirname, '../../tools/kubernetes');
const folderName = `kube-apiserver-v${newestKubernetes}`;
const [major, minor] = newestKubernetes.split('.');
const versionPackage = 'k8s.io/component-base/version';
const stamps = { gitVersion: `v${newestKubernetes}`, gitMajor: major, gitMinor: minor };

const programs = [
  { name: 'etcd', package: 'go.etcd.io/etcd/server/v3' },
  { name: 'kube-apiserver', package: 'k8s.io/kubernetes/cmd/kube-apiserver' },
] as const;

/** Returns the folder of `etcd` and `kube-apiserver`, which exists once they are compiled. */
export function serverFolder(): string {
  return join(readConfig().toolCache, folderName);
}

/** Returns the reason why this machine cannot run an API server; undefined when it can. */
export function missingForServer(): string | undefined {
  if (existsSync(serverFolder())) return missingForCharts();
  return 'is not compiled. Run npm run charts -- --server --build, which needs Go and takes 10 to 15 minutes on two cores.';
}

/** Compiles an API server and its etcd, once. Rejects without Go. */
export async function buildServer(): Promise<void> {
  const { toolCache, path } = readConfig();
  if (!existsSync(serverFolder()) && findOnPath('go', path) === undefined)
    throw new Error('Compiling kube-apiserver needs Go. Install Go and run the command again.');
  await cachedTool(toolCache, folderName, async (folder) => {
    const linkerFlags = Object.entries(stamps).map(
      ([name, value]) => `-X ${versionPackage}.${name}=${value}`,
    );
    for (const program of programs)
      await goBuild({ ...program, source, folder, linkerFlags, modules: 'readonly' });
  });
}

/** Copies the definitions of the extensions of Kubernetes from their Go modules, once, and returns their paths. */
export async function extensionFiles(): Promise<readonly string[]> {
  const pins = await fingerprint([join(import.meta.dirname, '../schemas/extensions.ts')]);
  const folder = await cachedTool(readConfig().toolCache, `kubernetes-extensions-${pins}`, async (target) => {
    for (const { module, file } of extensions)
      await copyFile(join(await downloadModule(module), file), join(target, basename(file)));
  });
  return extensions.map(({ file }) => join(folder, basename(file)));
}
