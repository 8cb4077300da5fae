import { children, cookies, links, security } from './french-cookies.server.ts';
import { collected, ownRights, purposes, recipients, retention } from './french-data.server.ts';
import { controller, publisher, rights } from './french-publisher.server.ts';
import type { NoticeFacts } from './notice-facts.server.ts';

/**
 * The notice of a station that has written none, in French: what this program stores and for how long, with the
 * association's own facts. It names no part that the station does not use.
 */
export function frenchNotice(facts: NoticeFacts): string {
  return [
    publisher(facts),
    rights(),
    controller(facts),
    collected(facts),
    purposes(facts),
    recipients(facts),
    ownRights(facts),
    retention(facts),
    security(facts),
    children(),
    cookies(facts),
    links(facts),
  ].join('\n\n');
}
