import type { Command } from 'commander';
import {
  type ContactMessage,
  deleteMessage,
  LISTED_MAX,
  listMessages,
  readMessage,
} from '#src/features/contact/messages.server.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { printable } from '#src/platform/log/printable.ts';
import { openStationDatabase } from './open-station-database.ts';

/** `onde contact`: what visitors wrote by the contact form. */
export function registerContact(program: Command): void {
  const contact = program
    .command('contact')
    .description('Read and delete what visitors wrote to the association');
  contact
    .command('list')
    .description('List the 100 newest messages')
    .option('--unread', 'only those that nobody has looked at here')
    .action(({ unread = false }: { unread?: boolean }) => list(unread ? 'unread' : 'all'));
  contact
    .command('show <id>')
    .description('Show a message as it was written')
    .action((id: string) => show(id));
  contact
    .command('delete <id...>')
    .description('Delete messages for good, before their time')
    .action((ids: string[]) => remove(ids));
}

async function list(choice: 'all' | 'unread'): Promise<void> {
  await using db = await openStationDatabase();
  const messages = await listMessages(db, choice);
  for (const message of messages) process.stdout.write(`${headOf(message)}\n`);
  if (messages.length === LISTED_MAX && choice === 'unread')
    process.stdout.write(`These are the ${LISTED_MAX} newest: more may follow once some are read.\n`);
  if (messages.length > 0)
    process.stdout.write('onde contact show <id> shows one, onde contact delete <id> deletes it.\n');
  else
    process.stdout.write(choice === 'all' ? 'There are no messages.\n' : 'There are no unread messages.\n');
}

async function show(id: string): Promise<void> {
  await using db = await openStationDatabase();
  const message = await readMessage(db, numberOf(id), Date.now());
  if (message === null) throw noSuch(id);
  const lines = message.message.split('\n').map((line) => `    ${printable(line.replaceAll('\t', ' '))}`);
  process.stdout.write(`${headOf(message)}\n\n${lines.join('\n')}\n`);
}

/**
 * All or nothing would leave an operator with a list to type again: what is there goes, what is not is said.
 */
async function remove(ids: readonly string[]): Promise<void> {
  await using db = await openStationDatabase();
  const missing: string[] = [];
  for (const id of ids) {
    if (await deleteMessage(db, numberOf(id))) process.stdout.write(`Message ${printable(id)} is deleted.\n`);
    else missing.push(id);
  }
  if (missing.length > 0) throw noSuch(...missing);
}

/** `12 · 2026-11-21 11:00 UTC · zoe@example.org · en · Bonjour · unread` */
function headOf({ id, createdMs, email, language, subject, readMs }: ContactMessage): string {
  const time = `${new Date(createdMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const head = [`${id}`, time, email, language, subject, ...(readMs === null ? ['unread'] : [])];
  return printable(head.join(' · '));
}

/** NaN for what is no number: there is no such message. */
function numberOf(id: string): number {
  return /^\d+$/.test(id) ? Number(id) : Number.NaN;
}

function noSuch(...ids: string[]): OperatorError {
  const which = printable(ids.join(', '));
  return new OperatorError(
    `There is no message ${which}.`,
    'onde contact list shows the newest with their numbers.',
  );
}
