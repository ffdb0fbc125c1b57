import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { processNames } from '@assay/proto/processes';
import { imageTag } from './cluster-values.ts';
import { runTool, ToolError } from './cluster-tools.ts';

export interface Cluster {
  readonly kubeconfig: string;
  readonly remove: () => Promise<void>;
}

/** A cluster of one node with the images of the platform, whose file of access lies in the folder. Rejects with ToolError. */
export async function createKindCluster(folder: string): Promise<Cluster> {
  const images = processNames.map((process) => `assay/${process}:${imageTag}`);
  await runTool('docker', 'image', 'inspect', ...images).catch(() => {
    throw new ToolError(
      `At least one of these images is missing: ${images.join(', ')}. Run npm run images to build them.`,
    );
  });
  const name = `assay-${randomBytes(4).toString('hex')}`;
  const kubeconfig = join(folder, 'kubeconfig');
  const remove = async (): Promise<void> => {
    await runTool('kind', 'delete', 'cluster', '--name', name, '--kubeconfig', kubeconfig);
  };
  try {
    await runTool('kind', 'create', 'cluster', '--name', name, '--kubeconfig', kubeconfig, '--wait', '5m');
    await runTool('kind', 'load', 'docker-image', ...images, '--name', name);
  } catch (error) {
    await remove();
    throw error;
  }
  return { kubeconfig, remove };
}
