import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFileRegistry, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/**
 * Compares the contract with the one on the main branch, and fails on a breaking change. It passes with a message if there is
 * no main branch, or no contract on it.
 */
const folder = dirname(fileURLToPath(import.meta.url));
const git = (...args) => spawnSync('git', args, { cwd: dirname(folder), encoding: 'utf8' });
const buf = (...args) => spawnSync('buf', args, { cwd: folder, stdio: 'inherit' }).status ?? 1;

const baseline = ['origin/main', 'main'].find(
  (ref) => git('rev-parse', '--verify', '--quiet', `${ref}:proto/buf.yaml`).status === 0,
);
if (baseline === undefined) {
  console.log('proto: breaking changes are not checked, because no main branch with a contract was found');
} else {
  const temporary = mkdtempSync(join(tmpdir(), 'assay-proto-'));
  const archive = join(temporary, 'baseline.tar');
  const { status, stderr } = git('archive', '--output', archive, `${baseline}:proto`);
  if (status !== 0) throw new Error(`git archive ${baseline}: ${stderr}`);
  const compiled = (name, ...source) => {
    const file = join(temporary, name);
    if (buf('build', ...source, '--output', file) !== 0) throw new Error(`buf build ${name}`);
    return createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(file)));
  };
  const broken = findBrokenRpcs(compiled('before.binpb', archive), compiled('after.binpb'));
  for (const problem of broken) console.error(problem);
  process.exitCode = Math.max(buf('breaking', '--against', archive), Number(broken.length > 0));
  rmSync(temporary, { recursive: true });
}

/**
 * Lists the rpcs that take or return another message than before. Processes of both versions call each other during an update. They
 * exchange bytes, so the other message must have fields of the same number and type. REST keeps its names by gateway/openapi.json.
 */
function findBrokenRpcs(before, after) {
  const methods = [...before].flatMap((type) => (type.kind === 'service' ? type.methods : []));
  return methods.flatMap(({ parent, localName, input, output }) => {
    const now = after.getService(parent.typeName)?.method[localName];
    const replaced = [
      [input, now?.input],
      [output, now?.output],
    ].filter(([old, current]) => current !== undefined && old.typeName !== current.typeName);
    return replaced
      .filter(([old, current]) => describeFields(old) !== describeFields(current))
      .map(([old, current]) => `${parent.name}.${localName}: ${current.name} differs from ${old.name}`);
  });
}

/** Messages within the message keep their names, and `buf breaking` compares them. */
function describeFields({ fields }) {
  return fields
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, proto: { type, label, typeName, proto3Optional }, oneof }) =>
      [number, type, label, typeName, proto3Optional, oneof?.name].join(' '),
    )
    .join('\n');
}
