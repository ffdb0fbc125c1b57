import { join } from 'node:path';
import { runChild } from '@assay/local/processes/run-child';
import { schemasFolder } from './paths.ts';
import { goProgram, goPrograms } from './tools/go-programs.ts';

export interface Validation {
  readonly valid: number;
  readonly invalid: number;
  readonly errors: number;
  readonly skipped: number;
  /** One line for each object that is not valid. */
  readonly problems: readonly string[];
}

/** Holds rendered objects against the schemas of a version of Kubernetes and of what extends it, unknown fields refused. */
export async function validate(text: string, kubernetesVersion: string): Promise<Validation> {
  const locations = ['{{.NormalizedKubernetesVersion}}', 'extensions'].flatMap((folder) => [
    '-schema-location',
    join(schemasFolder, folder, '{{.ResourceKind}}{{.KindSuffix}}.json'),
  ]);
  const { stdout, stderr } = await runChild({
    command: await goProgram(goPrograms.kubeconform),
    args: ['-strict', '-summary', '-output', 'json', '-kubernetes-version', kubernetesVersion, ...locations],
    input: text,
    output: 'kept',
  });
  const report = readReport(stdout, stderr);
  const { valid, invalid, errors, skipped } = report.summary;
  const problems = report.resources.map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`);
  return { valid, invalid, errors, skipped, problems };
}

interface Report {
  readonly resources: readonly { readonly kind: string; readonly name: string; readonly msg: string }[];
  readonly summary: Omit<Validation, 'problems'>;
}

function readReport(stdout: string, stderr: string): Report {
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    throw new Error(`kubeconform printed no report: ${stderr}`);
  }
}
