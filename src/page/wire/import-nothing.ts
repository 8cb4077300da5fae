/**
 * The schema of a reply whose data nobody uses, whatever they are [A85]: fetched with the first answer of
 * that kind, since a page does without until then.
 */
export const importNothing = async () => {
  const { pipe, transform, unknown } = await import('zod/mini');
  return pipe(
    unknown(),
    transform(() => undefined),
  );
};
