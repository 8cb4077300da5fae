import { LIST_HEADER_MAX } from '#src/contract/limits.ts';

/** Best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The best of our encodings that a request accepts (RFC 9110 §12.5.3); null: as it is, as for a list too long [W266]. */
export function acceptedEncoding(header: string | null): Encoding | null {
  if (header !== null && header.length > LIST_HEADER_MAX) return null;
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
      const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter.trim()));
      return [name.trim(), !isRefused];
    }),
  );
  return ENCODINGS.find((encoding) => accepted.get(encoding) ?? accepted.get('*')) ?? null;
}
