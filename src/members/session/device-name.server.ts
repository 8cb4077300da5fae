import { getParser } from 'bowser';

/** How much of a user agent is read. */
const LONGEST_READ = 500;
const LONGEST_NAME = 60;

/**
 * The name by which a member recognises a session: `Firefox · Linux`. Versions, which would tell machines apart, are
 * left out.
 */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const parser = getParser(userAgent.slice(0, LONGEST_READ));
  const names = [parser.getBrowserName(), parser.getOSName()].filter((name) => name !== '');
  return names.join(' · ').slice(0, LONGEST_NAME);
}
