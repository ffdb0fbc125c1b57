import { join } from 'node:path';
import { runChild } from '@assay/local/processes/run-child';
import type { ChildResult } from '@assay/local/processes/run-child';
import { parseAllDocuments } from 'yaml';
import { infraChart, platformChart } from './paths.ts';
import { goProgram, goPrograms } from './tools/go-programs.ts';

/** An object of Kubernetes as a chart renders it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** What is rendered: a chart with its values, for one version of Kubernetes. */
export interface Rendering {
  readonly chart: string;
  /** The files of values, later ones over earlier ones. */
  readonly valuesFiles: readonly string[];
  /** Over the files, as JSON. */
  readonly values?: unknown;
  readonly kubernetesVersion: string;
  /** The release's name; `releaseName` unless said. */
  readonly release?: string;
}

/** A chart's values do not do, or its templates fail; the message is the one line that says which and why. */
export class RenderingError extends Error {
  override readonly name = 'RenderingError';
}

export const releaseName = 'assay';

/** The example values that every check goes through. */
export const examples = {
  minimal: { chart: platformChart, valuesFiles: [join(platformChart, 'ci/minimal.yaml')] },
  production: { chart: platformChart, valuesFiles: [join(platformChart, 'ci/production.yaml')] },
  everything: { chart: platformChart, valuesFiles: [join(platformChart, 'ci/everything.yaml')] },
  infra: { chart: infraChart, valuesFiles: [] },
} satisfies Readonly<Record<string, Pick<Rendering, 'chart' | 'valuesFiles'>>>;
export type ExampleName = keyof typeof examples;
export const exampleNames = Object.keys(examples) as readonly ExampleName[];
export const platformExamples = exampleNames.filter((name) => examples[name].chart === platformChart);

/** The text that `helm template` prints. Throws RenderingError. */
export async function renderText(rendering: Rendering): Promise<string> {
  const { exitCode, stdout, stderr } = await helm(
    [
      'template',
      rendering.release ?? releaseName,
      rendering.chart,
      '--kube-version',
      rendering.kubernetesVersion,
    ],
    rendering,
  );
  if (exitCode !== 0) throw new RenderingError(complaintOf(stderr));
  return stdout;
}

/** What Helm says of a failure, without where in the templates it was found: a `fail` of theirs, or the schema's last complaint. */
function complaintOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('Use --debug'));
  return (lines.at(-1) ?? '').replace(/^Error: execution error at \([^)]*\): |^ *- /u, '');
}

/** The objects of a rendering. Throws RenderingError. */
export async function render(rendering: Rendering): Promise<readonly Manifest[]> {
  return manifestsOf(await renderText(rendering));
}

export function manifestsOf(text: string): readonly Manifest[] {
  // Helm prints nothing but objects.
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** What `helm lint --strict` finds; undefined when it finds nothing. */
export async function lint(rendering: Omit<Rendering, 'kubernetesVersion'>): Promise<string | undefined> {
  const { exitCode, stdout } = await helm(['lint', '--strict', rendering.chart], rendering);
  return exitCode === 0 ? undefined : stdout;
}

async function helm(
  args: readonly string[],
  { valuesFiles, values }: Pick<Rendering, 'valuesFiles' | 'values'>,
): Promise<ChildResult> {
  const files = valuesFiles.flatMap((file) => ['--values', file]);
  return runChild({
    command: await goProgram(goPrograms.helm),
    args: [...args, ...files, ...(values === undefined ? [] : ['--values', '-'])],
    input: values === undefined ? undefined : JSON.stringify(values),
    output: 'kept',
  });
}
