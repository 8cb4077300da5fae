import { getParser } from 'bowser';

/** What is read of a program's own words about itself. */
const LONGEST_READ = 500;
const LONGEST_NAME = 60;

/** What a member recognises a session by: `Firefox · Linux`. Versions, which would tell machines apart, are left out. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const parser = getParser(userAgent.slice(0, LONGEST_READ));
  const names = [parser.getBrowserName(), parser.getOSName()].filter((name) => name !== '');
  return names.join(' · ').slice(0, LONGEST_NAME);
}
