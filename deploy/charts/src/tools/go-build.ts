import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';

export interface GoBuild {
  /** Of the program. */
  readonly name: string;
  readonly package: string;
  /** Of the go.mod that pins the package. */
  readonly source: string;
  /** Where the program is put. */
  readonly folder: string;
  readonly linkerFlags?: readonly string[];
  /** As of `-mod`. */
  readonly modules: 'mod' | 'readonly';
}

/** Builds a program without C. Rejects with what Go complained of. */
export async function goBuild(build: GoBuild): Promise<void> {
  const linker = ['-s', '-w', ...(build.linkerFlags ?? [])].join(' ');
  const output = join(build.folder, build.name);
  const { exitCode, stderr } = await runChild({
    command: 'go',
    args: [
      ...['build', `-mod=${build.modules}`, '-trimpath', `-ldflags=${linker}`],
      ...['-o', output, build.package],
    ],
    workingDirectory: build.source,
    environment: { ...readConfig().inherited, CGO_ENABLED: '0' },
    output: 'kept',
  });
  if (exitCode !== 0) throw new Error(`${build.name} cannot be built: ${stderr.trim()}`);
}
