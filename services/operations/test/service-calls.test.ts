import { accessRule, contract } from '@assay/chassis/grpc/contract/contract';
import { findProcess, serviceNames } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import { describe, expect, it } from 'vitest';
import { readRpcCode } from './reachable/rpc-code.ts';
import { readSources } from './reachable/source-tree.ts';

/** The rpcs that services may call, apart from those of identity-org and projects-files, which wait for no other service. */
const callable: Readonly<Record<string, readonly string[]>> = {
  billing: [
    'BillingService/confirmHold',
    'BillingService/getBalance',
    'BillingService/listLedger',
    'BillingService/placeHold',
    'BillingService/refundCharge',
    'BillingService/releaseHold',
  ],
  datasets: ['WorkVersionsService/listVersionFiles'],
  verification: ['RunsService/countRuns', 'StageMapsService/listStageMaps'],
};

const waitsForNone: readonly ServiceName[] = ['identity-org', 'projects-files'];

interface CallableRpc {
  readonly process: ServiceName;
  /** `RunsService/countRuns`. */
  readonly name: string;
}

function listCallable(): readonly CallableRpc[] {
  const services = [...contract()].filter((type) => type.kind === 'service');
  return services.flatMap(({ typeName, methods }) =>
    methods.flatMap(({ name, localName }) => {
      const { services: callers = [] } = accessRule(`/${typeName}/${name}`) ?? {};
      if (!callers.some((caller) => serviceNames.some((service) => service === caller))) return [];
      return [{ process: findProcess(typeName), name: `${typeName.split('.').at(-1) ?? ''}/${localName}` }];
    }),
  );
}

describe('the rpcs that services may call', () => {
  const found = listCallable();

  it('are these, so that a new one is a decision', () => {
    const others = found.filter(({ process }) => !waitsForNone.includes(process));
    const byProcess = Map.groupBy(others, ({ process }) => process);
    const names = [...byProcess].map(([process, rpcs]) => [process, rpcs.map(({ name }) => name).toSorted()]);
    expect(Object.fromEntries(names)).toEqual(callable);
  });

  it('call no service but identity-org and projects-files, so that no request waits for one that waits for it', () => {
    const code = new Map(readRpcCode(readSources()).map((one) => [one.rpc, one] as const));
    const typeNames = new Map(
      [...contract()]
        .filter((type) => type.kind === 'service')
        .map(({ typeName }) => [typeName.split('.').at(-1) ?? '', typeName] as const),
    );
    const waiting = found.flatMap(({ name }) =>
      [...(code.get(name)?.calls ?? [])]
        .filter((called) => {
          const typeName = typeNames.get(called.split('/')[0] ?? '');
          return typeName !== undefined && !waitsForNone.includes(findProcess(typeName));
        })
        .map((called) => `${name} calls ${called}`),
    );
    expect(waiting).toEqual([]);
  });
});
