import type { Finding } from './findings.ts';
import { kubernetesVersions, newestKubernetes } from './paths.ts';
import { exampleNames, examples, lint, renderText } from './render.ts';
import type { ExampleName } from './render.ts';
import { criticalFindings } from './score.ts';
import { missingForScores } from './tools/go-programs.ts';
import { validate } from './validate.ts';

/** Returns the number of findings of `checkCharts`. */
export function countChecks(): number {
  const scores = missingForScores() === undefined ? 1 : 0;
  return exampleNames.length * (1 + kubernetesVersions.length + scores);
}

/** Lints every example, validates its objects for every version of Kubernetes, and scores them if the programs are there. */
export async function* checkCharts(): AsyncGenerator<Finding> {
  for (const name of exampleNames) {
    yield await lintExample(name);
    for (const version of kubernetesVersions) {
      const text = await renderText({ ...examples[name], kubernetesVersion: version });
      yield await validateObjects(name, text, version);
      if (version === newestKubernetes && missingForScores() === undefined)
        yield await scoreObjects(name, text);
    }
  }
}

async function lintExample(name: ExampleName): Promise<Finding> {
  const found = await lint(examples[name]);
  return { subject: `${name}: helm lint --strict`, problems: found === undefined ? [] : [found] };
}

async function validateObjects(name: ExampleName, text: string, version: string): Promise<Finding> {
  const { valid, skipped, problems } = await validate(text, version);
  const unknown = skipped === 0 ? [] : [`${skipped} objects have no schema`];
  return {
    subject: `${name}: ${valid} objects valid for Kubernetes ${version}`,
    problems: [...problems, ...unknown],
  };
}

async function scoreObjects(name: ExampleName, text: string): Promise<Finding> {
  const problems = await criticalFindings(text, newestKubernetes);
  return { subject: `${name}: ${problems.length} critical for kube-score and kubesec`, problems };
}
