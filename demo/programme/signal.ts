/** The station's signal: a wave that rises in two fifths and breaks on the ninth. Eighths. */
export const SIGNAL = "1 5 2' - 3' - - -";
