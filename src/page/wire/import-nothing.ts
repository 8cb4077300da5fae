/** The schema of a reply without data: fetched with the first answer that has none, since a page does without until then. */
export const importNothing = async () => (await import('zod/mini')).undefined();
