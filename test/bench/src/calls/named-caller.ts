import { systemClock } from '@assay/chassis/clock';
import { createChannel } from '@assay/chassis/grpc/client';
import { transportSecurity } from '@assay/chassis/process/transport-security';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { principalTokens } from '@assay/chassis/tokens/token-source';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { callBy } from '@assay/test-kit/test-platform';

/** What a caller is told to do. */
export interface CallerTask {
  /** A name and a port. */
  readonly address: string;
  readonly key: Parameters<typeof createTokenSigner>[0];
  readonly inFlight: number;
}

// Calls as a gateway does, so many at a time, until whoever started it is gone.
process.once('message', ({ address, key, inFlight }: CallerTask) => {
  const tokens = principalTokens(createTokenSigner(key, systemClock), systemClock);
  const security = transportSecurity({ plaintext: 'anywhere' });
  const channel = createChannel({ address, tokens, security });
  const { getProject } = channel.client(ProjectsServiceService);
  const call = callBy();
  const lane = async (): Promise<never> => {
    for (;;) await getProject(call, { projectId: 'p' });
  };
  for (let place = 0; place < inFlight; place += 1) void lane();
});
process.once('disconnect', () => process.exit());
