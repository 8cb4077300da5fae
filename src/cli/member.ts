import type { Command } from 'commander';
import { blockMember, findMemberByName, listBlocked } from '#src/features/comments/moderation.server.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { printable } from '#src/platform/log/printable.ts';
import { openStationDatabase } from './open-station-database.ts';

/** `onde member`: who may write comments. */
export function registerMember(program: Command): void {
  const member = program
    .command('member')
    .description('Keep a member from writing comments, or let them again');
  member.command('list').description('List the members who may not write').action(list);
  member
    .command('block <name>')
    .description('Keep a member, by username or e-mail address, from writing and reporting comments')
    .action((name: string) => decide(name, true));
  member
    .command('unblock <name>')
    .description('Let a member write again')
    .action((name: string) => decide(name, false));
}

async function list(): Promise<void> {
  await using db = await openStationDatabase();
  const blocked = await listBlocked(db);
  for (const { name, blocked_ms } of blocked)
    process.stdout.write(`${printable(name)} · since ${new Date(blocked_ms).toISOString().slice(0, 10)}\n`);
  if (blocked.length === 0) process.stdout.write('No member is blocked.\n');
}

async function decide(name: string, blocked: boolean): Promise<void> {
  await using db = await openStationDatabase();
  const member = await findMemberByName(db, name);
  if (member === null)
    throw new OperatorError(
      `There is no member ${printable(name)}.`,
      'Give the username as it stands beside the comments, or the e-mail address of the account.',
    );
  const changed = await blockMember(db, { userId: member.id, blocked, nowMs: Date.now() });
  const who = printable(member.name);
  if (!changed) process.stdout.write(`${who} was ${blocked ? 'blocked' : 'not blocked'} already.\n`);
  else if (blocked)
    process.stdout.write(
      `${who} can no longer write comments. What is written stays: onde comment hide <id> takes it off the site.\n`,
    );
  else process.stdout.write(`${who} can write comments again.\n`);
}
