import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CallContext } from '@assay/chassis/call-context';
import { systemClock } from '@assay/chassis/clock';
import { readConfig } from '@assay/chassis/config';
import { notFound, unauthenticated } from '@assay/chassis/errors';
import { contractMethod } from '@assay/chassis/grpc/contract/contract';
import type { Method, RequestOf, ResponseOf, ServedService } from '@assay/chassis/grpc/serve';
import { startGrpcServer } from '@assay/chassis/grpc/server';
import type { Idempotency } from '@assay/chassis/idempotency/idempotency';
import { createTokenVerifier } from '@assay/chassis/tokens/internal-token';
import { createRuntime } from '@assay/chassis/process/runtime';
import { tokenSettings } from '@assay/chassis/settings/process';
import { buildSampleMessage } from '@assay/operations/derive/samples';
import type { Rpc } from '@assay/operations/operation';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { GuestsServiceService } from '@assay/proto/crowd/v1/guests_service';
import { File } from '@assay/proto/files/v1/file';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { Run } from '@assay/proto/runs/v1/run';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import type { TestPlatform } from '@assay/test-kit/test-platform';
import {
  bearerToken,
  guest,
  guestTokenSha256,
  keySha256,
  principal,
  sampled,
  sessionSecret,
  sessionSha256,
} from './credentials.ts';

type Answer = (call: CallContext, request: unknown) => Promise<unknown>;

/** A recorded call. */
export interface Recorded<Request = unknown> {
  readonly path: string;
  readonly call: CallContext;
  readonly request: Request;
}

/** All rpcs of the contract over real gRPC. Each returns the sample of its response. */
export interface SampleServices {
  readonly address: string;
  /** All calls in their order. */
  readonly recorded: readonly Recorded[];
  /** Replaces the handler of an rpc. */
  readonly answer: <R extends Rpc>(
    rpc: R,
    answer: (call: CallContext, request: RequestOf<R>) => Promise<ResponseOf<R>>,
  ) => void;
  /** Records the calls of an rpc from now on. Its responses stay the same. */
  readonly record: <R extends Rpc>(rpc: R) => readonly Recorded<RequestOf<R>>[];
  /** Restores the handler of one rpc or of all, and stops recording them. */
  readonly reset: (rpc?: Rpc) => void;
  readonly stop: () => Promise<void>;
}

export async function startSampleServices(platform: TestPlatform): Promise<SampleServices> {
  const runtime = createRuntime('sample-services', { logLevel: 'silent' });
  const { internalTokenJwks } = readConfig(tokenSettings, platform.environment('gateway'));
  const usual = usualAnswers();
  const answers = new Map(usual);
  const recorded: Recorded[] = [];
  const address = await startGrpcServer({
    runtime,
    verifier: createTokenVerifier(internalTokenJwks, systemClock),
    idempotency: answerOnce(),
    host: '127.0.0.1',
    port: 0,
    services: (await serviceDefinitions()).map((definition) => served(definition, answers, recorded)),
  });
  return {
    address,
    recorded,
    answer: (rpc, answer) => {
      // The codec of the rpc decodes the request.
      answers.set(rpc.path, answer as Answer);
    },
    record<R extends Rpc>({ path }: R) {
      const requests: Recorded<RequestOf<R>>[] = [];
      const before = answers.get(path) ?? sampleAnswer(path);
      answers.set(path, (call, request) => {
        requests.push({ path, call, request: request as RequestOf<R> });
        return before(call, request);
      });
      return requests;
    },
    reset(rpc) {
      const paths = rpc === undefined ? [...answers.keys()] : [rpc.path];
      for (const path of paths) answers.set(path, usual.get(path) ?? sampleAnswer(path));
    },
    stop: () => runtime.lifecycle.stop(),
  };
}

