import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { callBy } from '@assay/test-kit/test-platform';
import { closing, multipartType, partHeader } from '../content.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { importCsv, sendForm } from './import-csv.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api', CSV_IMPORTS: '2', CSV_IMPORTS_PER_ORGANIZATION: '1' });
});
afterAll(() => running.stop());

async function newPlace(call = callBy()) {
  return { call, projectId: await newProject(running, call) };
}

const content = 'city\nHamburg\n';
const tryImport = ({ call, projectId }: { readonly call: OutgoingCall; readonly projectId: string }) =>
  importCsv(running, call, projectId, { content });

/** An import gives its place back once it was answered. */
const isImported = (place: Parameters<typeof tryImport>[0]) =>
  expect.poll(() => tryImport(place)).toMatchObject({ status: 201 });

/** An import of which half has arrived; `end` sends the rest and resolves to the answer. */
async function beginImport(call: OutgoingCall, projectId: string) {
  const half = Promise.withResolvers<undefined>();
  const rest = Promise.withResolvers<undefined>();
  async function* body() {
    yield partHeader('Content-Disposition: form-data; name="language"');
    yield Buffer.from('de\r\n');
    yield partHeader('Content-Disposition: form-data; name="file"; filename="a.csv"');
    half.resolve(undefined);
    await rest.promise;
    yield Buffer.concat([Buffer.from(content), closing]);
  }
  const sent = sendForm(running, call, projectId, {
    ...{ body: ReadableStream.from(body()), duplex: 'half' },
    headers: multipartType,
  });
  await half.promise;
  return {
    end: () => {
      rest.resolve(undefined);
      return sent;
    },
  };
}

const tooMany = {
  status: 409,
  error: { status: 'FAILED_PRECONDITION', reason: 'UPLOAD_LIMIT', details: { limit: 1 } },
};

it('an organization that imports as many files at once as it may is refused another one until one has ended', async () => {
  const [ours, theirs] = [await newPlace(), await newPlace()];
  const { end } = await beginImport(ours.call, ours.projectId);
  await expect.poll(() => tryImport(ours)).toMatchObject(tooMany);
  await isImported(theirs);
  expect(await end()).toMatchObject({ status: 201 });
  await isImported(ours);
});

it('a process that imports as many files as it may refuses others for now, and none for good', async () => {
  const places = [await newPlace(), await newPlace(), await newPlace()] as const;
  const [first, second, third] = places;
  const begun = [
    await beginImport(first.call, first.projectId),
    await beginImport(second.call, second.projectId),
  ];
  await expect.poll(() => tryImport(third)).toMatchObject({ status: 503, error: { status: 'UNAVAILABLE' } });
  for (const { end } of begun) expect(await end()).toMatchObject({ status: 201 });
  await isImported(third);
  expect(await importCsv(running, third.call, third.projectId, { content: 'a,b\n1\n' })).toMatchObject({
    status: 400,
  });
  await isImported(third);
});
