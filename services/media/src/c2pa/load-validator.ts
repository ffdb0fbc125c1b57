import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { WasmReader } from '@contentauth/c2pa-wasm';

/** The C2PA validator, ready to use. */
export interface Validator {
  readonly Reader: typeof WasmReader;
}

let loaded: Promise<Validator> | undefined;

/** Compiles the validator's wasm on the first call of a process (about 0.1 s) and answers the same one afterwards. */
export function loadValidator(): Promise<Validator> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Validator> {
  const { default: initialize, WasmReader } = await import('@contentauth/c2pa-wasm');
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')));
  await initialize({ module_or_path: wasm });
  return { Reader: WasmReader };
}

/** Package and version, such as `@contentauth/c2pa-wasm 0.13.3`. */
export const validatorName = `@contentauth/c2pa-wasm ${packageVersion()}`;

function packageVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('@contentauth/c2pa-wasm/package.json');
  const isVersioned = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isVersioned ? String(manifest.version) : 'unknown';
}
