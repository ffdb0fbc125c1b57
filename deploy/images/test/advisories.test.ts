import { describe, expect, it } from 'vitest';
import { tryPnpm } from '../src/try-pnpm.ts';

const isWhole = process.env['IMAGES'] === 'whole';
const audit = isWhole
  ? await tryPnpm(['audit', '--prod', '--audit-level', 'high'])
  : { exitCode: 1, output: 'ERR_PNPM_AUDIT: not asked' };
/** A registry without the endpoint, or none. */
const hasAnswered = !/ERR_PNPM_(?:AUDIT|META|FETCH)|ENOTFOUND|ECONNREFUSED|ETIMEDOUT/u.test(audit.output);

describe.skipIf(!hasAnswered)('advisories (need npm run images, and a registry that answers audits)', () => {
  it('of high severity are about none of the packages that run in production', () => {
    expect(audit).toMatchObject({ exitCode: 0 });
  });
});
