import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { missingForCluster } from './cluster/cluster-tools.ts';
import { createKindCluster } from './cluster/kind.ts';
import type { Cluster } from './cluster/kind.ts';
import { tryPlatform } from './cluster/try-platform.ts';
import { printFindings, say } from './findings.ts';

/**
 * Installs, tests, upgrades and rolls back the platform in a cluster that kind makes for it, or in the one of `--kubeconfig`, in
 * a namespace of its own. Returns the exit code.
 */
async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      kubeconfig: { type: 'string' },
      timeout: { type: 'string', default: '20m' },
      values: { type: 'string', multiple: true, default: [] },
      'infra-values': { type: 'string', multiple: true, default: [] },
    },
  });
  const missing = missingForCluster(values.kubeconfig !== undefined);
  if (missing !== undefined) {
    say(`skipped: the trial in a cluster ${missing}`);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-cluster-'));
  try {
    const cluster = await clusterOf(values.kubeconfig, folder);
    const failures = await printFindings(
      tryPlatform({
        kubeconfig: cluster.kubeconfig,
        namespace: `assay-${randomBytes(4).toString('hex')}`,
        folder,
        timeout: values.timeout,
        values: values.values.map((file) => resolve(file)),
        infraValues: values['infra-values'].map((file) => resolve(file)),
      }),
    ).finally(cluster.remove);
    return failures === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function clusterOf(kubeconfig: string | undefined, folder: string): Promise<Cluster> {
  if (kubeconfig === undefined) return createKindCluster(folder);
  return { kubeconfig: resolve(kubeconfig), remove: () => Promise.resolve() };
}

process.exitCode = await main(process.argv.slice(2));
