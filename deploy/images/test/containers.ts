import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { projectRoot } from '@assay/local/config';
import type { Programs } from '@assay/local/platform/programs';
import type { ProcessName } from '@assay/proto/processes';

const run = promisify(execFile);
const tag = 'under-test';
/** A daemon for the images alone, else the one that Docker's client finds; and bases in place of those in the Dockerfile. */
const {
  IMAGES_DOCKER_HOST: host,
  IMAGES_BUILD_IMAGE: buildImage,
  IMAGES_BASE_IMAGE: baseImage,
} = process.env;
const client = host === undefined ? [] : ['--host', host];

/** Why no image can be built here; undefined where one can. */
export async function whatIsMissing(): Promise<string | undefined> {
  const works = await docker('info').then(
    () => true,
    () => false,
  );
  if (!works) return 'a Docker daemon';
  return buildImageOf('base').then(
    () => undefined,
    (error: unknown) => `the base images (${lastLine(error)})`,
  );
}

/** Builds a target of the Dockerfile; resolves to the name of the image. */
export async function buildImageOf(target: ProcessName | 'base' | 'media'): Promise<string> {
  const image = imageOf(target);
  const bases = [
    ...(buildImage === undefined ? [] : ['--build-arg', `BUILD_IMAGE=${buildImage}`]),
    ...(baseImage === undefined ? [] : ['--build-arg', `BASE_IMAGE=${baseImage}`]),
  ];
  const file = ['--file', 'deploy/images/Dockerfile', '--target', target];
  await docker('build', '--network', 'host', ...bases, ...file, '--tag', image, '.');
  return image;
}

/** What `docker image inspect` says of an image. */
export interface ImageDescription {
  readonly Size: number;
  readonly Config: {
    readonly User: string;
    readonly StopSignal: string;
    readonly Healthcheck?: { readonly Test: readonly string[] };
    readonly Cmd: readonly string[];
  };
}

export async function describeImage(image: string): Promise<ImageDescription> {
  const [description] = JSON.parse(await docker('image', 'inspect', image)) as [ImageDescription];
  return description;
}

/** What a shell command in a container of the image prints. */
export function runInImage(image: string, command: string): Promise<string> {
  return docker('run', '--rm', '--network', 'none', ...hardened, image, 'sh', '-c', command);
}

/** As the charts run them, but on the network of this machine. */
const hardened = [
  '--read-only',
  ...['--tmpfs', '/tmp:size=512m,mode=1777'],
  ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
  ...['--user', '10001:10001'],
];

/** Containers that are kept until `remove`, so that one can ask how each ended. */
export function startContainers(): {
  programs: Programs;
  exitCodes: () => Promise<number[]>;
  remove: () => Promise<void>;
} {
  const names: string[] = [];
  const programs: Programs = (process, program, variables) => {
    const name = `assay-${process}-${randomBytes(4).toString('hex')}`;
    names.push(name);
    // The image has a decoder of its own.
    const { FFMPEG_PATH: _, ...given } = variables;
    return {
      command: 'docker',
      args: [
        ...client,
        ...['run', '--name', name, '--network', 'host', ...hardened],
        ...Object.keys(given).flatMap((variable) => ['--env', variable]),
        ...[imageOf(process), 'node', `dist/${program}.js`],
      ],
      environment: given,
      kill: { command: 'docker', args: [...client, 'kill', name] },
    };
  };
  return {
    programs,
    async exitCodes() {
      const codes = await docker('inspect', '--format', '{{.State.ExitCode}}', ...names);
      return codes.trim().split('\n').map(Number);
    },
    remove: async () => {
      if (names.length > 0) await docker('rm', '--force', ...names);
    },
  };
}

function imageOf(target: string): string {
  return `assay/${target}:${tag}`;
}

async function docker(...args: string[]): Promise<string> {
  const env = { ...process.env, DOCKER_BUILDKIT: '1' };
  return (await run('docker', [...client, ...args], { cwd: projectRoot, env, maxBuffer: 2 ** 26 })).stdout;
}

function lastLine(error: unknown): string {
  const { stderr = '', message } = error as { readonly stderr?: string; readonly message: string };
  return (stderr.trim() === '' ? message : stderr).trim().split('\n').at(-1) ?? '';
}
