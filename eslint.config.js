import vitest from '@vitest/eslint-plugin';
import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      ...['**/node_modules/', '**/dist/', 'proto/gen/', '.assay/', '**/*.mjs', '**/*.cjs', '*.config.js'],
      // A test compiles it with types that it generates.
      'test/e2e/src/typescript/story.ts',
      // Generated from the OpenAPI document.
      'gateway/web/src/shared/api/api-types.ts',
    ],
  },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // The compiler's noPropertyAccessFromIndexSignature asks for the opposite.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true, varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/naming-convention': [
        'error',
        {
          selector: ['variable', 'function', 'parameter'],
          format: ['camelCase'],
          leadingUnderscore: 'allow',
        },
        // What an interface of somebody else calls it.
        { selector: ['variable', 'parameter'], modifiers: ['destructured'], format: null },
        { selector: 'typeLike', format: ['PascalCase'], custom: { regex: '^I[A-Z][a-z]', match: false } },
      ],
      'max-depth': ['error', 3],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines it.' },
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        {
          selector: 'ImportDeclaration[importKind="value"] > ImportSpecifier[importKind="type"]',
          message: 'Types are imported in a statement of their own.',
        },
        {
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'Write the properties one by one: an object within an object hides how many there are.',
        },
        {
          selector: 'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]',
          message: 'One declaration per name.',
        },
      ],
    },
  },
  {
    files: ['gateway/src/**', 'services/*/src/**'],
    ignores: [
      '**/config.ts',
      'services/chassis/src/process/{run,boot/prepare-service,boot/operator-command}.ts',
      '**/*.test.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read in config.ts alone.' },
      ],
    },
  },
  {
    // Clients choose the texts that these expressions meet. An exception names the bound of its input.
    files: ['gateway/src/**', 'services/*/src/**', 'proto/*.ts'],
    ignores: ['**/*.test.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['services/*/src/**'],
    ignores: ['services/chassis/src/egress/**', 'services/verification/src/commands/**', '**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Requests leave a service through @assay/chassis/egress.' },
      ],
    },
  },
  {
    files: ['services/*/src/domain/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time comes in through the clock.' },
        { object: 'Math', property: 'random', message: 'The domain is deterministic.' },
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'test/**', 'deploy/images/test/**'],
    plugins: { vitest },
    rules: {
      ...vitest.configs.recommended.rules,
      'max-lines-per-function': 'off',
      'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
      'vitest/no-disabled-tests': 'error',
      // Tests look into JSON bodies field by field.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'vitest/valid-title': ['error', { allowArguments: true }],
    },
  },
  {
    // Requests to S3 are objects of fields named as S3 names them.
    files: ['services/chassis/src/storage/**'],
    rules: { '@typescript-eslint/naming-convention': 'off' },
  },
  { files: ['**/*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  prettier,
);
