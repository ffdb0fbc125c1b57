import { createSecrets, publicKeySet } from '@assay/local/platform/secrets';
import type { LocalSecrets } from '@assay/local/platform/secrets';
import { processNames } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';

type Keys = LocalSecrets['internalTokenKeys'];

/** What every process reads of its keys in one step of a rotation. */
type KeyVariables = (name: ProcessName) => {
  readonly INTERNAL_TOKEN_KEY: string;
  readonly INTERNAL_TOKEN_JWKS: string;
};

/** The steps of a rotation, each one rollout of every process: the next keys become known, then they are signed with. */
export function rotateSigningKeys(first: Keys): Readonly<Record<'announced' | 'rotated', KeyVariables>> {
  const { internalTokenKeys: made } = createSecrets();
  const next = Object.fromEntries(
    processNames.map((name) => [name, { ...made[name], kid: `${name}.2` }]),
  ) as Keys;
  const known = [first, next].flatMap((keys) => publicKeySet(keys).keys);
  const signingWith =
    (keys: Keys): KeyVariables =>
    (name) => ({
      INTERNAL_TOKEN_KEY: JSON.stringify(keys[name]),
      INTERNAL_TOKEN_JWKS: JSON.stringify({ keys: known }),
    });
  return { announced: signingWith(first), rotated: signingWith(next) };
}
