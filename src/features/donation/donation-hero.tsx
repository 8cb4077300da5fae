import { useText } from '#src/i18n/use-text.ts';
import { Band } from '#src/ui/band/band.tsx';
import styles from './donation-hero.module.css';
import { useMoney } from './use-money.ts';
import { worthOfGift } from './worth.ts';

/** The page's title, and what a gift is worth in hours of radio, where the bills are known. */
export function DonationHero({ hourCost }: { hourCost: number | null }) {
  const text = useText();
  const money = useMoney();
  const worth = hourCost === null ? null : worthOfGift(hourCost);
  return (
    <Band
      title={text('donation.title')}
      lead={text('donation.text')}
      beside={
        worth && (
          <p className={styles.worth}>
            <b>
              {money(worth.gift)} <Arrow />{' '}
              <span className={styles.hours}>{text('donation.hours', { count: worth.hours })}</span>
            </b>
            {text('donation.worth')}
          </p>
        )
      }
    />
  );
}

/** Drawn: the display font has no arrow in every script. */
function Arrow() {
  return (
    <svg className={styles.arrow} viewBox="0 0 40 24" aria-hidden="true">
      <path d="M2 12c4-9 8-9 12 0s8 9 12 0M29 12h8M32.5 7.5L37 12l-4.5 4.5" />
    </svg>
  );
}
