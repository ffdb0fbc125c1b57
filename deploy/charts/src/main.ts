import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildServer, missingForServer } from './api-server/build-server.ts';
import { checkOnServer } from './api-server/check-server.ts';
import { lastRelease } from './api-server/last-release.ts';
import { checkCharts, countChecks } from './check.ts';
import { printFindings, say } from './findings.ts';
import { generatedFiles, staleFiles } from './generated.ts';
import { makeSchemas } from './schemas/make-schemas.ts';
import { compilePrograms } from './tools/compile-programs.ts';
import { missingForCharts, missingForScores } from './tools/go-programs.ts';

/**
 * Checks the charts, after it wrote the generated files (`--write`) or the schemas of Kubernetes (`--schemas`); with `--server` also
 * on an API server, which `--build` compiles once. Prints each step. Returns the exit code.
 */
async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      write: { type: 'boolean' },
      schemas: { type: 'boolean' },
      server: { type: 'boolean' },
      build: { type: 'boolean' },
    },
  });
  if (values.write === true) await writeGenerated();
  say('Comparing the generated files with their sources');
  const stale = await staleFiles();
  for (const path of stale)
    say(`FAILED ${path}: differs from its sources. Run npm run charts -- --write and commit the change.`);
  const missing = missingForCharts();
  if (missing !== undefined) {
    say(`skipped: checking charts ${missing}. Install Go and run npm run charts again.`);
    return stale.length === 0 ? 0 : 1;
  }
  const failures = stale.length + (await compileAndCheck(values.schemas === true, values.build === true));
  const more = values.server === true ? await printServerFindings() : 0;
  say(failures + more === 0 ? 'All checks passed' : `${String(failures + more)} problems`);
  return failures + more === 0 ? 0 : 1;
}

async function compileAndCheck(makesSchemas: boolean, buildsServer: boolean): Promise<number> {
  await compilePrograms();
  if (makesSchemas) {
    say('Making charts/schemas from the Go modules of Kubernetes and its extensions');
    await makeSchemas();
  }
  if (buildsServer) {
    say('Compiling kube-apiserver and etcd, once: 10 to 15 minutes on two cores');
    await buildServer();
  }
  const unscored = missingForScores();
  if (unscored !== undefined) say(`skipped: scoring objects with kube-score and kubesec ${unscored}`);
  say('Linting, rendering, validating and scoring the charts');
  return printFindings(checkCharts(), countChecks());
}

async function printServerFindings(): Promise<number> {
  const missing = missingForServer();
  if (missing !== undefined) {
    say(`skipped: the API server ${missing}`);
    return 0;
  }
  if ((await lastRelease()) === undefined)
    say('skipped: the upgrade from the last release needs the history of the repository');
  say('Installing, upgrading and rolling back on an API server');
  return printFindings(checkOnServer());
}

async function writeGenerated(): Promise<void> {
  for (const { path, content } of generatedFiles) await writeFile(path, content());
}

process.exitCode = await main(process.argv.slice(2));
