import { createHash, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getCACertificates } from 'node:tls';
import type { ToolBuild } from './definition.ts';
import { python } from './pypi.ts';
import { BuildError, runTool } from './run-tool.ts';
import { buildOnce } from './tool-cache.ts';

/** The package of npm that holds Maven as it is published. */
const packaged = {
  name: 'mvn@3.5.0',
  file: 'mvn-3.5.0.tgz',
  sha512: 'uynlG/Lvog+CjLMNkrivNnzMXPzVUJLAaAnVzaQzDRwDuk9qFjh70touMjyohu79lGKlFnsCFPxpnGERT1IkfA==',
  archive: 'package/src/apache-maven-3.5.0-bin.zip',
  folder: 'apache-maven-3.5.0',
};

/** Runs a goal of Maven: of the machine's own, else of the one that npm has, on the given Java. */
export async function runMaven(args: readonly string[], java: string, build: ToolBuild): Promise<void> {
  const { environment, signal, report, toolbox } = build;
  const whenMissing = 'Maven is missing. Install Maven, or python3 with pip.';
  const common = { workingDirectory: tmpdir(), signal, whenMissing };
  const own = toolbox.findBinary('mvn');
  if (own !== undefined) {
    // Maven looks for Java on the PATH, where it need not be.
    const home = toolbox.findBinary('java') === java ? {} : { JAVA_HOME: dirname(dirname(java)) };
    await runTool({ ...common, command: own, args, environment: { ...environment, ...home } }, report);
    return;
  }
  if (!(await toolbox.hasPip())) throw new BuildError(whenMissing);
  const maven = await unpackMaven(build);
  await runTool({ ...common, command: java, args: [...launcher(maven), ...args], environment }, report);
}

async function unpackMaven(build: ToolBuild): Promise<string> {
  const { name, file, sha512, archive, folder } = packaged;
  const unpacked = await buildOnce(build, 'maven-3.5.0', async (target) => {
    const { environment, signal, report } = build;
    const args = ['pack', name, '--pack-destination', target, '--silent'];
    const whenMissing = 'npm is missing. Install npm or Maven.';
    const fetching = { command: 'npm', args, workingDirectory: target, environment, signal, whenMissing };
    await runTool(fetching, report);
    const fetched = createHash('sha512').update(await readFile(join(target, file)));
    if (fetched.digest('base64') !== sha512)
      throw new BuildError(
        `${name} has an unexpected SHA-512. Run the command again; if it fails again, report it.`,
      );
    await python(['-m', 'tarfile', '-e', file, '.'], target, build);
    await python(['-m', 'zipfile', '-e', archive, '.'], target, build);
    await writeFile(join(target, 'trust.jks'), trustStore());
  });
  return join(unpacked, folder);
}

/** What the script of Maven does, and what Maven 3.5 needs on newer versions of Java. */
function launcher(home: string): string[] {
  return [
    ...['-XX:TieredStopAtLevel=1', '--add-opens=java.base/java.lang=ALL-UNNAMED'],
    ...[`-Djavax.net.ssl.trustStore=${join(home, '../trust.jks')}`, '-Djavax.net.ssl.trustStoreType=jks'],
    ...[`-Dclassworlds.conf=${join(home, 'bin/m2.conf')}`, `-Dmaven.home=${home}`],
    ...[
      `-Dmaven.multiModuleProjectDirectory=${home}`,
      '-cp',
      join(home, 'boot/plexus-classworlds-2.5.2.jar'),
    ],
    'org.codehaus.plexus.classworlds.launcher.Launcher',
  ];
}

const entry = { trustedCertificate: 2, type: 'X.509' };

/**
 * What Node trusts, as Java reads it: a packaged Java knows nothing of the certificates of this machine. The format is that of
 * Java's own key store (sun.security.provider.JavaKeyStore), whose password keeps nothing secret here.
 */
function trustStore(): Buffer {
  const certificates = [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
  const entries = certificates.map((pem, index) => {
    const { raw } = new X509Certificate(pem);
    const name = text(`certificate-${String(index)}`);
    const type = text(entry.type);
    return Buffer.concat([
      uint32(entry.trustedCertificate),
      name,
      Buffer.alloc(8),
      type,
      uint32(raw.length),
      raw,
    ]);
  });
  const store = Buffer.concat([uint32(0xfeedfeed), uint32(2), uint32(entries.length), ...entries]);
  const password = Buffer.from('changeit', 'utf16le').swap16();
  const digest = createHash('sha1').update(password).update('Mighty Aphrodite').update(store).digest();
  return Buffer.concat([store, digest]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([length, Buffer.from(value, 'latin1')]);
}
