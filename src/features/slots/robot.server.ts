/** What crawlers, checkers and programs call themselves. The few that lie are not told apart. */
const ROBOT =
  /(?<!cu)bot\b|crawl|spider|slurp|headless|lighthouse|pagespeed|preview|monitor|scrape|facebookexternalhit|whatsapp|curl|wget|python|java\/|go-http|okhttp|libwww|node\b|axios/i;

/** Whether a client says of itself that nobody looks: it is no view and no click. */
export function isRobot(userAgent: string): boolean {
  return userAgent === '' || ROBOT.test(userAgent);
}
