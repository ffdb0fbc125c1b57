import { readFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isPublicAddress } from '@assay/chassis/egress/public-address';
import {
  addressVariable,
  listenerVariable,
  processes,
  processNames,
  serviceNames,
  servesRpcs,
} from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { table } from '../src/configuration/table.ts';
import { platformChart } from '../src/paths.ts';
import { examples, render } from '../src/render.ts';
import type { Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { containersOf, ofKind, podsOf } from '../src/pods.ts';
import type { Pod } from '../src/pods.ts';

interface Edge {
  readonly caller: string;
  /** Only its pods of this role. */
  readonly role?: string;
  readonly callee: string;
  readonly port?: string;
  readonly variable: string;
}

/** A caller whose tenants choose the addresses. */
interface InternetEdge extends Pick<Edge, 'caller' | 'role'> {
  readonly callee: 'internet';
}

const missing = missingForCharts();
// The file has this shape; the rendering below would show another.
const rows = parse(readFileSync(join(platformChart, 'files/network.yaml'), 'utf8')) as readonly (
  Edge | InternetEdge
)[];
const edges = rows.filter((row): row is Edge => row.callee !== 'internet');

/** By these a process tells others where something is; it does not go there itself. */
const toldToOthers = ['PUBLIC_URL', 'S3_PUBLIC_ENDPOINT'];
const isAddress = (variable: string): boolean =>
  /(?<!_PER)_(ADDRESS|URL|URI|ENDPOINT|ISSUER|BASE)$/u.test(variable) && !toldToOthers.includes(variable);
/** Empty for a process that serves no gRPC. */
const findAddress = (name: ProcessName): string => (servesRpcs(name) ? addressVariable(name) : '');
/** The gateway names the issuer to clients and does not connect to it. */
const ofItself = (name: string): readonly string[] =>
  name === 'gateway'
    ? ['OIDC_ISSUER']
    : serviceNames.filter((service) => service === name).map(addressVariable);

describe('the table of who reaches whom', () => {
  it.each(processNames)('has every address that %s reads, and no other', (name) => {
    const read = table[name].map(({ variable }) => variable).filter(isAddress);
    const named = edges
      .filter(({ caller, variable }) => caller === name || (caller === '*' && read.includes(variable)))
      .map(({ variable }) => variable);
    expect(named.toSorted()).toEqual(
      read.filter((variable) => !ofItself(name).includes(variable)).toSorted(),
    );
  });

  it('leads to the process and the listener that a variable is named after', () => {
    const named = edges.map(({ callee, port, variable }) => {
      const process = processNames.find((found) => found === callee);
      if (process === undefined || port === undefined) return variable;
      return port === 'grpc' ? findAddress(process) : listenerVariable(process, port);
    });
    expect(named).toEqual(edges.map(({ variable }) => variable));
  });
});

interface Rule {
  readonly ports: readonly { readonly port: number; readonly endPort?: number }[];
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
}

interface Selector {
  readonly matchLabels: Readonly<Record<string, string>>;
}

interface Peer {
  readonly podSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except: readonly string[] };
}

interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

const ports: Readonly<Record<string, number>> = { grpc: 50_051, upload: 8_081, endpoint: 8_082 };
const processLabel = 'assay.dev/process';
const roleLabel = 'assay.dev/role';

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '223.255.255.254',
  '2606:4700:4700::1111',
  '2a00::1',
];
const privateAddresses = [
  ...[
    '0.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.0.0.8',
    '192.0.2.1',
  ],
  ...[
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::1',
    '::ffff:10.0.0.1',
    '::7f00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
  ],
  ...['fe80::1', 'ff02::1', '4000::1'],
];

function addBlock(list: BlockList, cidr: string): void {
  const [address = '', prefix = ''] = cidr.split('/');
  list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
}

