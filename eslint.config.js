import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'fixtures/', 'test/fixtures/', 'clients/*.d.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-console': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Steps are async because a remote engine may come; a local one has nothing to await.
      '@typescript-eslint/require-await': 'off',
      // noPropertyAccessFromIndexSignature demands brackets where this rule would forbid them.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Only src/web may fetch.' }],
    },
  },
  {
    // Only the one reader of the environment may read it.
    files: ['src/**/*.ts', 'agents/**/*.ts'],
    ignores: ['src/config/**', 'src/cli/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/config reads the environment.' },
      ],
    },
  },
  {
    files: ['bench/**/*.ts', 'test/**/*.ts'],
    rules: {
      'no-restricted-globals': 'off',
      'max-lines': 'off',
      // A test that finds nothing where something must be should throw.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['bench/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['examples/**'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', fetch: 'readonly' } },
    rules: { 'no-console': 'off' },
  },
  { files: ['**/*.cjs'], languageOptions: { globals: { module: 'writable', require: 'readonly' } } },
);
