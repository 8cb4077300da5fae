import type { Command } from 'commander';
import type { Database } from '#src/db/database.ts';
import { blockMember, findMemberByName, listBlocked } from '#src/features/comments/moderation.server.ts';
import { endSessions } from '#src/members/session/session.server.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { printable } from '#src/platform/log/printable.ts';
import { openStationDatabase } from './open-station-database.ts';

/** `onde member`: who may write comments, and who is signed in. */
export function registerMember(program: Command): void {
  const member = program
    .command('member')
    .description('Keep a member from writing comments, let them again, or log them out');
  member.command('list').description('List the members who may not write').action(list);
  member
    .command('block <name>')
    .description('Keep a member, by username or e-mail address, from writing and reporting comments')
    .action((name: string) => decide(name, true));
  member
    .command('unblock <name>')
    .description('Let a member write again')
    .action((name: string) => decide(name, false));
  member
    .command('log-out <name>')
    .description('End all sessions of a member, and the links in mails that open the account')
    .action(logOut);
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
  const member = await requireMemberByName(db, name);
  const changed = await blockMember(db, { userId: member.id, blocked, nowMs: Date.now() });
  const who = printable(member.name);
  if (!changed) process.stdout.write(`${who} was ${blocked ? 'blocked' : 'not blocked'} already.\n`);
  else if (blocked)
    process.stdout.write(
      `${who} can no longer write comments. What is written stays: onde comment hide <id> takes it off the site.\n`,
    );
  else process.stdout.write(`${who} can write comments again.\n`);
}

async function logOut(name: string): Promise<void> {
  await using db = await openStationDatabase();
  const member = await requireMemberByName(db, name);
  const ended = await endSessions(db, member.id);
  process.stdout.write(
    `${printable(member.name)} is logged out everywhere (${ended === 1 ? '1 session' : `${ended} sessions`}). The password stays: a mail for forgotten ones chooses another.\n`,
  );
}

async function requireMemberByName(db: Database, name: string) {
  const member = await findMemberByName(db, name);
  if (member !== null) return member;
  throw new OperatorError(
    `There is no member ${printable(name)}.`,
    'Give the username as it stands beside the comments, or the e-mail address of the account.',
  );
}