describe.skipIf(missing !== undefined)(`policies (${missing ?? 'helm is there'})`, () => {
  let policies: readonly Policy[] = [];
  let pods: readonly Pod[] = [];
  beforeAll(async () => {
    const objects: readonly Manifest[] = await render({
      ...examples.production,
      kubernetesVersion: '1.35.0',
    });
    policies = ofKind(objects, 'NetworkPolicy').map((policy) => policy['spec'] as Policy);
    pods = podsOf(ofKind(objects, 'Deployment'));
  });
  const selects = ({ matchLabels }: Selector, name: string, role?: string): boolean =>
    matchLabels[processLabel] === name && matchLabels[roleLabel] === role;
  const of = (name: string, role?: string): Policy | undefined =>
    policies.find(({ podSelector }) => selects(podSelector, name, role));
  const joins = (peers: readonly Peer[] | undefined, name: string, role?: string): boolean =>
    peers?.some(({ podSelector }) => podSelector !== undefined && selects(podSelector, name, role)) === true;
  const hasPort = ({ ports: open }: Rule, port: number): boolean => open.some((one) => one.port === port);

  it('deny every pod of the platform what no other policy allows, both ways', () => {
    const all = policies.find(({ podSelector }) => !(processLabel in podSelector.matchLabels));
    expect(all).toEqual({ podSelector: expect.anything(), policyTypes: ['Ingress', 'Egress'] });
  });

  it('let each caller out and each callee take it in, on one port', () => {
    for (const { caller, role, callee, port = '' } of edges.filter((edge) => edge.port !== undefined)) {
      const number = ports[port] ?? Number.NaN;
      const out = of(caller, role)?.egress?.filter((rule) => joins(rule.to, callee) && hasPort(rule, number));
      const into = of(callee)?.ingress?.filter(
        (rule) => joins(rule.from, caller, role) && hasPort(rule, number),
      );
      expect([caller, callee, out?.length, into?.length]).toEqual([caller, callee, 1, 1]);
    }
  });

  /** The processes that a pod is let out to, by every policy for it. */
  const reached = ({ labels }: Pod): readonly string[] =>
    policies
      .filter(({ podSelector: { matchLabels } }) =>
        Object.entries(matchLabels).every(([label, value]) => labels[label] === value),
      )
      .flatMap(({ egress = [] }) => egress.flatMap(({ to = [] }) => to))
      .flatMap(({ podSelector }) => podSelector?.matchLabels[processLabel] ?? []);

  it('let each pod out to the processes whose addresses it is told, and to no others', () => {
    for (const pod of pods) {
      const told = containersOf(pod).flatMap(({ env }) => env.map(({ name }) => name));
      const callees = processNames.filter((name) =>
        [findAddress(name), ...processes[name].listeners.map((one) => listenerVariable(name, one))].some(
          (variable) => told.includes(variable),
        ),
      );
      expect([pod.owner, new Set(reached(pod))]).toEqual([pod.owner, new Set(callees)]);
    }
  });

  it('let workers that decode files out to no process but those that they tell of the work', () => {
    const workers = pods.filter(
      ({ labels }) =>
        labels[roleLabel] === 'worker' &&
        ['projects-files', 'datasets', 'verification'].includes(labels[processLabel] ?? ''),
    );
    const found = workers.map(({ labels, ...pod }) => [labels[processLabel], ...reached({ labels, ...pod })]);
    expect(found.toSorted()).toEqual([
      ['datasets', 'projects-files'],
      ...Array.from({ length: 4 }, () => ['projects-files']),
      ['verification', 'projects-files', 'billing'],
    ]);
  });

  it('let only workers of crowd-webhooks out to the internet, on the ports of webhooks and to public addresses', () => {
    const isOpen = ({ egress = [] }: Policy) =>
      egress.some(({ to = [] }) => to.some(({ ipBlock }) => ipBlock !== undefined));
    const open = policies.filter(isOpen);
    expect(open.map(({ podSelector }) => podSelector.matchLabels)).toEqual([
      expect.objectContaining({ [processLabel]: 'crowd-webhooks', [roleLabel]: 'worker' }),
    ]);
    const [rule, ...others] = open[0]?.egress ?? [];
    expect(others).toEqual([]);
    expect(rule?.ports).toEqual([
      { port: 443, protocol: 'TCP' },
      { port: 1_024, endPort: 65_535, protocol: 'TCP' },
    ]);
    const allowed = new BlockList();
    const excepted = new BlockList();
    for (const { ipBlock: { cidr = '', except = [] } = {} } of rule?.to ?? []) {
      addBlock(allowed, cidr);
      for (const block of except) addBlock(excepted, block);
    }
    const isAllowed = (ip: string): boolean => {
      const family = isIPv6(ip) ? 'ipv6' : 'ipv4';
      return allowed.check(ip, family) && !excepted.check(ip, family);
    };
    const addresses = [...publicAddresses, ...privateAddresses];
    expect(addresses.filter(isAllowed)).toEqual(publicAddresses);
    expect(addresses.filter(isPublicAddress)).toEqual(publicAddresses);
  });

  it('let nobody else in but whoever reads metrics, and at the gateway clients', () => {
    for (const name of processNames) {
      const strangers = of(name)?.ingress?.filter(
        ({ from = [] }) => !edges.some(({ caller, role }) => joins(from, caller, role)),
      );
      const open = strangers?.flatMap((rule) => rule.ports.map(({ port }) => port));
      expect(open).toEqual(name === 'gateway' ? [9_090, 8_080] : [9_090]);
    }
  });
});
