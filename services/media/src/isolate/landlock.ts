import type { ChildFolder } from './child-folder.ts';
import { buildSeccompFilter, processIdPlaceholder } from './seccomp-filter.ts';
import { devices, findTool, systemLibraries } from './system-paths.ts';
import type { Command } from './system-paths.ts';

/** Rights of Landlock on files (linux/landlock.h). */
const execute = 1;
const writeFile = 2;
const readFile = 4;
const readFolder = 8;

/**
 * Restricts the process with Landlock and seccomp, and becomes the program. Perl makes system calls without native code of ours, and its
 * package perl-base is in every Debian and its images. The arguments are the filter in hexadecimal, then rules `RIGHTS:PATH` up to `--`,
 * then the program. Paths that are missing are left out. The numbers are those of x64 and arm64: Landlock has the same on both.
 */
const confineScript = `
use strict;
my $filter = pack('H*', shift(@ARGV) =~ s/${processIdPlaceholder}/unpack('H8', pack('V', $$))/ger);
my ($prctl, $seccomp) = splice(@ARGV, 0, 2);
my $version = syscall(444, 0, 0, 1);
die "the kernel has no Landlock: $!\\n" if $version < 1;
my $rights = 0x1fff | ($version > 1 ? 0x2000 : 0) | ($version > 2 ? 0x4000 : 0) | ($version > 4 ? 0x8000 : 0);
my $handled = pack('Q', $rights);
$handled .= pack('Q', 3) if $version > 3;
$handled .= pack('Q', 3) if $version > 5;
my $ruleset = syscall(444, $handled, length($handled), 0);
die "Landlock is refused: $!\\n" if $ruleset < 0;
while ((my $rule = shift(@ARGV)) ne '--') {
  my ($granted, $path) = split(/:/, $rule, 2);
  sysopen(my $place, $path, 0x200000) or next;
  $granted &= 7 unless -d $path;
  my $beneath = pack('Ql', $granted, fileno($place));
  syscall(445, $ruleset, 1, $beneath, 0) == 0 or die "$path is refused: $!\\n";
}
syscall($prctl, 38, 1, 0, 0, 0) == 0 or die "no_new_privs is refused: $!\\n";
syscall(446, $ruleset, 0) == 0 or die "Landlock is refused: $!\\n";
my $program = pack('Sx6P', length($filter) / 8, $filter);
syscall($seccomp, 1, 0, $program) == 0 or die "seccomp is refused: $!\\n";
exec { $ARGV[0] } @ARGV or die "$ARGV[0] does not begin: $!\\n";
`;

/** Numbers of prctl and seccomp by architecture. */
const calls: Readonly<Record<string, readonly [prctl: number, seccomp: number]>> = {
  x64: [157, 317],
  arm64: [167, 277],
};

/**
 * Builds the command that runs a program which may read `visible`, the system's libraries and the files of `folder`, and nothing else. It
 * writes no file, opens no socket, starts no process and signals none but itself. Throws where the architecture has no filter.
 */
export function enterLandlock(
  visible: readonly string[],
  { files }: ChildFolder,
  program: readonly string[],
): Command {
  const numbers = calls[process.arch]?.map(String) ?? [];
  const rules = [
    ...[...systemLibraries, ...visible].map((path) => grant(execute | readFile | readFolder, path)),
    ...devices.map((path) => grant(readFile | (path === '/dev/null' ? writeFile : 0), path)),
    grant(readFile | readFolder, files),
  ];
  const confine = ['-e', confineScript, buildSeccompFilter(process.arch), ...numbers, ...rules, '--'];
  const dropped = process.getuid?.() === 0 ? ['--bounding-set=-all', '--inh-caps=-all'] : [];
  return {
    file: findTool('setpriv'),
    args: ['--pdeathsig', 'KILL', ...dropped, '--', findTool('perl'), ...confine, ...program],
  };
}

function grant(rights: number, path: string): string {
  return `${String(rights)}:${path}`;
}
