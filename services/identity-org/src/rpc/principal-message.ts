import type { Principal as PrincipalMessage } from '@assay/proto/identity/v1/principal';
import type { Principal } from '../domain/authentication/resolve-principal.ts';
import { toInheritedMessage, toSpendLimitMessage } from './spend-limit-message.ts';

export function toPrincipalMessage(principal: Principal): PrincipalMessage {
  const { modules, spendLimit, inheritedSpendLimits, allowedTools, ...fields } = principal;
  return {
    ...fields,
    modules: [...modules],
    spendLimit: toSpendLimitMessage(spendLimit),
    inheritedSpendLimits: toInheritedMessage(inheritedSpendLimits),
    allowedTools: allowedTools && { names: [...allowedTools] },
  };
}
