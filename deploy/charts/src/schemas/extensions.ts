import { runChild } from '@assay/local/processes/run-child';

/** Where the definitions of what others add to Kubernetes lie in their Go modules. */
export const extensions = [
  { module: 'github.com/kedacore/keda/v2@v2.20.2', file: 'config/crd/bases/keda.sh_scaledobjects.yaml' },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    file: 'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    file: 'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
  },
  {
    module: 'sigs.k8s.io/gateway-api@v1.4.0',
    file: 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
  },
  {
    module: 'github.com/cert-manager/cert-manager@v1.18.2',
    file: 'deploy/crds/crd-certificates.yaml',
  },
] as const;

/** The folder of a module, from the cache of Go or from its proxy. */
export async function downloadModule(module: string): Promise<string> {
  const { stdout, stderr, exitCode } = await runChild({
    command: 'go',
    args: ['mod', 'download', '-json', module],
    output: 'kept',
  });
  if (exitCode !== 0) throw new Error(`Go could not download ${module}: ${stderr}${stdout}`);
  return (JSON.parse(stdout) as { readonly Dir: string }).Dir;
}
