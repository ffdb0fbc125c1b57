import { startTelemetry } from '../../src/process/telemetry.ts';

const telemetry = await startTelemetry('traced-calls', process.env);
// Loaded after the start, as a service's modules are instrumented when they are loaded.
const [
  { ProjectsServiceService },
  { systemClock },
  { createChannel },
  { createTokenSigner },
  tokens,
  scratch,
  keys,
] = await Promise.all([
  import('@assay/proto/projects/v1/projects_service'),
  import('../../src/clock.ts'),
  import('../../src/grpc/client.ts'),
  import('../../src/tokens/internal-token.ts'),
  import('../../src/tokens/token-source.ts'),
  import('../grpc/scratchpad.ts'),
  import('../grpc/token-keys.ts'),
]);
const { privateKey, publicKey } = await keys.tokenKeys('gateway');
const scratchpad = await scratch.startScratchpad({ publicKey });
const signer = createTokenSigner(privateKey, systemClock);
const channel = createChannel({
  address: scratchpad.address,
  tokens: tokens.principalTokens(signer, systemClock),
});
await channel.client(ProjectsServiceService).getProject(scratch.callOf(), { projectId: 'a' });
channel.close();
await scratchpad.stop();
await telemetry.stop();
