import type { ReactNode } from 'react';
import type { Language } from '#src/contract/languages.ts';
import styles from './flag.module.css';

const stripes = (direction: 'across' | 'down', ...colours: readonly string[]): ReactNode =>
  colours.map((fill, at) =>
    direction === 'across' ? (
      <rect key={fill} y={(at * 20) / colours.length} width="30" height={20 / colours.length} fill={fill} />
    ) : (
      <rect key={fill} x={(at * 30) / colours.length} width={30 / colours.length} height="20" fill={fill} />
    ),
  );

const FLAGS: Record<Language, ReactNode> = {
  fr: stripes('down', '#002395', '#fff', '#ed2939'),
  en: (
    <>
      <rect width="30" height="20" fill="#012169" />
      <path d="M0 0l30 20M30 0L0 20" stroke="#fff" strokeWidth="4" />
      <path d="M0 0l30 20M30 0L0 20" stroke="#c8102e" strokeWidth="1.6" />
      <path d="M15 0v20M0 10h30" stroke="#fff" strokeWidth="6.6" />
      <path d="M15 0v20M0 10h30" stroke="#c8102e" strokeWidth="4" />
    </>
  ),
  de: stripes('across', '#000', '#d00', '#ffce00'),
  pl: stripes('across', '#fff', '#dc143c'),
  es: (
    <>
      <rect width="30" height="20" fill="#aa151b" />
      <rect y="5" width="30" height="10" fill="#f1bf00" />
    </>
  ),
  it: stripes('down', '#009246', '#fff', '#ce2b37'),
  ru: stripes('across', '#fff', '#0039a6', '#d52b1e'),
  nl: stripes('across', '#ae1c28', '#fff', '#21468b'),
};

/** A language's flag; its name or code always stands beside it. */
export function Flag(props: { language: Language }) {
  return (
    <svg className={styles.flag} width="24" height="16" viewBox="0 0 30 20" aria-hidden="true">
      {FLAGS[props.language]}
    </svg>
  );
}
