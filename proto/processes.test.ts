import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFileRegistry, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { addressVariable, listenerVariable, processes, processNames, findProcess } from './processes.ts';

const root = join(import.meta.dirname, '..');
const descriptors = readFileSync(join(import.meta.dirname, 'gen/descriptors.binpb'));
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, descriptors));
/** Every process serves the exchange service, which carries the calls of all other services. */
const servedByAll = 'assay.exchange.v1';
const services = [...registry].filter(
  (type) =>
    type.kind === 'service' &&
    type.file.proto.package.startsWith('assay.') &&
    type.file.proto.package !== servedByAll,
);

describe('the table of processes', () => {
  it('has each gRPC service of the contract in exactly one process', () => {
    expect(services.length).toBeGreaterThan(0);
    for (const { typeName, file } of services) {
      const holders = processNames.filter((name) => processes[name].serves.includes(file.proto.package));
      expect([typeName, holders]).toEqual([typeName, [findProcess(typeName)]]);
    }
  });

  it('lists only packages that have a service', () => {
    const packages = new Set(services.map(({ file }) => file.proto.package));
    expect(new Set(processNames.flatMap((name) => processes[name].serves))).toEqual(packages);
  });

  it.each(processNames)('gives the folder of %s', (name) => {
    expect(existsSync(join(root, processes[name].folder, 'src/main.ts'))).toBe(true);
  });

  it('names the variables of an address and of a listener', () => {
    expect(addressVariable('identity-org')).toBe('IDENTITY_ORG_ADDRESS');
    expect(listenerVariable('projects-files', 'upload')).toBe('PROJECTS_FILES_UPLOAD_URL');
  });

  it('throws for a service that is not in the contract', () => {
    expect(() => findProcess('assay.weather.v1.ForecastsService')).toThrow('no process serves');
  });
});
