import type { FastifyReply, RouteHandler } from 'fastify';
import { findTimeoutMs } from '@assay/operations/adapter/callers';
import type { RestResponse } from '@assay/operations/derive/answer';
import type { Rpc } from '@assay/operations/operation';
import type { RestRequest } from '@assay/operations/derive/request';
import { serveOperations } from '@assay/operations/derive/serve-operations';
import type { ServedOperation, ServedOperations } from '@assay/operations/derive/serve-operations';
import { resources, shapes } from '@assay/operations/resources/operations';
import { exportCrowdAnswers } from './endpoints/export-crowd-answers.ts';
import { exportDatasetVersion, readDatasetManifest } from './endpoints/stream-dataset-version.ts';
import { verifyEvidenceBundle } from './endpoints/verify-evidence-bundle.ts';
import { getLimits } from './endpoints/get-limits.ts';
import { logOut } from './endpoints/log-out.ts';
import { receivePaymentEvent } from './endpoints/receive-payment-event.ts';
import { streamRunEvents } from './endpoints/stream-run-events.ts';
import { describeMcp, sendMcpMessage } from './endpoints/serve-mcp.ts';
import { startLogin } from './endpoints/start-login.ts';
import { importInputData, uploadFile, uploadPart } from './endpoints/proxy-upload.ts';
import { uploadDatasetFiles } from './endpoints/upload-dataset-files.ts';
import { completeLogin } from './pages/complete-login.ts';
import { showConnect } from './pages/show-connect.ts';
import { showDesk } from './pages/show-desk.ts';
import { endMockCheckout, showMockCheckout } from './pages/mock-checkout.ts';
import { showHome } from './pages/show-home.ts';
import { showInvitation } from './pages/show-invitation.ts';
import { showPageFile } from './pages/show-page-file.ts';
import { showWork } from './pages/show-work.ts';
import type { Endpoint, RegisterRoute, RestApp, RouteDeps } from './rest-app.ts';
import { buildRoute } from './routes/build-route.ts';

/** The operations that do more than forward messages, by their operationId. */
const endpoints: Readonly<Record<string, Endpoint>> = {
  startLogin,
  logOut,
  uploadFile,
  uploadPart,
  importInputData,
  uploadDatasetFiles,
  readDatasetManifest,
  exportDatasetVersion,
  exportCrowdAnswers,
  receivePaymentEvent,
  getLimits,
  streamRunEvents,
  verifyEvidenceBundle,
  sendMcpMessage,
  getMcpMetadata: describeMcp,
  getMcpEndpointMetadata: describeMcp,
};

/** The routes for browsers, which the OpenAPI document does not list. */
const pages: readonly RegisterRoute[] = [
  showHome,
  completeLogin,
  showDesk,
  showConnect,
  showWork,
  showInvitation,
  showMockCheckout,
  endMockCheckout,
  showPageFile,
];

/** Compiles all operations of the gateway from their declarations and the contract. */
export function compileOperations(): ServedOperations {
  return serveOperations(resources, shapes);
}

/** Adds the routes of all operations and pages. */
export function serveRoutes(app: RestApp, { operations }: ServedOperations, deps: RouteDeps): void {
  for (const operation of operations) {
    const { perform } = operation;
    if (perform === undefined) findEndpoint(operation)(app, operation, deps);
    else app.route({ ...buildRoute(operation), handler: buildHandler({ ...operation, perform }, deps) });
  }
  for (const register of pages) register(app, deps);
}

function findEndpoint({ id }: ServedOperation): Endpoint {
  const endpoint = endpoints[id];
  if (endpoint === undefined) throw new Error(`no endpoint of the gateway implements ${id}`);
  return endpoint;
}

function buildHandler(
  { input: schemas, perform, rpcs, judgedFirst }: Performed,
  { callers, config }: RouteDeps,
): RouteHandler {
  const canReturn = Object.hasOwn(schemas.query?.['properties'] ?? {}, 'return');
  const usualMs = config.callTimeoutMs;
  const timeoutMs = findTimeoutMs(rpcs, usualMs);
  return async ({ call: usual, params, query, body, headers, validationError }, reply) => {
    if (validationError !== undefined) {
      const isOfBody = judgedFirst !== undefined && validationError.validationContext === 'body';
      if (isOfBody) await callers.callRpc(judgedFirst, usual, buildRequest(judgedFirst, params));
      throw validationError;
    }
    const call = timeoutMs > usualMs ? { ...usual, deadline: new Date(Date.now() + timeoutMs) } : usual;
    const prefersRecord = canReturn && prefersRepresentation(headers['prefer']);
    if (prefersRecord) reply.header('preference-applied', 'return=representation');
    // The schemas of the route validated the input.
    const input = { params, query, body } as RestRequest;
    const preferred = prefersRecord ? { ...input, query: { ...input.query, return: 'record' } } : input;
    return send(reply, await perform(callers, call, preferred));
  };
}

/** Builds the request of an rpc from path parameters, which are named as its fields. The other fields have their defaults. */
function buildRequest({ requestDeserialize }: Rpc, params: unknown): never {
  return Object.assign(requestDeserialize(Buffer.alloc(0)) as object, params) as never;
}

type Performed = ServedOperation & { readonly perform: NonNullable<ServedOperation['perform']> };

/** Returns true when the Prefer header requests the representation. Unknown preferences are ignored (RFC 7240). */
function prefersRepresentation(prefer: string | readonly string[] | undefined): boolean {
  const preferences = [prefer ?? []].flat().join(',').split(',');
  return preferences.some((one) => /^\s*return\s*=\s*"?representation"?\s*(;|$)/iu.test(one));
}

/** Sends JSON unless the headers name another type. */
function send(reply: FastifyReply, { status, headers, body }: RestResponse): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
