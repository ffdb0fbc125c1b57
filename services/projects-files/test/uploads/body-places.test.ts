import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { callBy } from '@assay/test-kit/test-platform';
import { closing, multipartType, partHeader } from '../content.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { announced, begin, film, partOf, partSize, putPart } from './parts.ts';
import { importCsv, sendForm } from '../input-data/import-csv.ts';

const partPlaces = { UPLOAD_PARTS: '2', UPLOAD_PARTS_PER_ORGANIZATION: '1' };

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api', CSV_IMPORTS: '2', CSV_IMPORTS_PER_ORGANIZATION: '1', ...partPlaces });
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
    body: ReadableStream.from(body()),
    duplex: 'half',
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
  status: 429,
  error: { status: 'RESOURCE_EXHAUSTED', reason: 'CONCURRENCY_LIMIT', details: { limit: 1 } },
};

it('an import waits while its organization has all its places, and too many waiting ones are refused', async () => {
  const ours = await newPlace();
  const theirs = await newPlace();
  const { end } = await beginImport(ours.call, ours.projectId);
  const waiting = Array.from({ length: 5 }, () => tryImport(ours));
  expect(await Promise.race(waiting)).toMatchObject(tooMany);
  await isImported(theirs);
  expect(await end()).toMatchObject({ status: 201 });
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 201, 201, 201, 429]);
});

it(
  'imports of two organizations that arrive slowly give way to a third one',
  { timeout: 40_000 },
  async () => {
    const places = [await newPlace(), await newPlace(), await newPlace()] as const;
    const [first, second, third] = places;
    const begun = [
      await beginImport(first.call, first.projectId),
      await beginImport(second.call, second.projectId),
    ] as const;
    const startedAt = performance.now();
    expect(await tryImport(third)).toMatchObject({ status: 201 });
    expect((performance.now() - startedAt) / 1_000).toBeLessThan(25);
    const answers = [await begun[0].end(), await begun[1].end()];
    expect(answers).toMatchObject([{ status: 503, error: { reason: 'SERVER_BUSY' } }, { status: 201 }]);
    expect(await importCsv(running, third.call, third.projectId, { content: 'a,b\n1\n' })).toMatchObject({
      status: 400,
    });
    await isImported(third);
  },
);

it('a part takes a place before its buffer, and those beyond are refused before their bodies are read', async () => {
  const { call, projectId } = await newPlace();
  const place = await begin(running, call, announced(projectId, 2 * partSize));
  const rest = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const bytes = film(2 * partSize);
  async function* slowly() {
    yield partOf(bytes, 1).subarray(0, 100);
    begun.resolve(undefined);
    await rest.promise;
    yield partOf(bytes, 1).subarray(100);
  }
  const send = (partNumber: number, init: RequestInit) =>
    putPart(running, call, { ...place, partNumber }, init);
  const slow = send(1, { body: ReadableStream.from(slowly()), duplex: 'half' });
  await begun.promise;
  const waiting = Array.from({ length: 5 }, () => send(2, { body: new Uint8Array(partOf(bytes, 2)) }));
  expect(await Promise.race(waiting)).toMatchObject(tooMany);
  rest.resolve(undefined);
  expect(await slow).toMatchObject({ status: 200, part: { size: partSize } });
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 200, 200, 429]);
});
