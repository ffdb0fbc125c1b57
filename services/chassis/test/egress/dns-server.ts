import { Packet, UDPServer } from 'dns2';
import { createDnsResolver } from '../../src/egress/address-resolver.ts';
import type { AddressResolver } from '../../src/egress/address-resolver.ts';

type Message = InstanceType<typeof Packet>;
type DnsRecord = InstanceType<typeof Packet.Resource>;

/** One answer to the queries for a name. Families without addresses have no records. */
export interface DnsAnswer {
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  /** The aliases between the name and its addresses. */
  readonly cnames?: readonly string[];
  readonly ttl?: number;
}

export interface TestDns {
  /** `127.0.0.1:port`, as settings list DNS servers. */
  readonly address: string;
  readonly resolver: AddressResolver;
  /** The names of all queries for IPv4 addresses. */
  readonly queries: string[];
  /** Sets the answers to successive queries; the last one repeats. Without answers, the server stays silent. */
  answer(name: string, ...answers: readonly DnsAnswer[]): void;
  stop(): void;
}

/** Starts a DNS server on a port of 127.0.0.1, with a resolver for it. Unknown names do not exist, unless `fallback` answers them. */
export async function startDns(fallback?: DnsAnswer): Promise<TestDns> {
  const names = new Map<string, DnsAnswer[]>();
  const queries: string[] = [];
  const server = new UDPServer();
  server.on('request', (request: Message, send: (response: Message) => void) => {
    const response = Packet.createResponseFromRequest(request);
    for (const question of request.questions) {
      const name = question.name.toLowerCase();
      const isIpv6 = question.type === Packet.TYPE.AAAA;
      const answers = names.get(name) ?? (fallback === undefined ? undefined : [fallback]);
      if (!isIpv6) queries.push(name);
      if (answers?.length === 0) return;
      if (answers === undefined) response.header.rcode = Packet.RCODE.NXDOMAIN;
      else response.answers.push(...buildRecords(name, isIpv6, pickAnswer(answers, queries, name)));
    }
    send(response);
  });
  await server.listen(0, '127.0.0.1');
  const address = `127.0.0.1:${server.address().port}`;
  return {
    address,
    resolver: createDnsResolver({ servers: [address], timeoutMs: 15_000 }),
    queries,
    answer: (name, ...answers) => void names.set(name, [...answers]),
    stop: () => void server.close(),
  };
}

/** Chooses by the number of queries for IPv4 addresses, which the resolver sends first. */
function pickAnswer(answers: readonly DnsAnswer[], queries: readonly string[], name: string): DnsAnswer {
  const count = queries.filter((query) => query === name).length;
  return answers[Math.min(count, answers.length) - 1] ?? {};
}

function buildRecords(name: string, isIpv6: boolean, answer: DnsAnswer): DnsRecord[] {
  const { a = [], aaaa = [], cnames = [], ttl = 300 } = answer;
  const owners = [name, ...cnames];
  const aliases = cnames.map((domain, index) =>
    buildRecord({ name: owners[index] ?? name, type: Packet.TYPE.CNAME, ttl, domain }),
  );
  const type = isIpv6 ? Packet.TYPE.AAAA : Packet.TYPE.A;
  const last = owners.at(-1) ?? name;
  return [
    ...aliases,
    ...(isIpv6 ? aaaa : a).map((address) => buildRecord({ name: last, type, ttl, address })),
  ];
}

function buildRecord(record: Partial<DnsRecord>): DnsRecord {
  return new Packet.Resource({ ...record, class: Packet.CLASS.IN });
}
