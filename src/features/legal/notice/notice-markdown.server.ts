type Line = string | false;

/** A part of a notice: its heading, and what is under it. What is false is left out. */
export function section(title: string, ...lines: readonly Line[]): string {
  return [`## ${title}`, ...lines.filter((line) => line !== false)].join('\n\n');
}

/** A list of what is not false. */
export function list(...items: readonly Line[]): string {
  return items
    .filter((item) => item !== false)
    .map((item) => `- ${item}`)
    .join('\n');
}
