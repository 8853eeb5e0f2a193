import { figuresIn } from './claims/figures.ts';
import { plainText } from './claims/plain-text.ts';

/** The first figure of a text that nothing in `ground` says, however either writes it; undefined when all are there. */
export function ungroundedFigure(text: string, ground: unknown): string | undefined {
  const said = new Set(figuresWithin(ground));
  const invented = figuresIn(plainText(text)).find(({ value }) => !said.has(value));
  return invented?.text.trim().slice(0, 40);
}

function figuresWithin(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return figuresIn(plainText(value)).map((figure) => figure.value);
  return value && typeof value === 'object' ? Object.values(value).flatMap(figuresWithin) : [];
}
