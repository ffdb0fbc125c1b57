import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { environmentOf } from '@assay/local/platform/environment';
import type { PlatformLayout } from '@assay/local/platform/environment';
import type { ServiceName } from '@assay/proto/processes';

/** Opens the database of a service. */
export function openDatabase(layout: PlatformLayout, service: ServiceName): Promise<MongoConnection> {
  const environment = environmentOf(service, layout);
  const uri = environment['MONGODB_URI'] ?? '';
  return connectMongo({ uri, database: environment['MONGODB_DATABASE'] ?? '', appName: 'test' });
}
