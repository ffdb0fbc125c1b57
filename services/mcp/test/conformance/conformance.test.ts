import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { newId } from '@assay/chassis/ids';
import { createRuntime } from '@assay/chassis/process/runtime';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { addressVariable, processes } from '@assay/proto/processes';
import { runConformance } from '@assay/test-kit/mcp/conformance/run-conformance';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configFrom } from '../../src/config.ts';
import { sendResponse } from '../../src/endpoint/send-response.ts';
import type { PersonalCall } from '../../src/endpoint/identify-caller.ts';
import type { TaskReader } from '../../src/tasks/task-reader.ts';
import { createWire } from '../../src/wire/wire.ts';
import { fixtureResources, fixtureTools } from './fixtures.ts';

let server: Server;
let url: string;

/** No tool of the fixtures starts a task. */
const noTasks: TaskReader = {
  get: (_caller, taskId) => Promise.reject(new Error(`no fixture has the task ${taskId}`)),
  cancel: (_caller, taskId) => Promise.reject(new Error(`no fixture has the task ${taskId}`)),
};

const call: PersonalCall = {
  requestId: newId(),
  organizationId: newId(),
  deadline: new Date(Date.now() + 600_000),
  actor: {
    kind: 'user',
    userId: newId(),
    role: Role.USER,
    credentialId: newId(),
    credentialKind: CredentialKind.API_KEY,
    modules: [],
  },
};

beforeAll(async () => {
  const addresses = processes.mcp.calls.map((name) => [addressVariable(name), '127.0.0.1:1']);
  const environment = createTestPlatform().environment('mcp');
  const runtime = createRuntime('mcp', configFrom({ ...environment, ...Object.fromEntries(addresses) }));
  const wire = createWire({ runtime, tools: fixtureTools, tasks: noTasks, resources: fixtureResources });
  server = createServer((request, response) => {
    void (async () => {
      if (request.method !== 'POST') {
        response.writeHead(405).end();
        return;
      }
      const { headers } = request;
      sendResponse(response, await wire.answer(call, { headers, body: await buffer(request) }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v2/mcp`;
});
afterAll(() => {
  server.close();
});

it.each(['2025-11-25', '2026-07-28'])('the wire passes the conformance suite for %s', async (revision) => {
  await expect(runConformance(url, { revision, target: 'fixtures' })).resolves.toBeUndefined();
});
