import { readConfig } from '@assay/chassis/config';
import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { bootService } from '@assay/chassis/process/boot/boot-service';
import type { ServiceResources } from '@assay/chassis/process/boot/resources';
import { run } from '@assay/chassis/process/run';
import { runPreparation } from '@assay/chassis/process/boot/prepare-service';
import { baseSettings } from '@assay/chassis/process/boot/service-base';
import type { BaseConfig, ServiceBase } from '@assay/chassis/process/boot/service-base';
import { FileEnriched, FileUploaded } from '@assay/proto/files/v1/file_events';

/**
 * A service in one of two versions, of which the newer has one more event, one more index and a consumer: publishes what its
 * version knows as fast as it is stored, and writes a line for each that was stored and each that was refused.
 */
const [version, command] = process.argv.slice(2);
const isNew = version === 'new';
const name = 'projects-files';

function declareResources(): ServiceResources {
  const ackWaitMs = 10_000;
  const older = { stream: 'FILES', durable: `${name}__on-file-uploaded`, message: FileUploaded, ackWaitMs };
  const newer = { stream: 'FILES', durable: `${name}__on-file-enriched`, message: FileEnriched, ackWaitMs };
  return {
    name,
    indexes: { things: isNew ? [{ key: { name: 1 } }, { key: { color: 1 } }] : [{ key: { name: 1 } }] },
    streams: [
      {
        name: 'FILES',
        messages: isNew ? [FileUploaded, FileEnriched] : [FileUploaded],
        retention: 'limits',
        maxAgeMs: 3_600_000,
      },
    ],
    durables: isNew ? [older, newer] : [older],
  };
}

async function keepPublishing({ events }: ServiceBase, stopping: AbortSignal): Promise<void> {
  const publisher = createPublisher(events);
  while (!stopping.aborted) {
    for (const event of knownEvents()) {
      const outcome = await publisher.publish(event).then(
        () => 'stored',
        (error: unknown) => `refused ${event.subject}: ${String(error)}`,
      );
      process.stdout.write(`${outcome}\n`);
    }
  }
}

function knownEvents(): OutboxEntry[] {
  const context = { organizationId: '' };
  const uploaded = newEvent(FileUploaded, FileUploaded.fromPartial({}), context);
  return isNew ? [uploaded, newEvent(FileEnriched, FileEnriched.fromPartial({}), context)] : [uploaded];
}

function start(config: BaseConfig) {
  const compose = (base: ServiceBase) => {
    const { lifecycle } = base.runtime;
    const publishing = keepPublishing(base, lifecycle.stopping);
    lifecycle.onStop('publishing', () => publishing);
    return { rpcs: [] };
  };
  return bootService({ ...declareResources(), compose }, config);
}

const readSettings = (environment: NodeJS.ProcessEnv): BaseConfig => readConfig(baseSettings, environment);
if (command === 'prepare') await runPreparation({ name, readConfig: readSettings, declareResources });
else await run({ name, readConfig: readSettings, start });
