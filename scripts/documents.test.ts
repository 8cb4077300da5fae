import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const FOLDERS = ['docs', 'src', 'demo', 'tests', 'bench', 'scripts', 'deploy'];
/** Those that volunteers write for readers; the demo's texts are content. */
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...FOLDERS.flatMap(markdownBelow)];
const READMES = DOCUMENTS.filter((file) => /^(src|demo|tests|bench|scripts|deploy)\//.test(file));
const FILE_NAMES = new Set(
  FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })).map(
    (path) => basename(path),
  ),
);

test.each(DOCUMENTS)('%s links to what is there', (file) => {
  const links = found(textOf(file), /\]\((?!https?:|mailto:|#)([^)#\s]+)/g);
  expect(links.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([]);
});

test.each(DOCUMENTS)('%s names files that are there', (file) => {
  const names = found(textOf(file), /`((?:[\w-]+\/)*[\w-]+(?:\.\w+)*\.(?:tsx?|css|cjs))`/g);
  expect(names.filter((name) => !isThere(file, name) && !FILE_NAMES.has(name))).toEqual([]);
});

test.each(DOCUMENTS)('%s keeps its prose within 110 columns', (file) => {
  const text = textOf(file).replace(/^```.*?^```/gms, '');
  expect(text.split('\n').filter((line) => line.length > 110 && !/^\s*[|<]/.test(line))).toEqual([]);
});

test.each(READMES)('%s names folders that are there', (file) => {
  const names = found(textOf(file), /`((?:[\w-]+\/)+)`/g);
  expect(names.filter((name) => !isThere(file, name))).toEqual([]);
});

/** Rooms whose names say it all: one a capability, one a component. */
const SPEAKING = ['src/features/README.md', 'src/ui/README.md'];
const ROOMS = READMES.filter((file) => file.startsWith('src/') && !SPEAKING.includes(file));

test.each(ROOMS)('%s names each room beside it', (file) => {
  const rooms = readdirSync(join(root, dirname(file)), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name);
  const named = found(textOf(file), /`([^`\n]+\/[^`\n]*)`/g).flatMap((path) => path.split('/'));
  expect(rooms.filter((room) => !named.includes(room))).toEqual([]);
});

/** A program's own test stands beside it under its name. */
test.each(['scripts', 'bench'])('the README of %s names each program and test there', (folder) => {
  const text = textOf(join(folder, 'README.md'));
  const names = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map(({ name }) => name);
  const own = new Set(names.map((name) => name.replace(/\.\w+$/, '.test.ts')));
  expect(names.filter((name) => !own.has(name) && !text.includes(`\`${name}\``))).toEqual([]);
});

test.each(rowsOfFolders())('the README of $folder says what the folder may import', ({ folder, allowed }) => {
  expect(textOf(join(folder, 'README.md')).replaceAll('`', '').replace(/\s+/g, ' ')).toContain(
    `May import: ${allowed}`,
  );
});

test('each decision has a number of its own', () => {
  const numbers = readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 3));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

/** A provider's return, a mail's link and a member's stream hold in their query what opens an account. */
test('the log that operators are told to let a proxy keep has neither queries nor where they came from', () => {
  const [format = ''] = found(textOf('docs/operations.md'), /^log_format onde ('.*');$/gm);
  const variables = found(format, /\$(\w+)/g);
  expect(variables).toEqual([
    'remote_addr',
    'time_local',
    'request_method',
    'uri',
    'status',
    'body_bytes_sent',
    // Names the request in our own log.
    'request_id',
  ]);
});

/** A name counts from the document's folder, from the root, or as the code says it. */
function isThere(file: string, name: string): boolean {
  return [dirname(file), '.', 'src', 'demo'].some((place) => existsSync(join(root, place, name)));
}

function rowsOfFolders(): { folder: string; allowed: string }[] {
  const section = textOf('docs/architecture.md').split('\n## Folders\n')[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, folder = '', , allowed = '']) => ({ folder, allowed }));
}

function found(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, group = '']) => group);
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function markdownBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(join('demo', 'station')));
}
