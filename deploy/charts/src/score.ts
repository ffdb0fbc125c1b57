import { join } from 'node:path';
import { runChild } from '@assay/local/processes/run-child';
import { schemasFolder } from './paths.ts';
import { containersOf, podsOf } from './pods.ts';
import type { Pod } from './pods.ts';
import { manifestsOf } from './render.ts';
import { goProgram, goPrograms } from './tools/go-programs.ts';

/** What kube-score and kubesec call critical in rendered objects, a line each. */
export async function criticalFindings(text: string, kubernetesVersion: string): Promise<readonly string[]> {
  const [scored, secured] = await Promise.all([
    kubeScore(text, kubernetesVersion),
    kubesec(text, kubernetesVersion),
  ]);
  return [...scored, ...secured];
}

interface ScoredObject {
  readonly object_name: string;
  readonly checks: readonly {
    readonly check: { readonly id: string };
    readonly grade: number;
    readonly skipped: boolean;
    readonly comments: readonly { readonly path: string; readonly summary: string }[] | null;
  }[];
}

const critical = 1;

async function kubeScore(text: string, kubernetesVersion: string): Promise<readonly string[]> {
  const [major = '', minor = ''] = kubernetesVersion.split('.');
  const version = ['--kubernetes-version', `v${major}.${minor}`];
  // A limit of CPU holds a process back while its node has cores to spare, and events and calls then wait; the share that
  // it is sure of comes from its request. Memory, which cannot be given back, is limited.
  const exceptions = ['--ignore-container-cpu-limit'];
  const { stdout, stderr } = await runChild({
    command: await goProgram(goPrograms.kubeScore),
    args: ['score', '--output-format', 'json', ...version, ...exceptions, '-'],
    input: text,
    output: 'kept',
  });
  const report = readReport('kube-score', stdout, stderr) as readonly ScoredObject[];
  return report.flatMap(({ object_name: name, checks }) =>
    checks
      .filter(({ grade, skipped }) => grade === critical && !skipped)
      .flatMap(({ check, comments }) =>
        (comments ?? []).map(({ path, summary }) => `${name} ${path}: ${summary} (kube-score ${check.id})`),
      ),
  );
}

interface SecuredPod {
  readonly object: string;
  readonly valid: boolean;
  readonly message: string;
  readonly scoring: { readonly critical?: readonly { readonly id: string; readonly reason: string }[] };
}

async function kubesec(text: string, kubernetesVersion: string): Promise<readonly string[]> {
  const schema = join(
    schemasFolder,
    '{{.NormalizedKubernetesVersion}}/{{.ResourceKind}}{{.KindSuffix}}.json',
  );
  const { stdout, stderr } = await runChild({
    command: await goProgram(goPrograms.kubesec),
    args: ['scan', '--schema-location', schema, '--kubernetes-version', kubernetesVersion, '-'],
    input: podsOf(manifestsOf(text)).map(asPod).join('\n---\n'),
    output: 'kept',
  });
  const report = readReport('kubesec', stdout, stderr) as readonly SecuredPod[];
  return report.flatMap(({ object, valid, message, scoring }) => [
    ...(valid ? [] : [`${object}: ${message} (kubesec)`]),
    ...(scoring.critical ?? []).map(({ id, reason }) => `${object}: ${reason} (kubesec ${id})`),
  ]);
}

/** kubesec knows neither Jobs nor CronJobs, and looks at containers alone. */
function asPod(pod: Pod): string {
  const { initContainers: _shown, ...spec } = pod.spec;
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: pod.owner.replace(' ', '-').toLowerCase() },
    spec: { ...spec, containers: containersOf(pod) },
  });
}

function readReport(program: string, stdout: string, stderr: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`${program} printed no report: ${stderr}`);
  }
}
