import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventConnection } from '@assay/chassis/events/connection';
import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { FileDeleted, FileEnriched } from '@assay/proto/files/v1/file_events';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { eventually } from '@assay/test-kit/eventually';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { connectEvents } from '../started-project.ts';

let running: Started;
let events: EventConnection;
beforeAll(async () => {
  running = await start();
  events = await connectEvents(running);
});
afterAll(async () => {
  await running.stop();
  await events.close();
});

const organizationId = newId();
const own = { organizationId };
const enriched = FileEnriched.fromPartial({ fileId: newId(), projectId: newId(), ...own, succeeded: true });
const deletedFile = FileDeleted.fromPartial({ fileId: newId(), projectId: newId(), ...own });
const deletedProject = ProjectDeleted.fromPartial({ projectId: newId(), ...own });

it.each<readonly [string, string, OutboxEntry]>([
  ['on-file-enriched', 'no file', newEvent(FileEnriched, { ...enriched, fileId: '' }, own)],
  ['on-file-enriched', 'no organization', newEvent(FileEnriched, { ...enriched, organizationId: '' }, own)],
  ['on-file-deleted', 'no file', newEvent(FileDeleted, { ...deletedFile, fileId: '' }, own)],
  ['on-project-deleted', 'no project', newEvent(ProjectDeleted, { ...deletedProject, projectId: '' }, own)],
])('%s gives up what names %s, and goes on', async (handler, _what, poison) => {
  const consumer = `projects-files__${handler}`;
  const before = await countDeadLetters(events, consumer);
  const publisher = createPublisher(events);
  await publisher.publish(poison);
  await eventually(async () => expect(await countDeadLetters(events, consumer)).toBe(before + 1));
});

it('a file that is gone by the time it is said to be enriched is no poison', async () => {
  const consumer = 'projects-files__on-file-enriched';
  const before = await countDeadLetters(events, consumer);
  await createPublisher(events).publish(newEvent(FileEnriched, enriched, own));
  await eventually(async () => {
    const info = await events.jsm.consumers.info(events.namespace.stream('FILES'), consumer);
    expect([info.num_pending, info.num_ack_pending]).toEqual([0, 0]);
  });
  expect(await countDeadLetters(events, consumer)).toBe(before);
});
