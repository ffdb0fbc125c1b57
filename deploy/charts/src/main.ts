import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildServer, missingForServer } from './api-server/build-server.ts';
import { checkOnServer } from './api-server/check-server.ts';
import { lastRelease } from './api-server/last-release.ts';
import { checkCharts } from './check.ts';
import { printFindings, say } from './findings.ts';
import { generatedFiles, staleFiles } from './generated.ts';
import { makeSchemas } from './schemas/make-schemas.ts';
import { missingForCharts, missingForScores } from './tools/go-programs.ts';

/**
 * Checks the charts, after it wrote what is made from the sources (`--write`) or the schemas of Kubernetes (`--schemas`); with
 * `--server` also on an API server, which `--build` builds where there is none. Returns the exit code.
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
  const stale = await staleFiles();
  for (const path of stale) say(`FAILED ${path}: the sources say something else; npm run charts -- --write`);
  const missing = missingForCharts();
  if (missing !== undefined) {
    say(`skipped: checking charts ${missing}`);
    return stale.length === 0 ? 0 : 1;
  }
  if (values.schemas === true) await makeSchemas();
  const unscored = missingForScores();
  if (unscored !== undefined) say(`skipped: scoring objects with kube-score and kubesec ${unscored}`);
  if (values.build === true) await buildServer();
  const failures = stale.length + (await printFindings(checkCharts()));
  const more = values.server === true ? await printServerFindings() : 0;
  return failures + more === 0 ? 0 : 1;
}

async function printServerFindings(): Promise<number> {
  const missing = missingForServer();
  if (missing !== undefined) {
    say(`skipped: an API server ${missing}`);
    return 0;
  }
  if ((await lastRelease()) === undefined)
    say('skipped: the upgrade from the last release needs the history of the repository');
  return printFindings(checkOnServer());
}

async function writeGenerated(): Promise<void> {
  for (const { path, content } of generatedFiles) await writeFile(path, content());
}

process.exitCode = await main(process.argv.slice(2));
