import { beforeAll, describe, expect, it } from 'vitest';
import { kubernetesVersions } from '../src/paths.ts';
import { exampleNames, examples, lint, renderText } from '../src/render.ts';
import { goProgram, goPrograms, missingForCharts } from '../src/tools/go-programs.ts';
import { validate } from '../src/validate.ts';

const missing = missingForCharts();
const buildMs = 15 * 60_000;

describe.skipIf(missing !== undefined)(`charts (${missing ?? 'helm and kubeconform are there'})`, () => {
  beforeAll(async () => {
    for (const program of Object.values(goPrograms)) await goProgram(program);
  }, buildMs);

  it.each(exampleNames)('are linted strictly with the values %s', async (name) => {
    expect(await lint(examples[name])).toBeUndefined();
  });

  const cases = exampleNames.flatMap((name) => kubernetesVersions.map((version) => [name, version] as const));
  it.each(cases)('render %s for Kubernetes %s with known fields only', async (name, kubernetesVersion) => {
    const text = await renderText({ ...examples[name], kubernetesVersion });
    const { valid, ...others } = await validate(text, kubernetesVersion);
    expect(others).toEqual({ invalid: 0, errors: 0, skipped: 0, problems: [] });
    expect(valid).toBeGreaterThan(0);
  });
});
