import { copyFile, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Where the sources of a package lie within its folder; `dist` is laid out as they are. */
interface SourceRoot {
  readonly packages: string;
  readonly root: string;
  readonly files: string;
}

const sourceRoots: readonly SourceRoot[] = [
  {
    // No process runs the evaluation.
    packages: '{gateway,gateway/web,services/!(evaluation)}/package.json',
    root: 'src',
    files: '**/*.{ts,css,html,json}',
  },
  { packages: 'proto/package.json', root: '.', files: '{*.ts,webhook-events/**/*.ts,gen/**/*.ts}' },
];

/**
 * Compiles every package that a process runs into its folder `dist`, which is emptied first, and resolves to the number of
 * files. Files that browsers load, and tables of checks, are copied. Types are not checked: `npm run check:types` does that.
 */
export async function compilePackages(projectRoot: string): Promise<number> {
  const options = compilerOptions(projectRoot);
  const counts = await Promise.all(
    sourceRoots.map(async ({ packages, root, files }) => {
      const manifests = await Array.fromAsync(glob(packages, { cwd: projectRoot }));
      const folders = manifests.map((manifest) => join(projectRoot, dirname(manifest)));
      return Promise.all(folders.map((folder) => compilePackage(folder, { root, files }, options)));
    }),
  );
  return counts.flat().reduce((sum, count) => sum + count, 0);
}

async function compilePackage(
  folder: string,
  { root, files }: Omit<SourceRoot, 'packages'>,
  options: ts.CompilerOptions,
): Promise<number> {
  const dist = join(folder, 'dist');
  await rm(dist, { recursive: true, force: true });
  const sources = (await Array.fromAsync(glob(files, { cwd: join(folder, root) }))).filter(isProgram);
  for (const source of sources) {
    const from = join(folder, root, source);
    const target = join(dist, source.replace(/\.ts$/u, '.js'));
    await mkdir(dirname(target), { recursive: true });
    if (source.endsWith('.ts'))
      await writeFile(target, compile(await readFile(from, 'utf8'), source, options));
    else await copyFile(from, target);
  }
  return sources.length;
}

function isProgram(file: string): boolean {
  return !/\.(test|fixture|config|d)\.ts$/u.test(file);
}

function compile(text: string, fileName: string, compilerOptions: ts.CompilerOptions): string {
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    fileName,
    compilerOptions,
    reportDiagnostics: true,
  });
  const [problem] = diagnostics;
  if (problem === undefined) return outputText;
  throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`);
}

/** Those of the workspace, which say how imports are written, for modules alone. */
function compilerOptions(projectRoot: string): ts.CompilerOptions {
  const file = join(projectRoot, 'tsconfig.json');
  const read = ts.readConfigFile(file, (path) => ts.sys.readFile(path));
  if (read.error !== undefined)
    throw new Error(ts.flattenDiagnosticMessageText(read.error.messageText, '\n'));
  const { compilerOptions } = read.config as { readonly compilerOptions: unknown };
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, projectRoot);
  const { ESNext: module } = ts.ModuleKind;
  const { Bundler: moduleResolution } = ts.ModuleResolutionKind;
  return { ...options, module, moduleResolution, noEmit: false, removeComments: true };
}
