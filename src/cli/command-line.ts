import { enableCompileCache } from 'node:module';
import { Command } from 'commander';
import { USERNAME_MIN } from '#src/contract/limits.ts';
import { explainFileProblem } from '#src/platform/errors/file-problem.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { keepNewFilesPrivate } from '#src/platform/files/file-rights.ts';
import { refuseForeignData } from '#src/platform/files/foreign-data.ts';
import { printable } from '#src/platform/log/printable.ts';
import { COMPILE_CACHE } from '#src/platform/process/compile-cache.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import manifest from '../../package.json' with { type: 'json' };
import { endWithItsReader, playOnWithoutReader } from './terminal/end-with-its-reader.ts';

/** What `onde --version` says, and `onde version`, which people type as well. */
const VERSION = `onde ${manifest.version}, Node ${process.versions.node}`;

/**
 * The operator's command line. Each command stands in its own file and is loaded only when it is asked for,
 * so that the broadcast never carries what only the import needs.
 */
const COMMANDS: Record<string, () => Promise<(program: Command) => void>> = {
  start: async () => (await import('./start.ts')).registerStart,
  reload: async () => (await import('./reload.ts')).registerReload,
  'hand-over': async () => (await import('./hand-over.ts')).registerHandOver,
  broadcast: async () => (await import('./broadcast.ts')).registerBroadcast,
  web: async () => (await import('./web.ts')).registerWeb,
  keeper: async () => (await import('./keeper.ts')).registerKeeper,
  import: async () => (await import('./import.ts')).registerImport,
  check: async () => (await import('./check.ts')).registerCheck,
  member: async () => (await import('./member.ts')).registerMember,
  comment: async () => (await import('./comment.ts')).registerComment,
  contact: async () => (await import('./contact.ts')).registerContact,
  adverts: async () => (await import('./adverts.ts')).registerAdverts,
  watch: async () => (await import('./watch.ts')).registerWatch,
  stats: async () => (await import('./stats.ts')).registerStats,
  legal: async () => (await import('./legal.ts')).registerLegal,
  backup: async () => (await import('./backup.ts')).registerBackup,
  restore: async () => (await import('./restore.ts')).registerRestore,
  migrate: async () => (await import('./migrate.ts')).registerMigrate,
  demo: async () => (await import('./demo.ts')).registerDemo,
  version: async () => registerVersion,
};

function registerVersion(program: Command): void {
  program
    .command('version')
    .description('Say which version this is, as --version does')
    .action(() => {
      process.stdout.write(`${VERSION}\n`);
    });
}

/** What is on air does not end with whoever read its log. */
const PLAYS_ON: ReadonlySet<string> = new Set(['start', 'broadcast', 'web', 'keeper']);

/** What writes nothing into DATA_DIR, or asks the instance to. */
const LEAVES_DATA_ALONE: ReadonlySet<string> = new Set([
  'reload',
  'hand-over',
  'watch',
  'legal',
  'demo',
  'version',
]);

/** Behind `node onde member block`. */
const NAME_AT = 4;

/** A member's name may begin like an option, `-vera` like `-v`: nobody shall be out of the operator's reach by that. */
function withNameApart(words: readonly string[]): string[] {
  const [name = ''] = words.slice(NAME_AT);
  const isName = name.startsWith('-') && name.length >= USERNAME_MIN && name !== '--help';
  return words[2] === 'member' && isName ? words.toSpliced(NAME_AT, 0, '--') : [...words];
}

/** As an unset variable of a shell leaves a word: nothing that a command asks for is called by it. */
function refuseBlanks(command: Command): void {
  const isBlank = (word: unknown) => typeof word === 'string' && word.trim() === '';
  const option = command.options.find((each) => isBlank(command.getOptionValue(each.attributeName())));
  const words = command.args.some(isBlank) ? command.registeredArguments[0]?.name() : option?.long;
  if (words === undefined) return;
  throw new OperatorError(
    `What is given for "${words}" is empty.`,
    `In a script see that the variable is set; "onde ${asked} --help" says what belongs there.`,
  );
}

/** Has each command name its own help when it is typed wrong: the first one knows no argument of another. */
function nameHelp(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help lists what there is)`);
  for (const each of command.commands) nameHelp(each, `${name} ${each.name()}`);
}

keepNewFilesPrivate();

enableCompileCache(COMPILE_CACHE.NODE_COMPILE_CACHE);

const program = new Command('onde')
  .description('A web radio on the air: eight streams, their website and their members.')
  .version(VERSION);

const asked = process.argv[2];
if (asked === undefined || !PLAYS_ON.has(asked)) endWithItsReader();
else playOnWithoutReader();
const wanted = asked !== undefined && Object.hasOwn(COMMANDS, asked) ? [asked] : Object.keys(COMMANDS);
for (const name of wanted) (await COMMANDS[name]?.())?.(program);
nameHelp(program, program.name());
program.hook('preAction', (_program, command) => {
  refuseBlanks(command);
  if (asked === undefined || LEAVES_DATA_ALONE.has(asked)) return;
  const who = { userId: process.getuid?.() ?? null, isService: PLAYS_ON.has(asked) };
  refuseForeignData(dataFolder(readSettings(process.env).dataDir), who);
});

/** @throws what no operator can mend */
export async function run(): Promise<void> {
  try {
    await program.parseAsync(withNameApart(process.argv));
  } catch (error) {
    const explained = error instanceof OperatorError ? error : explainFileProblem(error);
    if (!explained) throw error;
    const lines = [explained.message, explained.remedy].flatMap((text) => text.split('\n'));
    process.stderr.write(`${lines.map(printable).join('\n')}\n`);
    process.exitCode = explained.exitCode;
  }
}
