import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@assay/local/config';
import { processNames } from '@assay/proto/processes';
import { assembleProcess } from './assemble.ts';
import { compilePackages } from './compile.ts';
import { megabytesOf } from './size-of.ts';

const usage = `usage: npm run build [-- --into <folder> [process …]]; processes: ${processNames.join(', ')}\n`;

/** Compiles all packages; with `--into`, also assembles the folder of each process. Resolves to the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { into: { type: 'string' } },
    allowPositionals: true,
  });
  const chosen = processNames.filter((name) => positionals.length === 0 || positionals.includes(name));
  if (positionals.some((name) => !chosen.some((known) => known === name))) {
    process.stderr.write(usage);
    return 2;
  }
  process.stdout.write(`compiled ${String(await compilePackages(projectRoot))} files\n`);
  if (values.into === undefined) return 0;
  for (const name of chosen) {
    const folder = await assembleProcess(name, resolve(values.into));
    process.stdout.write(`${name.padEnd(15)}${(await megabytesOf(folder)).toFixed(1)} MB  ${folder}\n`);
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
