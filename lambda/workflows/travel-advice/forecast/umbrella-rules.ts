import type { Rule } from '../../../define/contradiction.ts';
import type { Forecast } from './forecast.ts';
import type { Umbrella } from './umbrella.ts';

const said = ({ rain }: Forecast) => ({ percent: rain.probabilityPercent, mm: rain.millimetres });

/** What the forecast allows to be advised; whatever it says, one of the three is allowed. */
export const UMBRELLA_RULES: readonly Rule<Umbrella, Forecast>[] = [
  {
    rule: '"no" is for a rain probability under 30 % and less than 0.5 mm in all the hours',
    holds: (umbrella, forecast) =>
      umbrella !== 'no' || (said(forecast).percent < 30 && said(forecast).mm < 0.5),
  },
  {
    rule: '"yes" is for a rain probability of 50 % or more, or 1 mm or more in all the hours',
    holds: (umbrella, forecast) =>
      umbrella !== 'yes' || said(forecast).percent >= 50 || said(forecast).mm >= 1,
  },
  {
    rule: '"take_one_to_be_safe" is for a rain probability of 10 to 79 %, or some rain with less than that',
    holds: (umbrella, forecast) => {
      const { percent, mm } = said(forecast);
      return umbrella !== 'take_one_to_be_safe' || (percent < 80 && (percent >= 10 || mm > 0));
    },
  },
];
