import { afterAll } from 'vitest';
import { createTextCleaner } from '../../../src/cleaning/texts/text-cleaner.ts';
import { createSourceFiles } from './source-files.ts';

/** Sets up a text cleaner with source files for the tests of a file, and closes both behind them. */
export function setUpTextCleaning() {
  const cleaner = createTextCleaner();
  const files = createSourceFiles();
  afterAll(async () => {
    await cleaner.close();
    await files.remove();
  });
  return { cleaner, files, signal: new AbortController().signal };
}
