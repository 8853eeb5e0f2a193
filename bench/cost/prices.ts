/**
 * What AWS asks, in US dollars: public list prices without free tiers, discounts or tax. One region for all, since not every
 * price list names Hong Kong; its prices are higher, the ratios are much the same.
 */
export const PRICES = {
  region: 'us-east-1, US East (N. Virginia)',
  date: '2026-11-30',
  stateTransition: {
    usd: 0.025 / 1_000,
    says: '$0.025 per 1,000 state transitions',
    source: 'https://aws.amazon.com/step-functions/pricing/',
  },
  lambdaRequest: {
    usd: 0.2 / 1_000_000,
    says: '$0.20 per million requests',
    source: 'https://aws.amazon.com/lambda/pricing/',
  },
  lambdaGbSecond: {
    usd: 0.0000133334,
    says: '$0.0000133334 per GB-second (Arm)',
    source: 'https://aws.amazon.com/lambda/pricing/',
  },
  durableOperation: {
    usd: 8 / 1_000_000,
    says: '$8.00 per million durable operations',
    source: 'https://aws.amazon.com/lambda/pricing/',
  },
  durableGbWritten: {
    usd: 0.25,
    says: '$0.25 per GB written by durable operations',
    source: 'https://aws.amazon.com/lambda/pricing/',
  },
  writeUnit: {
    usd: 0.625 / 1_000_000,
    says: '$0.625 per million write request units',
    source: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  },
  readUnit: {
    usd: 0.125 / 1_000_000,
    says: '$0.125 per million read request units',
    source: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  },
  httpRequest: {
    usd: 1 / 1_000_000,
    says: '$1.00 per million HTTP API requests',
    source: 'https://aws.amazon.com/api-gateway/pricing/',
  },
  mail: { usd: 0.1 / 1_000, says: '$0.10 per 1,000 mails', source: 'https://aws.amazon.com/ses/pricing/' },
  busEvent: {
    usd: 1 / 1_000_000,
    says: '$1.00 per million custom events',
    source: 'https://aws.amazon.com/eventbridge/pricing/',
  },
  scheduled: {
    usd: 1 / 1_000_000,
    says: '$1.00 per million scheduler invocations',
    source: 'https://aws.amazon.com/eventbridge/pricing/',
  },
  fargateVcpuHour: {
    usd: 0.03238,
    says: '$0.03238 per vCPU-hour (Linux, Arm)',
    source: 'https://aws.amazon.com/fargate/pricing/',
  },
  fargateGbHour: {
    usd: 0.00356,
    says: '$0.00356 per GB-hour (Linux, Arm)',
    source: 'https://aws.amazon.com/fargate/pricing/',
  },
} as const;

/** What no count can tell: how long things take on AWS. The same for every way of running the brief. */
export const ASSUMED = {
  /** Seconds a model takes to answer; the function that asked waits for it. */
  turnSeconds: 5,
  /** Seconds of any other invocation, cold starts spread over it. */
  otherSeconds: 0.15,
  turnGb: 0.5,
  otherGb: 0.25,
  /** Hours until the person answers. */
  waitHours: 1,
  containerVcpu: 0.25,
  containerGb: 0.5,
} as const;

export type PriceName = Exclude<keyof typeof PRICES, 'region' | 'date'>;