/** The handlers that do not return a sample: valid credentials, and resources that do not exist. */
function usualAnswers(): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>();
  const answer: SampleServices['answer'] = (rpc, handle) => answers.set(rpc.path, handle as Answer);
  const standing = (holds: boolean) =>
    holds ? Promise.resolve({ principal }) : Promise.reject(unauthenticated());
  const expiresAt = new Date(Date.now() + 900_000);
  answer(AuthenticationServiceService.authenticateApiKey, (_call, request) =>
    standing(request.keySha256 === keySha256),
  );
  answer(AuthenticationServiceService.authenticateBearerToken, (_call, { token }) =>
    standing(token === bearerToken),
  );
  answer(AuthenticationServiceService.authenticateSession, (_call, request) =>
    standing(request.sessionSha256 === sessionSha256),
  );
  answer(GuestsServiceService.authenticateGuest, (_call, { tokenSha256 }) =>
    tokenSha256 === guestTokenSha256 ? Promise.resolve(guest) : Promise.reject(unauthenticated()),
  );
  answer(SessionsServiceService.beginLogin, () =>
    Promise.resolve({
      authorizationUrl: 'https://issuer.example.org/authorize?state=s',
      loginSecret: 'sample-login',
      expiresAt,
    }),
  );
  answer(SessionsServiceService.completeLogin, () =>
    Promise.resolve({ sessionSecret, expiresAt, returnTo: '/v2/users/me' }),
  );
  answer(TokensServiceService.issueAccessToken, () =>
    Promise.resolve({ accessToken: 'issued.access.token', expiresAt }),
  );
  answer(RunsServiceService.getReport, (_call, { format }) =>
    Promise.resolve({ content: Buffer.from(format), contentType: 'text/html; charset=utf-8' }),
  );
  answer(RunsServiceService.listRunEvents, () => {
    const run = sampled(Run);
    return Promise.resolve({
      events: [
        { id: 's.1', run: undefined, stage: run.stages[0] },
        { id: 's.2', run, stage: undefined },
      ],
      hasEnded: true,
    });
  });
  answer(FilesServiceService.getFile, (_call, { fileId }) => {
    const file = sampled(File);
    return fileId === file.id ? Promise.resolve({ file }) : Promise.reject(notFound('file'));
  });
  answer(TopUpsServiceService.getMockCheckout, () => Promise.reject(notFound('payment')));
  answer(TopUpsServiceService.endMockCheckout, () => Promise.reject(notFound('payment')));
  return answers;
}

type Definition = Readonly<Record<string, Method<unknown, unknown>>>;

function served(definition: Definition, answers: Map<string, Answer>, recorded: Recorded[]): ServedService {
  const handlers = Object.entries(definition).map(([name, { path }]) => {
    const usual = sampleAnswer(path);
    const handle: Answer = (call, request) => {
      recorded.push({ path, call, request });
      return (answers.get(path) ?? usual)(call, request);
    };
    return [name, handle] as const;
  });
  return { definition, handlers: Object.fromEntries(handlers) };
}

function sampleAnswer(path: string): Answer {
  const method = contractMethod(path);
  if (method === undefined) throw new Error(`the contract has no ${path}`);
  return () => Promise.resolve(buildSampleMessage(method.output));
}

/** Marks calls with a known key as replays, but runs each call. */
function answerOnce(): Idempotency {
  const seen = new Set<string>();
  return {
    async once(call, { run }) {
      const isReplay = seen.has(call.idempotencyKey);
      seen.add(call.idempotencyKey);
      return { response: await run(call), isReplay };
    },
  };
}

/** Imports the generated definitions of all services. */
async function serviceDefinitions(): Promise<Definition[]> {
  const folder = new URL('../../proto/gen/assay/', import.meta.url);
  const files = readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => file.endsWith('_service.ts') && !file.startsWith('exchange/'));
  const loaded = await Promise.all(
    modules.map((file) => import(new URL(file, folder).href) as Promise<Record<string, unknown>>),
  );
  return loaded.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      name.endsWith('ServiceService') ? [value as Definition] : [],
    ),
  );
}
