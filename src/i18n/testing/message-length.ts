import type { Message } from '#src/i18n/format-message.ts';

/** What stands for a value, whose length nobody knows. */
const VALUE = 'a value'.length;

/** How many characters a text has at its longest. */
export function messageLength(message: Message): number {
  return message.reduce((sum, part) => {
    if (typeof part === 'string') return sum + part.length;
    const [, choices] = part;
    return sum + (choices === undefined ? VALUE : Math.max(...Object.values(choices).map(messageLength)));
  }, 0);
}
