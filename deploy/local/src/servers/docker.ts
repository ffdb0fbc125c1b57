import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { LaunchPlan } from '../processes/process-handle.ts';
import type { ContainerPlan, LaunchContext } from './definition.ts';
import { BuildError, runTool } from './run-tool.ts';
import type { ContainerBackend, ContainerOptions, ImageAvailability } from './start-options.ts';
import { startLocally } from './start-server.ts';

const dockerInfoMs = 5_000;

export const dockerBackend: ContainerBackend = {
  provide: provideImage,
  start: async (definition, options) =>
    startLocally(
      definition,
      async (context) => launchContainer(definition.container(context), context),
      options,
    ),
};

async function provideImage(image: string, options: ContainerOptions): Promise<ImageAvailability> {
  if (!(await succeeds(['info'], dockerInfoMs))) return { isHere: false };
  if (await succeeds(['image', 'inspect', image])) return { isHere: true };
  return pull(image, options).then(
    () => ({ isHere: true }),
    (error: unknown) => {
      if (options.signal?.aborted === true || !(error instanceof BuildError)) throw error;
      return { isHere: false, why: error.message };
    },
  );
}

function pull(image: string, options: ContainerOptions): Promise<void> {
  return runTool(
    {
      command: 'docker',
      args: ['pull', image],
      workingDirectory: options.stateDir,
      environment: options.config.inherited,
      signal: options.signal ?? new AbortController().signal,
      whenMissing: 'docker is missing. Install Docker.',
    },
    options.report,
  );
}

function succeeds(args: readonly string[], timeout?: number): Promise<boolean> {
  return promisify(execFile)('docker', args, { timeout }).then(
    () => true,
    () => false,
  );
}

/** A container in the foreground of a `docker run`: it ends with that process, and keeps its data in the data folder. */
async function launchContainer(plan: ContainerPlan, context: LaunchContext): Promise<LaunchPlan> {
  const name = `assay-${basename(context.dataDir)}-${randomBytes(4).toString('hex')}`;
  const folder = join(context.dataDir, 'container');
  await mkdir(folder, { recursive: true });
  const files = await Promise.all(
    Object.entries(plan.files).map(async ([inside, content]) => {
      const outside = join(context.dataDir, basename(inside));
      await writeFile(outside, content);
      return `${outside}:${inside}:ro`;
    }),
  );
  const volumes = [`${folder}:${plan.innerDataDir}`, ...files];
  return {
    command: 'docker',
    args: [
      ...['run', '--rm', '--init', '--name', name, ...currentUser()],
      ...['--publish', `127.0.0.1:${String(context.port)}:${String(plan.innerPort)}`],
      ...volumes.flatMap((volume) => ['--volume', volume]),
      ...Object.keys(plan.environment).flatMap((variable) => ['--env', variable]),
      plan.image,
      ...plan.command,
    ],
    environment: plan.environment,
    kill: { command: 'docker', args: ['kill', name] },
  };
}

// The data folder belongs to whoever runs the platform, so the container has to write as the same user.
function currentUser(): string[] {
  const user = process.getuid?.();
  const group = process.getgid?.();
  return user === undefined || group === undefined ? [] : ['--user', `${String(user)}:${String(group)}`];
}
