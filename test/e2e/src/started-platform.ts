import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, inject } from 'vitest';

/** Runs a platform of its own for the tests of a file; answers its client, an admin of the seeded organization. */
export function withPlatform(): () => Rest {
  let platform: LaunchedPlatform;
  beforeAll(async () => {
    platform = await launchPlatform({ servers: inject('servers') });
  });
  afterAll(() => platform.stop());
  return () => createRest(platform.baseUrl, platform.apiKey);
}
