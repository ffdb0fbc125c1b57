import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll } from 'vitest';

/** Joins the platform that test files share; answers its client, an admin of an organization of this file. */
export function withPlatform(): () => Rest {
  let platform: SharedPlatform;
  beforeAll(async () => {
    platform = await joinPlatform();
  });
  afterAll(() => platform.stop());
  return () => createRest(platform.baseUrl, platform.apiKey);
}
