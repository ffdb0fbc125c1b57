import { kubernetesVersions } from './paths.ts';
import { exampleNames, examples, lint, renderText } from './render.ts';
import type { ExampleName } from './render.ts';
import { validate } from './validate.ts';

/** What was found of one example; `problems` is empty when all is well. */
export interface Finding {
  readonly subject: string;
  readonly problems: readonly string[];
}

/** Lints, renders and validates every example for every version of Kubernetes. */
export async function* checkCharts(): AsyncGenerator<Finding> {
  for (const name of exampleNames) {
    yield await lintExample(name);
    for (const version of kubernetesVersions) yield await validateExample(name, version);
  }
}

async function lintExample(name: ExampleName): Promise<Finding> {
  const found = await lint(examples[name]);
  return { subject: `${name}: helm lint --strict`, problems: found === undefined ? [] : [found] };
}

async function validateExample(name: ExampleName, kubernetesVersion: string): Promise<Finding> {
  const text = await renderText({ ...examples[name], kubernetesVersion });
  const { valid, skipped, problems } = await validate(text, kubernetesVersion);
  const unknown = skipped === 0 ? [] : [`${skipped} objects have no schema`];
  return {
    subject: `${name}: ${valid} objects valid for Kubernetes ${kubernetesVersion}`,
    problems: [...problems, ...unknown],
  };
}
