/** A condition that protects tenants, money or keys, and the change that takes it away. */
export interface Guard {
  /** A sentence that is true once the guard is broken. */
  readonly broken: string;
  /** The source file, from the root of the repository. */
  readonly file: string;
  /** The guard as it stands in the file, exactly once. */
  readonly code: string;
  readonly replacement: string;
  /** Test files of the same package, one of which must fail. */
  readonly tests: readonly string[];
}

/** Guards of one file that the same tests hold. */
export interface GuardedFile {
  /** The folder of the package, such as `services/billing`; files and tests are relative to it. */
  readonly package: string;
  readonly file: string;
  readonly tests: readonly string[];
  /** The broken guard as a sentence, the code, and its replacement. */
  readonly guards: readonly (readonly [broken: string, code: string, replacement: string])[];
}

export function listGuards(files: readonly GuardedFile[]): readonly Guard[] {
  return files.flatMap(({ package: folder, file, tests, guards }) =>
    guards.map(([broken, code, replacement]) => ({
      broken,
      file: `${folder}/${file}`,
      code,
      replacement,
      tests: tests.map((test) => `${folder}/${test}`),
    })),
  );
}
