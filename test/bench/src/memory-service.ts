import { systemClock } from '@assay/chassis/clock';
import { notFound } from '@assay/chassis/errors';
import { serve } from '@assay/chassis/grpc/serve';
import { startGrpcServer } from '@assay/chassis/grpc/server';
import { createTokenVerifier } from '@assay/chassis/internal-token';
import { createRuntime } from '@assay/chassis/runtime';
import { EnrichmentStatus, File, FileOrigin, PrivacyLevel } from '@assay/proto/files/v1/file';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';

/** A service like any other, except that its answers come from memory: whose calls it takes, and where. */
const [publicKey = '', port = '0'] = process.argv.slice(2);
const now = new Date();
const file = File.fromPartial({
  id: 'f'.repeat(24),
  organizationId: 'o'.repeat(24),
  projectId: 'p'.repeat(24),
  name: 'photograph.jpg',
  mimeType: 'image/jpeg',
  sizeBytes: 2_000_000,
  sha256: 'e'.repeat(64),
  enrichmentStatus: EnrichmentStatus.COMPLETED,
  privacyLevel: PrivacyLevel.PRIVATE,
  origin: FileOrigin.USER_UPLOAD,
  enrichment: { text: 'x'.repeat(600) },
  createdAt: now,
  updatedAt: now,
});
const refuse = () => Promise.reject(notFound('file'));
const rpcs = { batchGetFiles: refuse, listFiles: refuse, createDownloadLink: refuse };
const address = await startGrpcServer({
  runtime: createRuntime('bench', { logLevel: 'warn' }),
  verifier: createTokenVerifier({ keys: [JSON.parse(publicKey)] }, systemClock),
  host: '127.0.0.1',
  port: Number(port),
  services: [serve(FilesServiceService, {}, { ...rpcs, getFile: () => Promise.resolve({ file }) })],
});
process.send?.(address);
process.once('disconnect', () => process.exit());
