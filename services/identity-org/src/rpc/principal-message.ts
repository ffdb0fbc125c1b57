import type { Principal as PrincipalMessage } from '@assay/proto/identity/v1/principal';
import type { Principal } from '../domain/authentication/resolve-principal.ts';
import { toSpendLimitMessage } from './spend-limit-message.ts';

export function toPrincipalMessage({ modules, spendLimit, ...fields }: Principal): PrincipalMessage {
  return { ...fields, modules: [...modules], spendLimit: toSpendLimitMessage(spendLimit) };
}
