import * as z from 'zod';

export const Umbrella = z.enum(['yes', 'no', 'take_one_to_be_safe']);
export type Umbrella = z.infer<typeof Umbrella>;
