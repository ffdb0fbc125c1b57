import { beforeAll, describe, expect, it } from 'vitest';
import { newestKubernetes } from '../src/paths.ts';
import { exampleNames, examples, renderText } from '../src/render.ts';
import { criticalFindings } from '../src/score.ts';
import { goProgram, goPrograms, missingForScores } from '../src/tools/go-programs.ts';

const missing = missingForScores();
const buildMs = 15 * 60_000;

/** What is taken from rendered objects, what stands there instead, and what must be found. */
const loosened = [
  ['the registry asked', 'imagePullPolicy: Always', 'imagePullPolicy: IfNotPresent', /ImagePullPolicy/u],
  ['a limit of disk', /^ +ephemeral-storage: .+\n/gmu, '', /Ephemeral Storage limit .+kube-score/u],
  ['a limit of memory', /^ +memory: .+\n/gmu, '', /Memory limit .+kube-score/u],
  ['a host of their own', 'enableServiceLinks: false', 'hostNetwork: true', /kubesec HostNetwork/u],
  [
    'privileges refused, also in a Job',
    'allowPrivilegeEscalation: false',
    'privileged: true',
    /job-assay-prepare.+kubesec Privileged/u,
  ],
] as const;

describe.skipIf(missing !== undefined)(`scores (${missing ?? 'kube-score and kubesec are there'})`, () => {
  beforeAll(async () => {
    for (const program of Object.values(goPrograms)) await goProgram(program);
  }, buildMs);

  const rendered = (name: (typeof exampleNames)[number]) =>
    renderText({ ...examples[name], kubernetesVersion: newestKubernetes });

  it.each(exampleNames)('find nothing critical in %s', async (name) => {
    expect(await criticalFindings(await rendered(name), newestKubernetes)).toEqual([]);
  });

  it.each(loosened)('tell of pods without %s', async (_what, kept, lost, finding) => {
    const text = (await rendered('minimal')).replaceAll(kept, lost);
    expect((await criticalFindings(text, newestKubernetes)).join('\n')).toMatch(finding);
  });
});
