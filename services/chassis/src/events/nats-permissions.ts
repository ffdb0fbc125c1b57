import { getOption, hasOption } from '@bufbuild/protobuf';
import { processes, processNames } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { contract } from '../grpc/contract/contract.ts';
import { inboxPrefix } from './subjects/inbox-prefix.ts';
import { deadLetterPrefix, deadLetterStream } from './streams.ts';

/** The permissions of a user, in the form of the configuration file of nats-server. */
export interface NatsPermissions {
  readonly publish: { readonly allow: readonly string[] } | { readonly deny: string };
  readonly subscribe: { readonly allow: readonly string[] };
}

const auditPackage = 'assay.audit.v1';

/**
 * Returns what the NATS user of a process may do, in an installation without a namespace. It publishes the events of the packages
 * that it serves, audit events and dead letters, and manages the streams of these. It may read every stream, since reading follows
 * from its consumers. The responses to its requests go to an inbox that no other user can read.
 */
export function natsPermissions(name: ProcessName): NatsPermissions {
  const subscribe = { allow: [`${inboxPrefix(name)}.>`, 'broadcast.>'] };
  const { serves } = processes[name];
  // An empty list of allowed subjects means no limit.
  if (serves.length === 0) return { publish: { deny: '>' }, subscribe };
  const packages = [...new Set([...serves, auditPackage])];
  return {
    publish: {
      allow: [
        ...packages.map((published) => `${published}.*`),
        ...serves.map((served) => `broadcast.${served}.*`),
        `${deadLetterPrefix}.*`,
        ...listStreams(packages).flatMap((stream) => [
          `$JS.API.STREAM.CREATE.${stream}`,
          `$JS.API.STREAM.UPDATE.${stream}`,
        ]),
        `$JS.API.STREAM.MSG.DELETE.${deadLetterStream}`,
        ...reading,
      ],
    },
    subscribe,
  };
}

/** Returns the permissions of all processes. */
export function allNatsPermissions(): Readonly<Record<string, NatsPermissions>> {
  return Object.fromEntries(processNames.map((name) => [name, natsPermissions(name)]));
}

/** Reads streams, and creates, reads and acknowledges consumers. */
const reading = [
  '$JS.API.INFO',
  '$JS.API.STREAM.INFO.*',
  '$JS.API.STREAM.MSG.GET.*',
  '$JS.API.CONSUMER.CREATE.>',
  '$JS.API.CONSUMER.DURABLE.CREATE.>',
  '$JS.API.CONSUMER.INFO.*.*',
  '$JS.API.CONSUMER.DELETE.*.*',
  '$JS.API.CONSUMER.MSG.NEXT.*.*',
  '$JS.ACK.>',
];

/** Lists the streams of events in these packages, and in packages that no process serves yet. */
function listStreams(packages: readonly string[]): readonly string[] {
  const option = contract().getExtension('assay.event.v1.stream');
  if (option === undefined) throw new Error('the contract has no option assay.event.v1.stream');
  const served = new Set(processNames.flatMap((name) => processes[name].serves));
  const streams = [...contract()].flatMap((declared) => {
    if (declared.kind !== 'message' || !hasOption(declared, option)) return [];
    const owner = declared.file.proto.package;
    return packages.includes(owner) || !served.has(owner) ? [String(getOption(declared, option))] : [];
  });
  return [...new Set([...streams, deadLetterStream])].sort();
}
