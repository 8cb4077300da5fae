import { setTimeout as delay } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { trackTag } from '#src/contract/page-tags.ts';
import {
  type CommentChoice,
  LISTED_MAX,
  listForOperator,
  type ModeratedComment,
  moderateComment,
} from '#src/features/comments/moderation.server.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { printable } from '#src/platform/log/printable.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { purgeFailure, purgeRequests } from '#src/web/pages/purge-request.ts';
import { openStationDatabase } from './open-station-database.ts';

/** By then no web process has the pages as they were, which it keeps for two seconds, and no front door, which adds one. */
const FORGOTTEN_MS = 4_000;
const PURGE_PATIENCE_MS = 5_000;

/** `onde comment`: what members have reported, and the decision on it. */
export function registerComment(program: Command): void {
  const comment = program.command('comment').description('See reported comments; hide or show a comment');
  comment
    .command('list')
    .description('List the comments that members have reported and nobody has decided on')
    .addOption(new Option('--all', 'the 100 newest comments instead').conflicts('hidden'))
    .addOption(new Option('--hidden', 'the hidden ones instead'))
    .action((options: { all?: boolean; hidden?: boolean }) =>
      list(options.all ? 'all' : options.hidden ? 'hidden' : 'reported'),
    );
  comment
    .command('hide <id>')
    .description('Take a comment off the site; its reports are settled')
    .action((id: string) => decide(id, true));
  comment
    .command('show <id>')
    .description('Let a comment stand, or put a hidden one back; its reports are settled')
    .action((id: string) => decide(id, false));
}

const NONE: Record<CommentChoice, string> = {
  all: 'There are no comments.',
  hidden: 'No comment is hidden.',
  reported: 'No reported comment waits for a decision.',
};

async function list(choice: CommentChoice): Promise<void> {
  await using db = await openStationDatabase();
  const comments = await listForOperator(db, choice);
  for (const comment of comments) process.stdout.write(`${describe(comment)}\n`);
  if (comments.length === LISTED_MAX && choice !== 'all')
    process.stdout.write(`These are the ${LISTED_MAX} newest: more may follow once some are decided on.\n`);
  process.stdout.write(
    comments.length === 0
      ? `${NONE[choice]}\n`
      : 'onde comment hide <id> takes one off the site, onde comment show <id> lets it stand.\n',
  );
}

/** Two lines: where, who, when and why; then the words. */
function describe({
  id,
  fullTitle,
  author,
  comment,
  createdMs,
  hiddenMs,
  reasons,
}: ModeratedComment): string {
  const day = new Date(createdMs).toISOString().slice(0, 16).replace('T', ' ');
  const marks = [
    ...(hiddenMs === null ? [] : ['hidden']),
    ...(reasons.length === 0 ? [] : [`reported: ${reasons.join(', ')}`]),
  ];
  const head = [`${id}`, `${day} UTC`, author ?? '(nobody)', fullTitle, ...marks].join(' · ');
  return `${printable(head)}\n    ${printable(comment.replaceAll('\n', ' / '))}`;
}

async function decide(id: string, hidden: boolean): Promise<void> {
  const slug = await moderate(id, hidden);
  if (slug === null)
    throw new OperatorError(
      `There is no comment ${printable(id)}.`,
      'onde comment list --all shows the newest with their numbers.',
    );
  process.stdout.write(
    hidden ? `Comment ${id} is hidden.\n` : `Comment ${id} stands on the site; its reports are settled.\n`,
  );
  await purgeAfterwards([trackTag(slug)]);
}

async function moderate(id: string, hidden: boolean): Promise<string | null> {
  await using db = await openStationDatabase();
  return /^\d+$/.test(id) ? await moderateComment(db, { id: Number(id), hidden, nowMs: Date.now() }) : null;
}

/**
 * Has pages purged whose data a command has changed, where a shared cache takes that: a command is no web process, so
 * nobody else does [W213].
 */
async function purgeAfterwards(tags: readonly string[]): Promise<void> {
  const { pagePurge } = readSettings(process.env);
  if (pagePurge === null) return;
  await delay(FORGOTTEN_MS);
  try {
    await purgeRequests(pagePurge)(tags, AbortSignal.timeout(PURGE_PATIENCE_MS));
    process.stdout.write('The shared cache has purged its page.\n');
  } catch (error) {
    process.stdout.write(
      `The shared cache does not purge its page (${purgeFailure(error)}), which follows by itself within half a minute: check PAGE_PURGE_URL, PAGE_PURGE_KEY and the cache.\n`,
    );
  }
}
