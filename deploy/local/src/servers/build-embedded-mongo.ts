import { join } from 'node:path';
import type { ToolBuild } from './definition.ts';
import { runTool } from './run-tool.ts';
import type { ToolRun } from './run-tool.ts';
import { cachedTool, fingerprint } from './tool-cache.ts';

const source = join(import.meta.dirname, '../../tools/mongodb');

/** Fetches the libraries pinned in `tools/mongodb/pom.xml` and compiles the main class; resolves to their folder. */
export async function buildEmbeddedMongo(build: ToolBuild): Promise<string> {
  const main = join(source, 'EmbeddedMongo.java');
  const version = await fingerprint([join(source, 'pom.xml'), main]);
  return cachedTool(build.toolCache, `embedded-mongo-${version}`, async (target) => {
    const libraries = join(target, 'lib');
    await runTool(step('mvn', mavenArguments(libraries), build), build.report);
    const compile = ['-cp', join(libraries, '*'), '-d', join(target, 'classes'), main];
    await runTool(step('javac', compile, build), build.report);
  });
}

function mavenArguments(libraries: string): string[] {
  return [
    ...['--batch-mode', '--quiet', '-f', join(source, 'pom.xml'), 'dependency:copy-dependencies'],
    ...[`-DoutputDirectory=${libraries}`, '-DincludeScope=runtime'],
  ];
}

function step(command: string, args: string[], build: ToolBuild): ToolRun {
  return {
    command,
    args,
    workingDirectory: source,
    environment: build.environment,
    signal: build.signal,
    whenMissing: `the embedded MongoDB needs ${command}: install a JDK 17 or newer and Maven, or put mongod on the PATH, or set MONGODB_URI`,
  };
}
