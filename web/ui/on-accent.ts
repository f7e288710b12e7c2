/**
 * The colour of text on an accent, in CSS: white or black, whichever has the higher contrast ratio (WCAG 2.2). The `y` of XYZ is the relative luminance;
 * both ratios are equal at √(1.05 × 0.05) − 0.05.
 */
export function onAccent(accent: string): string {
  const white = 'clamp(0, (0.17913 - y) * 100000, 1)'
  return `color(from ${accent} xyz-d65 calc(0.9505 * ${white}) ${white} calc(1.089 * ${white}))`
}
