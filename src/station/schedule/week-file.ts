import { XMLBuilder } from 'fast-xml-parser';
import { PROBLEMS_MAX, type StationProblem } from '#src/station/problem.ts';
import type { ScheduleEvent } from './schedule-event.wire.ts';
import { readXml, type XmlNode } from './xml-nodes.ts';

const FIELDS = ['day', 'hour', 'nom', 'couleur'] as const;

/** What no XML may hold, so that the whole document of the week would be none: https://www.w3.org/TR/xml/#charsets */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

const builder = new XMLBuilder({ format: false, suppressEmptyNode: false });

/** Reads a file `week{Stream}.xml` into its events, in the order of the week; null when anything in it is wrong. */
export function readWeek(
  file: string,
  content: string,
): { events: ScheduleEvent[] | null; problems: StationProblem[] } {
  const problems: StationProblem[] = [];
  const report = (line: number, message: string) => {
    if (problems.length < PROBLEMS_MAX) problems.push({ file, line, message });
  };
  const read = readXml(content);
  if ('fault' in read) {
    report(read.line, read.fault);
    return { events: null, problems };
  }
  const { root } = read;
  if (root.name !== 'week')
    report(root.line, `expected <week> as the outermost element, found <${root.name}>`);
  if (root.text !== '') report(root.line, 'week: expected <event> elements alone, found text between them');
  const taken = new Map<string, number>();
  const events = root.children.flatMap((node): ScheduleEvent[] => {
    if (node.name !== 'event') {
      report(node.line, `expected <event>, found <${node.name}>`);
      return [];
    }
    const event = readEvent(node, report);
    if (event === null) return [];
    const hourOfWeek = `${event.day} ${event.hour}`;
    const other = taken.get(hourOfWeek);
    if (other !== undefined)
      report(node.line, `day ${event.day}, hour ${event.hour}: already given in line ${other}`);
    taken.set(hourOfWeek, node.line);
    return [event];
  });
  return { events: problems.length === 0 ? inOrder(events) : null, problems };
}

/** Writes the document [W67]. */
export function formatWeek(events: readonly ScheduleEvent[]): string {
  const week = { event: events.map(({ day, hour, nom, couleur }) => ({ day, hour, nom, couleur })) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ week })}\n`;
}

function inOrder(events: readonly ScheduleEvent[]): ScheduleEvent[] {
  return [...events].sort((a, b) => a.day - b.day || a.hour - b.hour);
}

function readEvent(node: XmlNode, report: (line: number, message: string) => void): ScheduleEvent | null {
  const fields = new Map<string, XmlNode>();
  let isSound = true;
  const fault = (line: number, message: string) => {
    isSound = false;
    report(line, message);
  };
  if (node.text !== '') fault(node.line, `event: expected elements alone, found "${shown(node.text)}"`);
  for (const child of node.children) {
    if (!FIELDS.some((name) => name === child.name)) {
      fault(child.line, `<${child.name}>: expected <day>, <hour>, <nom> and <couleur> alone`);
    } else if (fields.has(child.name)) fault(child.line, `<${child.name}>: expected once`);
    else fields.set(child.name, child);
  }
  const field = (name: (typeof FIELDS)[number], expected: string, isRight: (text: string) => boolean) => {
    const found = fields.get(name);
    if (found === undefined) fault(node.line, `event: expected <${name}>`);
    else if (!isRight(found.text))
      fault(found.line, `${name}: expected ${expected}, found "${shown(found.text)}"`);
    return found?.text ?? '';
  };
  const day = Number(field('day', 'a day from 1 (Monday) to 7 (Sunday)', (text) => /^[1-7]$/.test(text)));
  const hour = Number(
    field('hour', 'a whole hour from 0 to 23', (text) => /^\d{1,2}$/.test(text) && Number(text) <= 23),
  );
  const nom = field('nom', 'the name of the programme', (text) => text !== '');
  const stray = fields.get('nom');
  if (stray !== undefined && NO_XML.test(stray.text))
    fault(
      stray.line,
      'nom: expected no control signs, such as a line break of a word processor: type it anew',
    );
  const colour = field('couleur', '1 (normal) or 2 (highlighted)', (text) => /^[12]$/.test(text));
  return isSound ? { day, hour, nom, couleur: colour === '2' ? 2 : 1 } : null;
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
